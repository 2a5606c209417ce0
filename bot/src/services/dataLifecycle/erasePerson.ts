import { AppError } from '#contracts/core/errorCodesAndAppError.ts';
import type { Instant, MemberId, OrgId, TeamId, UserId } from '#contracts/core/idDateAndZoneSchemas.ts';
import type { MessageKey, Translate } from '#contracts/text/translateAndMessageKeyTypes.ts';
import { lateRequestMs } from '../../domain/dataLifecycle/lateRequestMs.ts';
import { hourMs, minuteMs, msOf, toInstant } from '../../domain/core/zonedTimeAndCalendarDates.ts';
import { inOrg, outside } from '../../store/recordKindsAndAccess.ts';
import type { RecordStep, ValueOf } from '../../store/recordKindsAndAccess.ts';
import { membership } from '../../store/kinds/identity/membership.ts';
import { profile as profileKind } from '../../store/kinds/identity/accountProfileAndPassword.ts';
import { memberTeam, teamMemberPointer } from '../../store/kinds/organisations/teamsOfMemberAndMembersOfTeam.ts';
import { org as orgKind } from '../../store/kinds/organisations/organisation.ts';
import { orgMember, orgUser } from '../../store/kinds/organisations/organisationUserAndMember.ts';
import type { deletionJob } from '../../store/kinds/dataLifecycle/deletionJob.ts';
import { teamMember } from '../../store/kinds/people/teamMember.ts';
import { prefixRange } from '../../store/tableStorePort.ts';
import { activityStep } from '../core/activityLogStepsAndTexts.ts';
import type { Actor } from '../core/actor.ts';
import { removeRange, listTeamsOf } from '../runs/deleteAndScanInBatches.ts';
import type { BatchedDeletionDeps } from '../runs/deleteAndScanInBatches.ts';
import { deleteRows } from '../runs/writeOutboxAndDueRows.ts';
import { mergeChanges, updateRow } from '../core/optimisticUpdate.ts';
import { changeWithAdminGuard, requireOtherAdmin, roleOfHolder } from '../tenancy/lastAdminGuardAndRoles.ts';
import type { GuardDeps, Holder } from '../tenancy/lastAdminGuardAndRoles.ts';
import { requireRecentSignIn } from '../identity/authenticateRequestAndRequireProof.ts';
import { findActiveOrganisation } from '../tenancy/activeOrganisationAndTeams.ts';
import { changeMembership } from '../runs/updateOpenRunsOnTeamChange.ts';
import { endAccount, leaveAccount, releaseMember } from './endAccountAndReleaseMember.ts';
import { isCountingFor, removeCodes } from './deleteQueuedWorkAndCodes.ts';
import { findAllNamesOfPerson } from './findAllNamesOfPerson.ts';
import { eraseInOrg, eraseInTeam, eraseNamesInTeam } from './erasePersonInOrganisation.ts';
import { eraseInEmails, eraseInJobs } from './eraseNamesInEmailsAndJobs.ts';

// Erases a person. First all memberships end, so that the person can no longer act and no run asks the person. Then the
// remaining data is erased, row by row. A request that began before may still store a row afterwards, so the job repeats
// the erasure when no such request can take effect any more.

export interface ErasingDeps extends BatchedDeletionDeps, GuardDeps {
  readonly translateFor: (locale: string) => Translate;
}

type DeletionJobRow = ValueOf<typeof deletionJob>;
type Person = NonNullable<DeletionJobRow['person']>;
type Place = Person['places'][number];

/**
 * Returns the text that replaces the person's name. The text is English, because readers of all languages see the rows.
 */
const formerMember = ({ translateFor }: ErasingDeps): string => translateFor('en')('privacy.formerMember');

const holderIn = async (
  deps: ErasingDeps,
  orgId: OrgId,
  userId: UserId,
  memberId: MemberId | null,
): Promise<Holder> => {
  const records = inOrg(deps.store, orgId);
  const [user, member] = await Promise.all([
    records.get(orgUser, { userId }),
    memberId === null ? undefined : records.get(orgMember, { memberId }),
  ]);
  return { user, member };
};

const removalSteps = (deps: ErasingDeps, orgId: OrgId, { user, member }: Holder): RecordStep[] => {
  const records = inOrg(deps.store, orgId);
  const name = formerMember(deps);
  const by = { teamId: null, objectId: orgId, actor: name, eventKey: deps.newId(), atMs: deps.clock.now() };
  const without = member === undefined ? undefined : mergeChanges(member.value, { userId: null, role: 'user' });
  if (user === undefined && without === undefined) return [];
  return [
    ...(user === undefined ? [] : [records.deleteStep(orgUser, { userId: user.value.userId })]),
    ...(member === undefined || without === undefined
      ? []
      : [records.replaceStep(orgMember, { memberId: without.memberId }, without, member.etag)]),
    activityStep(records, { ...by, message: 'activity.personErased' satisfies MessageKey, values: { name } }),
  ];
};

/**
 * Ends a person's membership in an organisation. Throws LAST_ADMIN if the organisation is active and the person is its
 * last admin.
 */
const leaveOrg = async (deps: ErasingDeps, userId: UserId, { orgId, memberId }: Place): Promise<void> => {
  if ((await inOrg(deps.store, orgId).get(orgKind, undefined)) === undefined) return;
  await changeWithAdminGuard(deps, orgId, async (records) => {
    const holder = await holderIn(deps, orgId, userId, memberId);
    const steps = removalSteps(deps, orgId, holder);
    const isActive = (await findActiveOrganisation(records)) !== undefined;
    return steps.length === 0
      ? undefined
      : { steps, dethroned: isActive && roleOfHolder(holder) === 'admin' ? holder : null };
  });
};

/** Removes the member from a team and from its open runs, so that no run expects an answer. */
const leaveTeam = async (deps: ErasingDeps, orgId: OrgId, teamId: TeamId, memberId: MemberId): Promise<void> => {
  const records = inOrg(deps.store, orgId);
  await changeMembership(deps, { orgId, teamId, memberIds: [memberId] }, async () => {
    const key = { teamId, memberId };
    await deleteRows(deps.store, memberTeam.table, [memberTeam.at(orgId, key), teamMemberPointer.at(orgId, key)]);
    const leftOn = toInstant(deps.clock.now());
    await updateRow(records, teamMember, key, (row) =>
      row.leftOn === null ? { ...row, leftOn, isEnabled: false } : undefined,
    );
  });
};

const endSessions = async (deps: ErasingDeps, userId: UserId): Promise<void> => {
  await updateRow(outside(deps.store), profileKind, { userId }, (row) => ({
    ...row,
    sessionEpoch: row.sessionEpoch + 1,
  }));
  await removeRange(deps, { table: 'Accounts', pk: profileKind.at(null, { userId }).pk }, prefixRange('fam|'));
};

/**
 * Ends the memberships to erase and, if the account has no others, its sessions. Afterwards no sign-in acts as the
 * person in these organisations, and no run there asks the person.
 */
const stopPerson = async (deps: ErasingDeps, userId: UserId, { places, isWhole }: Person): Promise<void> => {
  for (const place of places) await leaveOrg(deps, userId, place);
  if (isWhole) await endSessions(deps, userId);
  else for (const { orgId } of places) await leaveAccount(deps, userId, orgId, new Set([orgId]));
  for (const { orgId, memberId } of places)
    if (memberId !== null)
      for (const { teamId } of await listTeamsOf(deps, orgId)) {
        const row = await inOrg(deps.store, orgId).get(teamMember, { teamId, memberId });
        if (row?.value.leftOn === null) await leaveTeam(deps, orgId, teamId, memberId);
      }
};

type PhaseEnd =
  | { readonly is: 'DONE'; readonly person?: Person }
  | { readonly is: 'DROP' }
  | { readonly is: 'LATER'; readonly notBefore: Instant }
  | { readonly is: 'REPEAT'; readonly notBefore: Instant };
const done: PhaseEnd = { is: 'DONE' };

const memberPlaces = ({ places }: Person) =>
  places.flatMap((place) => (place.memberId === null ? [] : [{ ...place, memberId: place.memberId }]));

const queues = async (
  deps: ErasingDeps,
  { startedAt, isRepetition }: DeletionJobRow,
  userId: UserId,
  person: Person,
): Promise<PhaseEnd> => {
  const members = memberPlaces(person);
  const isPatienceOver = deps.clock.now() >= msOf(startedAt) + hourMs;
  for (const { orgId, memberId } of members)
    if (!isPatienceOver && (await isCountingFor(deps, orgId, memberId)))
      return { is: 'LATER', notBefore: toInstant(deps.clock.now() + minuteMs) };
  const account = person.isWhole ? [userId] : [];
  const ids = [
    ...account,
    ...members.flatMap((member) => [member.memberId, ...(member.oid === null ? [] : [member.oid])]),
  ];
  // The address is free after the first erasure, so a repetition keeps the emails of a new account.
  const addresses = person.isWhole && person.email !== '' && isRepetition !== true ? [person.email] : [];
  await removeCodes(deps, { ids: new Set<string>(ids), addresses, orgId: null, endAccount: () => Promise.resolve() });
  // The next phases remove the rows in which earlier names are found, so the deletion job stores these names.
  const names = await findAllNamesOfPerson(deps, { ...person, userId }, formerMember(deps));
  return { is: 'DONE', person: { ...person, names } };
};

const inTeams = async (
  deps: ErasingDeps,
  { startedAt }: DeletionJobRow,
  userId: UserId,
  { names, places }: Person,
): Promise<void> => {
  const who = { names, replacement: formerMember(deps) };
  for (const { orgId, memberId } of places)
    for (const { teamId } of await listTeamsOf(deps, orgId)) {
      if (memberId !== null) await eraseInTeam(deps, { orgId, teamId }, { ...who, memberId }, startedAt);
      await eraseNamesInTeam(deps, { orgId, teamId }, { ...who, userId });
    }
};

const inOrgs = async (deps: ErasingDeps, userId: UserId, { places, names, isWhole }: Person): Promise<void> => {
  const who = { names, replacement: formerMember(deps) };
  for (const { orgId, memberId } of places) {
    await eraseInOrg(deps, orgId, { ...who, memberId, userId, isWhole });
    await eraseInEmails(deps, orgId, who);
  }
  const orgIds = new Set(places.map(({ orgId }) => orgId));
  await eraseInJobs(deps, orgIds, who);
};

const directory = async (deps: ErasingDeps, userId: UserId, { places, email, isWhole }: Person): Promise<void> => {
  for (const place of places) await releaseMember(deps, place.orgId, place);
  if (isWhole) await endAccount(deps, userId, email);
};

export const runPersonPhase = async (deps: ErasingDeps, row: DeletionJobRow): Promise<PhaseEnd> => {
  const { userId, person, phase } = row;
  if (userId === null || person === null) return { is: 'DROP' };
  switch (phase) {
    case 'STOP':
      try {
        await stopPerson(deps, userId, person);
        return done;
      } catch (error) {
        // If the other admins left at the same moment, the person is now the last admin: the job ends, and the caller
        // gets LAST_ADMIN.
        if (error instanceof AppError && error.code === 'LAST_ADMIN') return { is: 'DROP' };
        throw error;
      }
    case 'QUEUES':
      return queues(deps, row, userId, person);
    case 'TEAMS':
      await inTeams(deps, row, userId, person);
      return done;
    case 'ROWS':
      await inOrgs(deps, userId, person);
      return done;
    case 'PEOPLE':
      await directory(deps, userId, person);
      return row.isRepetition === true
        ? done
        : { is: 'REPEAT', notBefore: toInstant(deps.clock.now() + lateRequestMs) };
    case 'LEDGER':
      return done;
  }
};

const nameOf = ({ firstName, lastName }: ValueOf<typeof profileKind>): string => `${firstName} ${lastName}`.trim();

type Memberships = Awaited<ReturnType<typeof membershipsOf>>;

const membershipsOf = ({ store }: ErasingDeps, userId: UserId) =>
  outside(store).list(membership, { userId }, prefixRange('m|'));

/**
 * Returns the person's membership in one organisation, and the names and email addresses that are stored there. Throws
 * LAST_ADMIN if the person is the last admin of an active organisation.
 */
const placeIn = async (
  deps: ErasingDeps,
  orgId: OrgId,
  userId: UserId,
  rows: Memberships,
): Promise<{ readonly place: Place; readonly names: readonly string[] }> => {
  const records = inOrg(deps.store, orgId);
  const seat = (await records.get(orgUser, { userId }))?.value;
  const existing = rows.map((row) => row.value).find((item) => item.orgId === orgId && item.memberId !== null);
  const memberId = seat?.memberId ?? existing?.memberId ?? null;
  const holder = await holderIn(deps, orgId, userId, memberId);
  const organisation = await findActiveOrganisation(records);
  if (organisation !== undefined && roleOfHolder(holder) === 'admin')
    await requireAnother(deps, orgId, holder, organisation.name);
  const names: string[] = [];
  if (memberId !== null)
    for (const { teamId } of await listTeamsOf(deps, orgId)) {
      const copy = await records.get(teamMember, { teamId, memberId });
      if (copy !== undefined) names.push(copy.value.name, copy.value.email);
    }
  const member = holder.member?.value;
  if (member !== undefined) names.push(member.name, member.email);
  return { names, place: { orgId, memberId, tid: member?.tid ?? null, oid: member?.oid ?? null } };
};

/**
 * Returns all memberships, names and addresses of the person. Throws LAST_ADMIN if the person is the last admin of one
 * of the organisations. `confinedTo` limits the memberships to one organisation; null = all.
 */
const personOf = async (deps: ErasingDeps, userId: UserId, confinedTo: OrgId | null): Promise<Person> => {
  const account = (await outside(deps.store).get(profileKind, { userId }))?.value;
  if (account === undefined) throw new AppError('NOT_FOUND');
  const rows = await membershipsOf(deps, userId);
  const orgs = new Set(rows.map((row) => row.value.orgId));
  const opened = [...orgs].filter((orgId) => confinedTo === null || orgId === confinedTo);
  // An earlier call has already ended this membership. The job of that call must not be replaced by a job without a
  // membership.
  if (confinedTo !== null && opened.length === 0) throw new AppError('NOT_FOUND');
  const places = await Promise.all(opened.map((orgId) => placeIn(deps, orgId, userId, rows)));
  const names = new Set([nameOf(account), account.email, ...places.flatMap((item) => item.names)]);
  names.delete('');
  const isWhole = opened.length === orgs.size;
  return { names: [...names], email: account.email, isWhole, places: places.map((item) => item.place) };
};

const requireAnother = async (deps: ErasingDeps, orgId: OrgId, holder: Holder, name: string): Promise<void> => {
  try {
    await requireOtherAdmin(deps, inOrg(deps.store, orgId), holder);
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'LAST_ADMIN') throw error;
    throw new AppError('LAST_ADMIN', { message: 'privacy.lastAdmin', values: { organisation: name } });
  }
};

/**
 * Returns the row of the person's deletion job, without storing it. Throws REAUTH if the sign-in is too old, and
 * LAST_ADMIN if the person is the last admin of an organisation.
 */
export const planErasure = async (
  deps: ErasingDeps,
  actor: Actor,
): Promise<DeletionJobRow & { readonly userId: UserId }> => {
  requireRecentSignIn(deps, actor);
  if (actor.userId === null) throw new AppError('NOT_FOUND');
  const { userId } = actor;
  // If only a Microsoft tenant proved the person's identity, the person is erased only in the organisation of that
  // tenant; null = everywhere.
  const confinedTo = actor.signIn?.confinedTo ?? null;
  const person = await personOf(deps, userId, confinedTo);
  // An erasure in one organisation has its own job id, because the person may request the erasure of the whole account
  // before that job ends, or join again as another member and request a second erasure there.
  const ids = person.places.map(({ orgId, memberId }) => `-${orgId}-${memberId ?? ''}`);
  const id = `${userId}${confinedTo === null ? '' : ids.join('')}`;
  const now = toInstant(deps.clock.now());
  return {
    ...{ target: 'PERSON', id, orgId: null, teamId: null, userId, phase: 'STOP', fromState: null, person },
    ...{ deletionId: deps.newId(), notBefore: now, until: now, startedAt: now, failures: 0, actor: formerMember(deps) },
  };
};
