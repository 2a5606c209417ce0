import { memberId as memberIdSchema } from '#contracts/core/idDateAndZoneSchemas.ts';
import type { MemberId, ZoneId } from '#contracts/core/idDateAndZoneSchemas.ts';
import { toInstant } from '../../domain/core/zonedTimeAndCalendarDates.ts';
import type { RosterPerson } from '../../gateways/messengerPort.ts';
import { inOrg, outside } from '../../store/recordKindsAndAccess.ts';
import type { RecordStep } from '../../store/recordKindsAndAccess.ts';
import { teamsUser } from '../../store/kinds/microsoftAccounts/teamsUser.ts';
import { memberOrg } from '../../store/kinds/organisations/organisationLookups.ts';
import { memberTeam, teamMemberPointer } from '../../store/kinds/organisations/teamsOfMemberAndMembersOfTeam.ts';
import { orgMember } from '../../store/kinds/organisations/organisationUserAndMember.ts';
import { teamMember } from '../../store/kinds/people/teamMember.ts';
import { emailFromTeams, nameFromTeams } from '../tenancy/chatEventTypesAndTextRepair.ts';
import { listAllMembers } from '../tenancy/listMembers.ts';
import type { TeamMember } from '../tenancy/listMembers.ts';
import { getOrInsert, mergeChanges, retryOnConflict } from '../core/optimisticUpdate.ts';
import { changeMembership } from '../runs/updateOpenRunsOnTeamChange.ts';
import { replanForReturn, replanForZone } from '../runs/replanForZoneOrReturn.ts';
import { batches, rosterLog, targetOf } from './rosterTargetBatchesAndLog.ts';
import type { RosterDeps, Target } from './rosterTargetBatchesAndLog.ts';
import {
  buildTeamMemberRow,
  copySettingsChangedOnJoin,
  copyVacations,
  settingsAfterReturn,
} from './memberRowAndVacationsOnJoin.ts';
import type { TeamPlace } from './memberRowAndVacationsOnJoin.ts';
import { leaveTeam } from './leaveTeam.ts';

/** A roster entry with its texts in a valid form. A text is empty if Teams does not send it. */
interface Person {
  readonly oid: string;
  readonly teamsUserId: string;
  readonly name: string;
  readonly email: string;
}

/**
 * Returns each person of a roster once. People without an object id are left out, because nothing else identifies a
 * person.
 */
const usable = (deps: RosterDeps, place: TeamPlace, people: readonly RosterPerson[]): Person[] => {
  const byOid = new Map<string, Person>();
  for (const { oid, chatUserId: teamsUserId, name, email } of people) {
    if (oid === '') deps.log.warn('roster.personWithoutId', { orgId: place.orgId, teamId: place.teamId });
    else
      byOid.set(oid.toLowerCase(), { oid, teamsUserId, name: nameFromTeams(name, ''), email: emailFromTeams(email) });
  }
  return [...byOid.values()];
};

/** Returns the fields to update for a known person. A field that Teams did not send keeps its stored value. */
const sentFields = ({ name, email, teamsUserId }: Person) => ({
  teamsUserId,
  ...(name === '' ? {} : { name }),
  ...(email === '' ? {} : { email }),
});

const asNew = ({ name, email, teamsUserId, oid }: Person) => ({ name: name || email || '–', email, teamsUserId, oid });

/**
 * Returns the id of the member with this tenant and object id. It is the same in every team of the organisation. The
 * directory rows of a new member are written first. A directory row that leads to another organisation is replaced.
 */
const memberIdOf = async ({ deps, place }: Target, oid: string): Promise<MemberId> => {
  const records = outside(deps.store);
  const key = { tid: place.tid, oid };
  const created = { orgId: place.orgId, memberId: memberIdSchema.parse(deps.newId()), userId: null, joinedAt: null };
  const { memberId } = await retryOnConflict(async () => {
    const row = await getOrInsert(records, teamsUser, key, () => created);
    if (row.value.orgId === place.orgId) return row.value;
    await records.replace(teamsUser, key, created, row.etag);
    return created;
  });
  await getOrInsert(records, memberOrg, { memberId }, () => ({ orgId: place.orgId, memberId }));
  return memberId;
};

/**
 * Returns the step that creates or corrects the person's row in the organisation as a list; empty if the row is already
 * right.
 */
const memberSteps = async (target: Target, memberId: MemberId, person: Person) => {
  const { deps, place, records } = target;
  const existing = await records.get(orgMember, { memberId });
  if (existing === undefined) {
    const createdOn = toInstant(deps.clock.now());
    const row = {
      ...asNew(person),
      memberId,
      role: 'user',
      tid: place.tid,
      userId: null,
      thumbnailUrl: null,
      createdOn,
      inviteRound: null,
    } as const;
    return { isNew: true, steps: [records.insertStep(orgMember, { memberId }, row)] };
  }
  const next = mergeChanges(existing.value, sentFields(person));
  return {
    isNew: false,
    steps: next === undefined ? [] : [records.replaceStep(orgMember, { memberId }, next, existing.etag)],
  };
};

/** Returns the steps that write the member's two pointers to the team, which give access to it. Empty if both exist. */
const accessSteps = async ({ place: { teamId }, records }: Target, memberId: MemberId): Promise<RecordStep[]> => {
  const key = { memberId, teamId };
  const [inTeam, ofTeam] = await Promise.all([records.get(memberTeam, key), records.get(teamMemberPointer, key)]);
  return [
    ...(inTeam === undefined ? [records.touchStep(memberTeam, key, { teamId })] : []),
    ...(ofTeam === undefined ? [records.touchStep(teamMemberPointer, key, { memberId })] : []),
  ];
};

interface Entry {
  readonly memberId: MemberId;
  readonly person: Person;
  readonly isNew: boolean;
}

interface TeamChange {
  readonly step: RecordStep;
  /**
   * Name of the person, for the log, if the person joins or returns; null if only the name or address of a present
   * person changed.
   */
  readonly joiner: string | null;
  /** Id of the person if the person returns to the team; otherwise null. */
  readonly returner: MemberId | null;
  /** The written row, if it has settings from another team; otherwise null. */
  readonly withSettings: TeamMember | null;
}

/**
 * Plans the meetings again for a member who returns to the team. `zone` is the member's zone after the return; null =
 * the stored zone stays.
 */
const replanBeforeReturn = async (
  { deps, records, place: { teamId } }: Target,
  { memberId, timezone, isEnabled }: TeamMember,
  zone: ZoneId | null,
): Promise<void> => {
  if (zone !== null && zone !== timezone) await replanForZone(deps, records, { memberId, teamIds: [teamId], zone });
  if (isEnabled) await replanForReturn(deps, records, { teamId, memberId, timezone: zone ?? timezone });
};

const teamChange = async (target: Target, { memberId, person, isNew }: Entry): Promise<TeamChange[]> => {
  const { deps, place, records } = target;
  const { teamId } = place;
  const existing = await records.get(teamMember, { teamId, memberId });
  const isReturn = existing !== undefined && existing.value.leftOn !== null;
  if (!isNew && existing?.value.leftOn !== null) await copyVacations(deps, records, { teamId, memberId, isReturn });
  if (existing === undefined) {
    const row = await buildTeamMemberRow(records, place, { memberId, ...asNew(person) }, isNew);
    const step = records.insertStep(teamMember, { teamId, memberId }, row);
    return [{ step, joiner: row.name, returner: null, withSettings: isNew ? null : row }];
  }
  const settings = isReturn ? await settingsAfterReturn(records, memberId) : {};
  if (isReturn) await replanBeforeReturn(target, existing.value, settings.timezone ?? null);
  const next = mergeChanges(existing.value, { ...sentFields(person), ...settings, leftOn: null });
  if (next === undefined) return [];
  const step = records.replaceStep(teamMember, { teamId, memberId }, next, existing.etag);
  return isReturn
    ? [{ step, joiner: next.name, returner: memberId, withSettings: 'timezone' in settings ? next : null }]
    : [{ step, joiner: null, returner: null, withSettings: null }];
};

/**
 * Adds a batch of people to the team. The directory rows are written first, then the organisation's rows and the access
 * to the team, last the team's own rows.
 */
const joinBatch = async (target: Target, people: readonly Person[]): Promise<MemberId[]> => {
  const { records } = target;
  const joinedMembers = await Promise.all(
    people.map(async (person) => {
      const memberId = await memberIdOf(target, person.oid);
      const [member, access] = await Promise.all([
        memberSteps(target, memberId, person),
        accessSteps(target, memberId),
      ]);
      return { entry: { memberId, person, isNew: member.isNew }, steps: [...member.steps, ...access] };
    }),
  );
  await records.transact(joinedMembers.flatMap((item) => item.steps));
  const changes = (await Promise.all(joinedMembers.map(({ entry }) => teamChange(target, entry)))).flat();
  const joiners = changes.flatMap(({ joiner }) => (joiner === null ? [] : [joiner]));
  const write = (): Promise<void> =>
    records.transact([
      ...changes.map((change) => change.step),
      ...rosterLog(target, 'activity.membersJoined', joiners),
    ]);
  const memberIds = changes.flatMap(({ returner }) => (returner === null ? [] : [returner]));
  await (memberIds.length === 0 ? write() : changeMembership(target.deps, { ...target.place, memberIds }, write));
  const { deps, place } = target;
  await Promise.all(
    changes.flatMap(({ withSettings: row }) =>
      row === null ? [] : [copySettingsChangedOnJoin(deps, records, place.teamId, row)],
    ),
  );
  return joinedMembers.map(({ entry }) => entry.memberId);
};

/**
 * Adds new and returning people to the team, and updates changed names and addresses. Returns the ids of all these
 * members. A repeated call changes nothing.
 */
export const joinTeam = async (
  deps: RosterDeps,
  place: TeamPlace,
  people: readonly RosterPerson[],
): Promise<MemberId[]> => {
  const ids: MemberId[] = [];
  for (const batch of batches(usable(deps, place, people)))
    ids.push(...(await retryOnConflict(() => joinBatch(targetOf(deps, place), batch))));
  return ids;
};

/**
 * Adds this person to the organisation, but to no team. Returns the member's id; undefined for a person without an
 * object id.
 */
export const joinOrg = async (
  deps: RosterDeps,
  place: TeamPlace,
  rosterPerson: RosterPerson,
): Promise<MemberId | undefined> => {
  const [person] = usable(deps, place, [rosterPerson]);
  if (person === undefined) return undefined;
  const target = targetOf(deps, place);
  return retryOnConflict(async () => {
    const memberId = await memberIdOf(target, person.oid);
    // The row of a known person stays unchanged, because data from a roster is more reliable than data from an
    // activity.
    const { isNew, steps } = await memberSteps(target, memberId, person);
    if (isNew) await target.records.transact(steps);
    return memberId;
  });
};

/** Updates the team's members from its whole roster, page by page. */
export const syncRoster = async (
  deps: RosterDeps,
  place: TeamPlace,
  pages: AsyncIterable<readonly RosterPerson[]>,
): Promise<void> => {
  // Only members who were in the team before the roster was read can be missing in it. A member who joins while it is
  // read must not be removed.
  const before = await listAllMembers(inOrg(deps.store, place.orgId), place.teamId);
  const inRoster = new Set<MemberId>();
  for await (const page of pages) for (const memberId of await joinTeam(deps, place, page)) inRoster.add(memberId);
  // An empty roster is a fault of Teams. It does not mean that all members left, so no member is removed.
  if (inRoster.size === 0) {
    deps.log.warn('roster.empty', { orgId: place.orgId, teamId: place.teamId });
    return;
  }
  const present = before.filter((row) => row.value.leftOn === null).map((row) => row.value.memberId);
  await leaveTeam(
    deps,
    place,
    present.filter((memberId) => !inRoster.has(memberId)),
  );
};
