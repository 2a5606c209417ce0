import { zoneId } from '#contracts/core/idDateAndZoneSchemas.ts';
import type { OrgId, TeamId } from '#contracts/core/idDateAndZoneSchemas.ts';
import { personParts } from '../../domain/core/chatAddressParts.ts';
import { toInstant } from '../../domain/core/zonedTimeAndCalendarDates.ts';
import { zoneFieldsOf } from '../../domain/runs/memberZoneFromChatOrBrowser.ts';
import { inOrg, outside } from '../../store/recordKindsAndAccess.ts';
import type { Records, ValueOf } from '../../store/recordKindsAndAccess.ts';
import { teamsUser } from '../../store/kinds/microsoftAccounts/teamsUser.ts';
import { personalInstall } from '../../store/kinds/teamsSync/personalInstall.ts';
import { orgMember } from '../../store/kinds/organisations/organisationUserAndMember.ts';
import { teamMember } from '../../store/kinds/people/teamMember.ts';
import { localeFromTeams, zoneFromTeams } from '../tenancy/chatEventTypesAndTextRepair.ts';
import type { SyncedSender, Sender } from '../tenancy/chatEventTypesAndTextRepair.ts';
import type { Actor } from '../core/actor.ts';
import type { Deps } from '../core/deps.ts';
import { findPendingDeletion } from '../tenancy/findPendingDeletionAndError.ts';
import type { PendingDeletion } from '../tenancy/findPendingDeletionAndError.ts';
import type { TeamMember } from '../tenancy/listMembers.ts';
import { getOrInsert, mergeChanges, updateRow } from '../core/optimisticUpdate.ts';
import {
  findActiveOrganisation,
  accessibleTeamIds,
  findTeamMemberships,
} from '../tenancy/activeOrganisationAndTeams.ts';
import { replanForReportedZone } from '../runs/replanForReportedZone.ts';

type Member = ValueOf<typeof orgMember>;
type Place = Awaited<ReturnType<typeof findTeamMemberships>>[number];

interface Person {
  readonly records: Records<OrgId>;
  readonly member: Member;
  readonly places: readonly Place[];
}

/**
 * Returns the member with the sender's tenant and object id. Undefined for a person whom no roster has contained, or if
 * the organisation is not active.
 */
const personOf = async (deps: Pick<Deps, 'store'>, { tid, oid }: Sender): Promise<Person | undefined> => {
  const pointer = await outside(deps.store).get(teamsUser, { tid, oid });
  if (pointer === undefined) return undefined;
  const { orgId, memberId } = pointer.value;
  const records = inOrg(deps.store, orgId);
  const [organisation, member, places] = await Promise.all([
    findActiveOrganisation(records),
    records.get(orgMember, { memberId }),
    findTeamMemberships(records, memberId),
  ]);
  return organisation === undefined || member === undefined ? undefined : { records, member: member.value, places };
};

/**
 * Returns the pending deletion of the sender's organisation, which explains why no member was found; undefined if there
 * is none.
 */
const endingFor = async (deps: Pick<Deps, 'store'>, { tid, oid }: Sender): Promise<PendingDeletion | undefined> => {
  const pointer = await outside(deps.store).get(teamsUser, { tid, oid });
  return pointer === undefined ? undefined : findPendingDeletion(deps, pointer.value.orgId);
};

/**
 * Returns the fields of a member row that an activity from the chat updates: chat address, zone, language, and that the
 * member can be reached.
 */
const changedFields = (sender: Sender, row: TeamMember, at: number): Partial<TeamMember> => {
  const zone = zoneFromTeams(sender.timezone);
  const locale = row.localeFrom === 'PERSON' ? null : localeFromTeams(sender.locale);
  const { user, endpoint, chat } = personParts(sender.address);
  return {
    teamsUserId: user,
    serviceUrl: endpoint,
    unreachable: null,
    unreachableSince: null,
    ...(zone === null ? {} : zoneFieldsOf(row, { zone, source: 'CHAT', at })),
    ...(locale === null ? {} : { locale }),
    ...(chat === null ? {} : { conversationId: chat }),
  };
};

const utc = zoneId.parse('UTC');

/**
 * Returns the language of the reader: the language that the person chose, otherwise the present one of the chat client,
 * otherwise the last known one.
 */
export const localeOf = (sender: Pick<Sender, 'locale'>, row: TeamMember | undefined): string => {
  const own = row?.localeFrom === 'PERSON' ? row.locale : null;
  return own ?? localeFromTeams(sender.locale) ?? row?.locale ?? 'en';
};

/**
 * Returns the language and the zone of a reply. The zone is the stored one of the member, as on the member's cards, so
 * both show the same times; without a stored zone it is that of the chat client, otherwise UTC. `row` already has the
 * changes from the sender's activity.
 */
export const readerOfSender = (sender: Sender, row: TeamMember | undefined): SyncedSender['reader'] => ({
  locale: localeOf(sender, row),
  timezone: row?.timezone ?? zoneFromTeams(sender.timezone) ?? utc,
});

const actorOf = ({ records, member, places }: Person, locale: string): Actor => ({
  orgId: records.scope,
  userId: member.userId,
  memberId: member.memberId,
  name: member.name,
  role: member.role,
  teamIds: accessibleTeamIds(places),
  locale,
});

type SyncDeps = Pick<Deps, 'store' | 'clock'>;

/**
 * A member row and its update from an activity. `now` is the updated row; it is the same object as `row` if nothing
 * changed.
 */
interface SenderChange {
  readonly teamId: TeamId;
  readonly row: TeamMember;
  readonly fields: Partial<TeamMember>;
  readonly now: TeamMember;
}

const changeOf =
  (sender: Sender, at: number) =>
  ({ teamId, row }: Place): SenderChange => {
    const fields = changedFields(sender, row, at);
    return { teamId, row, fields, now: mergeChanges(row, fields) ?? row };
  };

/**
 * Stores the sender's chat address, zone and language in all of the sender's teams, if they changed. Call it for every
 * activity from the chat. Returns the sender as an actor; `actor` is undefined for a person who is in no team.
 */
export const syncSender = async (deps: SyncDeps, sender: Sender): Promise<SyncedSender> => {
  const person = await personOf(deps, sender);
  const at = deps.clock.now();
  const changes = (person?.places ?? []).map(changeOf(sender, at));
  const reader = readerOfSender(sender, changes[0]?.now);
  if (person === undefined || changes.length === 0) {
    const pendingDeletion = person === undefined ? await endingFor(deps, sender) : undefined;
    return pendingDeletion === undefined ? { actor: undefined, reader } : { actor: undefined, reader, pendingDeletion };
  }
  const { records, member } = person;
  const { memberId } = member;
  for (const change of changes) await replanForReportedZone(deps, records, change);
  for (const { teamId, row, now } of changes)
    if (now !== row)
      await updateRow(records, teamMember, { teamId, memberId }, (stored) =>
        mergeChanges(stored, changedFields(sender, stored, at)),
      );
  const seats = { orgId: records.scope, memberId, places: changes.map(({ teamId, now }) => ({ teamId, row: now })) };
  return { actor: actorOf(person, reader.locale), reader, seats };
};

/**
 * Stores whether the person has installed the bot as a personal app. Returns true if this call changed the stored
 * value.
 */
const markPersonal = async (deps: SyncDeps, sender: Sender, isInstalled: boolean): Promise<boolean> => {
  const records = outside(deps.store);
  const key = { tid: sender.tid, oid: sender.oid };
  const changedAt = toInstant(deps.clock.now());
  await getOrInsert(records, personalInstall, key, () => ({ isInstalled: false, changedAt }));
  return updateRow(records, personalInstall, key, (row) =>
    row.isInstalled === isInstalled ? undefined : { isInstalled, changedAt },
  );
};

/**
 * Handles a personal install of the bot. The welcome is due once for each install, never for a repeated event. It is
 * also due for a person who is on no roster.
 */
export const handlePersonalInstall = async (
  deps: SyncDeps,
  sender: Sender,
): Promise<{ readonly isWelcomeDue: boolean }> => {
  await syncSender(deps, sender);
  return { isWelcomeDue: await markPersonal(deps, sender, true) };
};

/**
 * Handles the removal of a personal install. The person is marked as unreachable, so that no run asks the person until
 * the bot is installed again.
 */
export const handlePersonalUninstall = async (deps: SyncDeps, sender: Sender): Promise<void> => {
  await markPersonal(deps, sender, false);
  const person = await personOf(deps, sender);
  if (person === undefined) return;
  const unreachableSince = toInstant(deps.clock.now());
  for (const { teamId } of person.places)
    await updateRow(person.records, teamMember, { teamId, memberId: person.member.memberId }, (row) =>
      row.unreachable === 'NOT_INSTALLED'
        ? undefined
        : { ...row, unreachable: 'NOT_INSTALLED' as const, unreachableSince },
    );
};
