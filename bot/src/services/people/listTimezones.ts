import type { OutputOf, ParsedOf } from '#contracts/core/endpoint.ts';
import { sentZone } from '#contracts/core/idDateAndZoneSchemas.ts';
import type { ZoneId } from '#contracts/core/idDateAndZoneSchemas.ts';
import type { listTimezones as listTimezonesCall, Timezone } from '#contracts/people/listTimezones.ts';
import { once } from '../../concurrency/once.ts';
import { offsetAt } from '../../domain/core/zonedTimeAndCalendarDates.ts';
import { inOrg } from '../../store/recordKindsAndAccess.ts';
import { findTeamMemberships } from '../tenancy/activeOrganisationAndTeams.ts';
import type { Actor } from '../core/actor.ts';
import type { Deps } from '../core/deps.ts';

const utc = sentZone.parse('UTC');

/**
 * Maps the old names of zones that runtimes still list to the current names, because people search for the current
 * name.
 */
const today: Readonly<Record<string, string>> = {
  'Africa/Asmera': 'Africa/Asmara',
  'America/Buenos_Aires': 'America/Argentina/Buenos_Aires',
  'America/Catamarca': 'America/Argentina/Catamarca',
  'America/Coral_Harbour': 'America/Atikokan',
  'America/Cordoba': 'America/Argentina/Cordoba',
  'America/Godthab': 'America/Nuuk',
  'America/Indianapolis': 'America/Indiana/Indianapolis',
  'America/Jujuy': 'America/Argentina/Jujuy',
  'America/Louisville': 'America/Kentucky/Louisville',
  'America/Mendoza': 'America/Argentina/Mendoza',
  'Asia/Calcutta': 'Asia/Kolkata',
  'Asia/Katmandu': 'Asia/Kathmandu',
  'Asia/Rangoon': 'Asia/Yangon',
  'Asia/Saigon': 'Asia/Ho_Chi_Minh',
  'Atlantic/Faeroe': 'Atlantic/Faroe',
  'Europe/Kiev': 'Europe/Kyiv',
  'Pacific/Enderbury': 'Pacific/Kanton',
  'Pacific/Ponape': 'Pacific/Pohnpei',
  'Pacific/Truk': 'Pacific/Chuuk',
};

/**
 * Returns the zone under its current name if this runtime knows that name; otherwise under the given name. Undefined
 * for an unknown zone.
 */
const named = (id: string): ZoneId | undefined =>
  sentZone.safeParse(today[id] ?? id).data ?? sentZone.safeParse(id).data;

/**
 * Returns the zones that this runtime knows, each once. They are computed on first use, because checking hundreds of
 * names would slow down the start.
 */
const zones = once((): readonly ZoneId[] =>
  [...new Set(['UTC', ...Intl.supportedValuesOf('timeZone')].flatMap((id) => named(id) ?? []))].sort(),
);

const asTimezone = (id: ZoneId, nowMs: number): Timezone => ({
  id,
  name: `${id} (UTC${offsetAt(nowMs, id)})`,
  value: id,
});

/**
 * Returns the requested zone under the name that this list uses: browsers name some zones differently (Asia/Calcutta
 * instead of Asia/Kolkata).
 */
const matched = (requested: string | undefined): ZoneId | undefined => {
  const zone = requested === undefined ? undefined : named(requested);
  if (zone === undefined || zones().includes(zone)) return zone;
  const { timeZone } = new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions();
  const known = named(timeZone);
  return zones().find((id) => id === known) ?? zone;
};

const ownZone = async (deps: Pick<Deps, 'store'>, actor: Actor): Promise<ZoneId | undefined> => {
  if (actor.memberId === null) return undefined;
  const places = await findTeamMemberships(inOrg(deps.store, actor.orgId), actor.memberId);
  return places.find((place) => place.row.timezone !== null)?.row.timezone ?? undefined;
};

export const listTimezones = async (
  deps: Pick<Deps, 'store' | 'clock'>,
  actor: Actor,
  { zone }: ParsedOf<typeof listTimezonesCall>,
): Promise<OutputOf<typeof listTimezonesCall>> => {
  const chosen = matched(zone) ?? (await ownZone(deps, actor)) ?? utc;
  const all = zones().includes(chosen) ? zones() : [chosen, ...zones()];
  return { timezones: all.map((id) => asTimezone(id, deps.clock.now())), default: chosen };
};
