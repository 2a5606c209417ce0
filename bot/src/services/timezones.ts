import type { OutputOf, ParsedOf } from '#contracts/endpoint.ts';
import { zoneId as zoneIdSchema } from '#contracts/ids.ts';
import type { ZoneId } from '#contracts/ids.ts';
import type { listTimezones as listTimezonesCall, Timezone } from '#contracts/timezone.ts';
import { offsetAt } from '../domain/time.ts';
import { inOrg } from '../store/kind.ts';
import { placesOf } from './standing.ts';
import type { Actor } from './actor.ts';
import type { Deps } from './deps.ts';

const utc = zoneIdSchema.parse('UTC');

/** The zones this runtime knows, each once. */
const ids: readonly ZoneId[] = [...new Set(['UTC', ...Intl.supportedValuesOf('timeZone')])]
  .flatMap((id) => zoneIdSchema.safeParse(id).data ?? [])
  .sort();

const asTimezone = (id: ZoneId, nowMs: number): Timezone => ({
  id,
  name: `${id} (UTC${offsetAt(nowMs, id)})`,
  value: id,
});

/** Browsers name some zones differently (Asia/Kolkata, Asia/Calcutta): the one of our list that is the same zone. */
const matched = (asked: string | undefined): ZoneId | undefined => {
  const zone = zoneIdSchema.safeParse(asked).data;
  if (zone === undefined || ids.includes(zone)) return zone;
  const { timeZone } = new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions();
  return ids.find((id) => id === timeZone) ?? zone;
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
  const listed = ids.includes(chosen) ? ids : [chosen, ...ids];
  return { timezones: listed.map((id) => asTimezone(id, deps.clock.now())), default: chosen };
};
