import type { OutputOf, ParsedOf } from '#contracts/endpoint.ts';
import { sentZone } from '#contracts/ids.ts';
import type { ZoneId } from '#contracts/ids.ts';
import type { listTimezones as listTimezonesCall, Timezone } from '#contracts/timezone.ts';
import { offsetAt } from '../domain/time.ts';
import { inOrg } from '../store/kind.ts';
import { placesOf } from './standing.ts';
import type { Actor } from './actor.ts';
import type { Deps } from './deps.ts';

const utc = sentZone.parse('UTC');

/** Names that runtimes still list, and what these places are called today: nobody looks for Calcutta. */
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

/** The zone under its name of today, where this runtime knows it by that. */
const named = (id: string): ZoneId | undefined =>
  sentZone.safeParse(today[id] ?? id).data ?? sentZone.safeParse(id).data;

const allZones = (): readonly ZoneId[] =>
  [...new Set(['UTC', ...Intl.supportedValuesOf('timeZone')].flatMap((id) => named(id) ?? []))].sort();

let listed: readonly ZoneId[] | undefined;
/** The zones this runtime knows, each once. Looked at when first asked for: to check hundreds of names takes a part of the start. */
const zones = (): readonly ZoneId[] => (listed ??= allZones());

const asTimezone = (id: ZoneId, nowMs: number): Timezone => ({
  id,
  name: `${id} (UTC${offsetAt(nowMs, id)})`,
  value: id,
});

/** Browsers name some zones differently (Asia/Kolkata, Asia/Calcutta): the one of our list that is the same zone. */
const matched = (asked: string | undefined): ZoneId | undefined => {
  const zone = asked === undefined ? undefined : named(asked);
  if (zone === undefined || zones().includes(zone)) return zone;
  const { timeZone } = new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions();
  const known = named(timeZone);
  return zones().find((id) => id === known) ?? zone;
};

const ownZone = async (deps: Pick<Deps, 'store'>, actor: Actor): Promise<ZoneId | undefined> => {
  if (actor.memberId === null) return undefined;
  const places = await placesOf(inOrg(deps.store, actor.orgId), actor.memberId);
  return places.find((one) => one.row.timezone !== null)?.row.timezone ?? undefined;
};

/** Every zone with its offset at this moment, and which one to begin with. */
export const listTimezones = async (
  deps: Pick<Deps, 'store' | 'clock'>,
  actor: Actor,
  { zone }: ParsedOf<typeof listTimezonesCall>,
): Promise<OutputOf<typeof listTimezonesCall>> => {
  const chosen = matched(zone) ?? (await ownZone(deps, actor)) ?? utc;
  const all = zones().includes(chosen) ? zones() : [chosen, ...zones()];
  return { timezones: all.map((id) => asTimezone(id, deps.clock.now())), default: chosen };
};
