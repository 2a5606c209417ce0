import type { OutputOf, ParsedOf } from '#contracts/core/endpoint.ts';
import { AppError } from '#contracts/core/errorCodesAndAppError.ts';
import type { TeamId, ZoneId } from '#contracts/core/idDateAndZoneSchemas.ts';
import type { memberPreferences } from '#contracts/people/memberActivationAndPreferences.ts';
import { isMutedAt } from '../../domain/runs/isMutedAt.ts';
import { noZoneReports } from '../../domain/runs/memberZoneFromChatOrBrowser.ts';
import { inOrg, outside } from '../../store/recordKindsAndAccess.ts';
import { profile as profileKind } from '../../store/kinds/identity/accountProfileAndPassword.ts';
import { teamMember } from '../../store/kinds/people/teamMember.ts';
import type { Actor } from '../core/actor.ts';
import type { Deps } from '../core/deps.ts';
import type { TeamMember } from '../tenancy/listMembers.ts';
import { mergeChanges, updateRow } from '../core/optimisticUpdate.ts';
import { chosenTeamLocale, findTeamMemberships } from '../tenancy/activeOrganisationAndTeams.ts';
import { reachesOtherOrganisations } from '../identity/requireAccountWithinSession.ts';
import { replanForZone } from '../runs/replanForZoneOrReturn.ts';
import { reportBrowserZone } from './reportBrowserZone.ts';

export type PreferenceDeps = Pick<Deps, 'store' | 'clock'>;

type Asked = ParsedOf<typeof memberPreferences>;
type SavedPreferences = OutputOf<typeof memberPreferences>;

/**
 * Returns the requested changes as fields of a member row. If the time zone or the language is null, the product
 * determines it automatically again.
 */
const fieldsOf = ({
  timezone,
  language,
  mute,
  muteUntil = null,
  summaryDelivery,
  quietHours,
}: Asked): Partial<TeamMember> => ({
  ...(timezone === undefined
    ? {}
    : timezone === null
      ? { timezoneFrom: 'ACTIVITY' as const, ...noZoneReports }
      : { timezone, timezoneFrom: 'PERSON' as const }),
  ...(language === undefined
    ? {}
    : language === null
      ? { localeFrom: 'ACTIVITY' as const }
      : { locale: language, localeFrom: 'PERSON' as const }),
  ...(summaryDelivery === undefined ? {} : { summaryDelivery }),
  ...(quietHours === undefined ? {} : { quietHours }),
  ...(mute === undefined ? {} : { isMuted: mute, mutedUntil: mute ? muteUntil : null }),
});

const placesFor = async (deps: Pick<Deps, 'store'>, { orgId, memberId }: Actor) =>
  memberId === null ? [] : findTeamMemberships(inOrg(deps.store, orgId), memberId);

/** Plans the meetings again that open at the member's local time. Call it before the member's rows get the new zone. */
const moveTo = async (
  deps: PreferenceDeps,
  { orgId }: Actor,
  zone: ZoneId,
  places: Awaited<ReturnType<typeof findTeamMemberships>>,
): Promise<void> => {
  for (const { teamId, row } of places)
    if (row.timezone !== zone)
      await replanForZone(deps, inOrg(deps.store, orgId), { memberId: row.memberId, teamIds: [teamId], zone });
};

/**
 * Writes the fields to the person's row in each team. A team that the person joins meanwhile may have copied the
 * earlier settings, so the teams are listed again after the writes.
 */
const changeInAllTeams = async (
  deps: PreferenceDeps,
  actor: Actor,
  found: Awaited<ReturnType<typeof findTeamMemberships>>,
  { fields, zone }: { readonly fields: Partial<TeamMember>; readonly zone: ZoneId | null },
): Promise<void> => {
  const changed = new Set<TeamId>();
  for (let places = found; places.length > 0;) {
    if (zone !== null) await moveTo(deps, actor, zone, places);
    for (const { teamId, row } of places) {
      changed.add(teamId);
      await updateRow(inOrg(deps.store, actor.orgId), teamMember, { teamId, memberId: row.memberId }, (now) =>
        mergeChanges(now, fields),
      );
    }
    places = (await placesFor(deps, actor)).filter(({ teamId }) => !changed.has(teamId));
  }
};

const standing = async (deps: PreferenceDeps, actor: Actor, isApart: boolean): Promise<SavedPreferences> => {
  const { userId } = actor;
  const [place] = await placesFor(deps, actor);
  const account = userId === null ? undefined : (await outside(deps.store).get(profileKind, { userId }))?.value;
  const own = place?.row;
  const chosenHere = place === undefined ? null : chosenTeamLocale([place]);
  const isMuted = own !== undefined && isMutedAt(own, deps.clock.now());
  return {
    timezone: own?.timezoneFrom === 'PERSON' ? own.timezone : null,
    language: isApart ? (chosenHere ?? account?.locale ?? null) : (account?.locale ?? chosenHere),
    mute: isMuted,
    muteUntil: isMuted ? own.mutedUntil : null,
    summaryDelivery: own?.summaryDelivery ?? 'CHAT',
    quietHours: own?.quietHours ?? null,
    currentTimezone: own?.timezone ?? null,
    isInTeam: own !== undefined,
  };
};

/**
 * Sets the given preferences in all of the person's teams of the organisation, and returns the current values. The
 * language is also set for the account, unless the account belongs to organisations that the session does not open.
 * Throws CONFLICT if a person without a team sets a time zone, mute, summary delivery or quiet hours.
 */
export const setPreferences = async (deps: PreferenceDeps, actor: Actor, change: Asked): Promise<SavedPreferences> => {
  const places = await placesFor(deps, actor);
  if (
    places.length === 0 &&
    [change.timezone, change.mute, change.summaryDelivery, change.quietHours].some((value) => value !== undefined)
  )
    throw new AppError('CONFLICT', { message: 'profile.noTeam' });
  const { userId } = actor;
  const isApart = await reachesOtherOrganisations(deps, actor);
  if (isApart && change.language !== undefined && places.length === 0)
    throw new AppError('FORBIDDEN', { message: 'org.confinedAccount' });
  if (userId !== null && !isApart && change.language !== undefined) {
    const locale = change.language;
    await updateRow(outside(deps.store), profileKind, { userId }, (row) => mergeChanges(row, { locale }));
  }
  await changeInAllTeams(deps, actor, places, { fields: fieldsOf(change), zone: change.timezone ?? null });
  if (change.browserTimezone !== undefined) await reportBrowserZone(deps, actor, change.browserTimezone);
  return standing(deps, actor, isApart);
};
