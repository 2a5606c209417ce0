import { AppError } from '#contracts/core/errorCodesAndAppError.ts';
import { orgId as orgIdSchema, teamId as teamIdSchema } from '#contracts/core/idDateAndZoneSchemas.ts';
import type { OrgId, TeamId } from '#contracts/core/idDateAndZoneSchemas.ts';
import { productName } from '#contracts/core/limitsAndProductConstants.ts';
import { hourMs, toInstant } from '../../domain/core/zonedTimeAndCalendarDates.ts';
import { inOrg, outside } from '../../store/recordKindsAndAccess.ts';
import type { Stored, ValueOf } from '../../store/recordKindsAndAccess.ts';
import { orgIndex } from '../../store/kinds/organisations/organisationIndex.ts';
import { tenantOrg, threadTeam } from '../../store/kinds/organisations/organisationLookups.ts';
import { org as orgKind } from '../../store/kinds/organisations/organisation.ts';
import { orgTeam, team as teamKind } from '../../store/kinds/organisations/teamAndChannel.ts';
import { isConflict } from '../../store/tableStorePort.ts';
import { activityStep } from '../core/activityLogStepsAndTexts.ts';
import { roomParts } from '../../domain/core/chatAddressParts.ts';
import type { Thread, ThreadRef } from '../tenancy/chatEventTypesAndTextRepair.ts';
import type { Deps } from '../core/deps.ts';
import type { TeamPlace } from './memberRowAndVacationsOnJoin.ts';
import { findPendingDeletion, pendingDeletionValues } from '../tenancy/findPendingDeletionAndError.ts';
import { getOrInsert, retryOnConflict } from '../core/optimisticUpdate.ts';
import { findActiveOrganisation } from '../tenancy/activeOrganisationAndTeams.ts';

// Finds or creates the organisation of a tenant and the team of a thread. The directory rows are written first: of
// several concurrent installs, one inserts them, and the others use its rows. If a crash left rows out, the next
// install writes them.

export type DirectoryDeps = Pick<Deps, 'store' | 'clock' | 'newId' | 'trialDays'>;
export type TeamRow = ValueOf<typeof teamKind>;

export interface NewOrg {
  readonly orgId: OrgId;
  readonly name: string;
  /** Tenant of the organisation; null if it was registered on the web and is not connected with a tenant yet. */
  readonly tid: string | null;
  readonly actor: string;
}

/** Creates an organisation in its trial, with its first log entry. An existing organisation is not changed. */
export const createOrg = async (deps: DirectoryDeps, { orgId, name, tid, actor }: NewOrg): Promise<void> => {
  const records = inOrg(deps.store, orgId);
  const now = deps.clock.now();
  const trialEndsAt = toInstant(now + deps.trialDays * 24 * hourMs);
  await getOrInsert(outside(deps.store), orgIndex, { orgId }, () => ({
    orgId,
    name,
    state: 'ACTIVE' as const,
    trialEndsAt,
  }));
  const settings = { retentionDays: null, requireSecondFactor: false, microsoftOnly: false };
  const row = { orgId, name, tid, trialEndsAt, state: 'ACTIVE', isAutomatic: tid !== null, ...settings } as const;
  const message = tid === null ? 'activity.orgRegistered' : 'activity.orgCreated';
  const by = { actor, atMs: now, eventKey: deps.newId() };
  try {
    await records.transact([
      records.insertStep(orgKind, undefined, { ...row, createdOn: toInstant(now) }),
      activityStep(records, { teamId: null, objectId: orgId, ...by, message, values: { name } }),
    ]);
  } catch (error) {
    // Another call created the same organisation first, which is no error.
    if (!isConflict(error)) throw error;
  }
};

/**
 * Returns the error for an install in a deleted organisation. As long as it can be restored, its tenant gets no new
 * organisation; once its rows are removed, the tenant is free for a new one.
 */
const refusedInstall = async (deps: DirectoryDeps, orgId: OrgId): Promise<AppError> => {
  const pendingDeletion = await findPendingDeletion(deps, orgId);
  return pendingDeletion === undefined
    ? new AppError('FORBIDDEN', { message: 'install.orgDeleted' })
    : new AppError('FORBIDDEN', { message: 'install.orgDeleting', values: pendingDeletionValues(pendingDeletion) });
};

/**
 * Returns the organisation of a tenant. For an unknown tenant it creates an organisation in trial, named after the
 * team. Throws FORBIDDEN if the organisation is deleted or pending deletion.
 */
export const getOrCreateOrg = async (deps: DirectoryDeps, tid: string, name: string): Promise<OrgId> => {
  const guard = await getOrInsert(outside(deps.store), tenantOrg, { tid }, () => ({
    orgId: orgIdSchema.parse(deps.newId()),
    tid,
  }));
  const { orgId } = guard.value;
  const row = await inOrg(deps.store, orgId).get(orgKind, undefined);
  if (row === undefined) await createOrg(deps, { orgId, tid, name, actor: productName });
  else if ((await findActiveOrganisation(inOrg(deps.store, orgId))) === undefined)
    throw await refusedInstall(deps, orgId);
  return orgId;
};

/**
 * Returns the id of the team of a thread. If the directory row leads to another organisation or to a deleted team, it
 * is replaced by one to a new team.
 */
const teamIdOf = async (deps: DirectoryDeps, orgId: OrgId, thread: ThreadRef): Promise<TeamId> => {
  const records = outside(deps.store);
  const key = { tid: thread.tid, threadId: thread.threadId };
  const created = { orgId, teamId: teamIdSchema.parse(deps.newId()) };
  return retryOnConflict(async () => {
    const guard = await getOrInsert(records, threadTeam, key, () => created);
    const { teamId } = guard.value;
    const team = guard.value.orgId === orgId ? await inOrg(deps.store, orgId).get(orgTeam, { teamId }) : undefined;
    if (guard.value.orgId === orgId && team?.value.state !== 'DELETED') return teamId;
    await records.replace(threadTeam, key, created, guard.etag);
    return created.teamId;
  });
};

/**
 * Returns the id of the team of a thread, and creates the team if it is missing. A new team is DISCONNECTED until its
 * install is finished.
 */
export const getOrCreateTeam = async (
  deps: DirectoryDeps,
  orgId: OrgId,
  thread: Thread,
  name: string,
): Promise<TeamId> => {
  const teamId = await teamIdOf(deps, orgId, thread);
  const records = inOrg(deps.store, orgId);
  await getOrInsert(records, orgTeam, { teamId }, () => ({ teamId, name, state: 'DISCONNECTED' as const }));
  await getOrInsert(records, teamKind, { teamId }, () => ({
    teamId,
    name,
    state: 'DISCONNECTED' as const,
    kind: thread.kind,
    tid: thread.tid,
    threadId: thread.threadId,
    serviceUrl: roomParts(thread.address).endpoint,
    language: null,
    createdOn: toInstant(deps.clock.now()),
  }));
  return teamId;
};

export interface FoundTeam {
  readonly place: TeamPlace;
  readonly team: Stored<TeamRow>;
}

/**
 * Returns the team of an installed thread. Undefined for an unknown thread, and if the organisation is not active or
 * the team is deleted.
 */
export const findTeam = async (deps: Pick<Deps, 'store'>, thread: ThreadRef): Promise<FoundTeam | undefined> => {
  const { tid, threadId } = thread;
  const guard = await outside(deps.store).get(threadTeam, { tid, threadId });
  if (guard === undefined) return undefined;
  const { orgId, teamId } = guard.value;
  const records = inOrg(deps.store, orgId);
  const [organisation, team] = await Promise.all([findActiveOrganisation(records), records.get(teamKind, { teamId })]);
  if (organisation === undefined || team === undefined || team.value.state === 'DELETED') return undefined;
  return { place: { orgId, teamId, tid, serviceUrl: roomParts(thread.address).endpoint }, team };
};
