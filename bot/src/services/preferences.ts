import type { OutputOf, ParsedOf } from '#contracts/endpoint.ts';
import { AppError } from '#contracts/errors.ts';
import type { ZoneId } from '#contracts/ids.ts';
import type { memberPreferences } from '#contracts/member.ts';
import { isMutedAt } from '../domain/muting.ts';
import { inOrg, outside } from '../store/kind.ts';
import { profile as profileKind } from '../store/kinds/accounts.ts';
import { teamMember } from '../store/kinds/team.ts';
import type { Actor } from './actor.ts';
import type { Deps } from './deps.ts';
import type { TeamMember } from './members.ts';
import { patched, revise } from './revise.ts';
import { placesOf } from './standing.ts';
import { followZone } from './zoneMoves.ts';

export type PreferenceDeps = Pick<Deps, 'store' | 'clock'>;

type Asked = ParsedOf<typeof memberPreferences>;
type Stand = OutputOf<typeof memberPreferences>;

/** What was asked for, as fields of a row; null gives a value back to what Teams says of them. */
const fieldsOf = ({ timezone, language, mute, muteUntil = null }: Asked): Partial<TeamMember> => ({
  ...(timezone === undefined
    ? {}
    : timezone === null
      ? { timezoneFrom: 'ACTIVITY' as const }
      : { timezone, timezoneFrom: 'PERSON' as const }),
  ...(language === undefined
    ? {}
    : language === null
      ? { localeFrom: 'ACTIVITY' as const }
      : { locale: language, localeFrom: 'PERSON' as const }),
  ...(mute === undefined ? {} : { isMuted: mute, mutedUntil: mute ? muteUntil : null }),
});

const placesFor = async (deps: Pick<Deps, 'store'>, { orgId, memberId }: Actor) =>
  memberId === null ? [] : placesOf(inOrg(deps.store, orgId), memberId);

/** Reports by member time go with them, before their rows say so. */
const moveTo = async (
  deps: PreferenceDeps,
  { orgId }: Actor,
  zone: ZoneId,
  places: Awaited<ReturnType<typeof placesOf>>,
): Promise<void> => {
  for (const { teamId, row } of places)
    if (row.timezone !== zone)
      await followZone(deps, inOrg(deps.store, orgId), { memberId: row.memberId, teamIds: [teamId], zone });
};

const standing = async (deps: PreferenceDeps, actor: Actor): Promise<Stand> => {
  const { userId } = actor;
  const [place] = await placesFor(deps, actor);
  const account = userId === null ? undefined : (await outside(deps.store).get(profileKind, { userId }))?.value;
  const own = place?.row;
  const isMuted = own !== undefined && isMutedAt(own, deps.clock.now());
  return {
    timezone: own?.timezoneFrom === 'PERSON' ? own.timezone : null,
    language: account?.locale ?? (own?.localeFrom === 'PERSON' ? own.locale : null),
    mute: isMuted,
    muteUntil: isMuted ? own.mutedUntil : null,
    currentTimezone: own?.timezone ?? null,
    isInTeam: own !== undefined,
  };
};

/**
 * What a person sets of themselves, in each of their teams and for their account; what is left out stays. Answers what holds now.
 * CONFLICT for a time zone or reminders of somebody who is in no team.
 */
export const setPreferences = async (deps: PreferenceDeps, actor: Actor, asked: Asked): Promise<Stand> => {
  const places = await placesFor(deps, actor);
  if (places.length === 0 && (asked.timezone !== undefined || asked.mute !== undefined))
    throw new AppError('CONFLICT', { message: 'profile.noTeam' });
  const { userId } = actor;
  if (userId !== null && asked.language !== undefined) {
    const locale = asked.language;
    await revise(outside(deps.store), profileKind, { userId }, (row) => patched(row, { locale }));
  }
  const fields = fieldsOf(asked);
  if (asked.timezone != null) await moveTo(deps, actor, asked.timezone, places);
  for (const { teamId, row } of places)
    await revise(inOrg(deps.store, actor.orgId), teamMember, { teamId, memberId: row.memberId }, (now) =>
      patched(now, fields),
    );
  return standing(deps, actor);
};
