import type { OutputOf, ParsedOf } from '#contracts/core/endpoint.ts';
import type {
  deleteOrg as deleteOrgCall,
  undeleteOrg as undeleteOrgCall,
} from '#contracts/dataLifecycle/deletionAndErasureCalls.ts';
import { AppError } from '#contracts/core/errorCodesAndAppError.ts';
import { orgId as orgIdSchema } from '#contracts/core/idDateAndZoneSchemas.ts';
import type { OrgId } from '#contracts/core/idDateAndZoneSchemas.ts';
import { hourMs, msOf, toInstant } from '../../domain/core/zonedTimeAndCalendarDates.ts';
import { inOrg, outside } from '../../store/recordKindsAndAccess.ts';
import type { Stored, ValueOf } from '../../store/recordKindsAndAccess.ts';
import { orgIndex } from '../../store/kinds/organisations/organisationIndex.ts';
import { org as orgKind } from '../../store/kinds/organisations/organisation.ts';
import { orgUser } from '../../store/kinds/organisations/organisationUserAndMember.ts';
import { deletionJob } from '../../store/kinds/dataLifecycle/deletionJob.ts';
import { tokenFamily } from '../../store/kinds/identity/refreshTokenFamily.ts';
import type { orgStates } from '#contracts/organisations/organisationCalls.ts';
import { isConflict, prefixRange } from '../../store/tableStorePort.ts';
import { activityStep, auditedActionSteps } from '../core/activityLogStepsAndTexts.ts';
import type { Actor } from '../core/actor.ts';
import { forEachInBatches, removeRange } from '../runs/deleteAndScanInBatches.ts';
import { insertDeletionJob, runDeletionJob } from './planAndRunDeletionJobs.ts';
import type { DeletionJob, DeletionJobDeps } from './planAndRunDeletionJobs.ts';
import { codeInvalid, findCode } from '../identity/emailLinkCodes.ts';
import type { CodeDeps } from '../identity/emailLinkCodes.ts';
import type { Limiter } from '../rateLimits/storedRateLimiter.ts';
import type { Origin } from '../identity/passwordLoginAndUserDetails.ts';
import { ownOrNamedOrganisation } from '../tenancy/ownOrNamedOrganisation.ts';
import { mergeChanges, updateRow, updateWithLog } from '../core/optimisticUpdate.ts';
import { requireRecentSignIn } from '../identity/authenticateRequestAndRequireProof.ts';
import { findActiveOrganisation } from '../tenancy/activeOrganisationAndTeams.ts';
import { productName } from '#contracts/core/limitsAndProductConstants.ts';

export type OrgDeletionDeps = DeletionJobDeps & CodeDeps & { readonly limiter: Pick<Limiter, 'take'> };

type OrgState = (typeof orgStates)[number];

const keptMs = 7 * 24 * hourMs;

/**
 * Changes the state in the index row, which lists and jobs read. Access depends only on the organisation's own row,
 * which is written afterwards.
 */
const setIndex = async (
  deps: OrgDeletionDeps,
  orgId: OrgId,
  from: readonly OrgState[],
  state: OrgState,
): Promise<void> => {
  await updateRow(outside(deps.store), orgIndex, { orgId }, (row) =>
    from.includes(row.state) ? mergeChanges(row, { state }) : undefined,
  );
};

/**
 * Deletes an organisation: its people lose access from the next request, its open runs are cancelled, and every admin
 * gets an email with a link to restore it. The deletion job is stored first, so that any instance can finish after a
 * crash.
 */
export const deleteOrg = async (
  deps: OrgDeletionDeps,
  actor: Actor,
  { orgId: named }: ParsedOf<typeof deleteOrgCall>,
): Promise<OutputOf<typeof deleteOrgCall>> => {
  const { records, organisation } = await ownOrNamedOrganisation(deps, actor, named);
  requireRecentSignIn(deps, actor);
  const { orgId, state: fromState } = organisation;
  const now = deps.clock.now();
  const startedAt = toInstant(now);
  const until = toInstant(now + keptMs);
  const key = { target: 'ORG', id: orgId } as const;
  const job: DeletionJob = {
    ...{ ...key, orgId, teamId: null, userId: null, person: null, actor: actor.name, fromState },
    ...{ phase: 'STOP', deletionId: deps.newId(), startedAt, notBefore: startedAt, until, failures: 0 },
  };
  // The check is repeated just before the job is stored. If another caller has deleted the organisation meanwhile, that
  // caller's job must stay, because the links in its emails refer to it.
  await insertDeletionJob(deps, job, () => ownOrNamedOrganisation(deps, actor, named));
  await setIndex(deps, orgId, ['ACTIVE', 'DEACTIVATED'], 'DELETING');
  const isDone = await updateWithLog(records, orgKind, undefined, {
    change: (row) =>
      row.state === 'ACTIVE' || row.state === 'DEACTIVATED' ? mergeChanges(row, { state: 'DELETING' }) : undefined,
    log: () =>
      auditedActionSteps(records, actor, {
        ...{ teamId: null, objectId: orgId, eventKey: deps.newId(), atMs: now },
        message: 'activity.orgDeleted',
      }),
  });
  // Another caller deleted the organisation first.
  if (!isDone) throw new AppError('NOT_FOUND');
  await runDeletionJob(deps, key);
  return { id: orgId, restorableUntil: until };
};

type Deletion = Stored<ValueOf<typeof deletionJob>>;

const deletionOf = (deps: Pick<OrgDeletionDeps, 'store'>, orgId: OrgId): Promise<Deletion | undefined> =>
  outside(deps.store).get(deletionJob, { target: 'ORG', id: orgId });

/**
 * Ends every sign-in of the organisation's people, so that older tokens stay invalid after the restore: a stolen token
 * may have caused the deletion. A person who is also in another organisation must sign in there again.
 */
const endSignIns = async (deps: OrgDeletionDeps, orgId: OrgId): Promise<void> => {
  const users = await inOrg(deps.store, orgId).list(orgUser, undefined, prefixRange('user|'));
  await forEachInBatches(
    deps,
    users.map((row) => row.value.userId),
    (userId) =>
      removeRange(deps, { table: 'Accounts', pk: tokenFamily.partition(null, { userId }) }, prefixRange('fam|')),
  );
};

/**
 * Gives the organisation its former state again, and ends all sessions of its people. Returns false if its rows are
 * already being removed or there is nothing to restore.
 */
const restore = async (deps: OrgDeletionDeps, orgId: OrgId, deletion: Deletion, actor: string): Promise<boolean> => {
  const records = inOrg(deps.store, orgId);
  const state = deletion.value.fromState === 'DEACTIVATED' ? 'DEACTIVATED' : 'ACTIVE';
  const by = { actor, atMs: deps.clock.now(), eventKey: deps.newId() };
  // The sessions end before the state changes, so that after an interruption in between, the same link can still finish
  // the restore.
  if ((await findActiveOrganisation(records)) === undefined) await endSignIns(deps, orgId);
  const isBack = await updateWithLog(records, orgKind, undefined, {
    change: (row) => (row.state === 'DELETING' ? mergeChanges(row, { state }) : undefined),
    log: () => [activityStep(records, { teamId: null, objectId: orgId, ...by, message: 'activity.orgRestored' })],
  });
  const existing = (await records.get(orgKind, undefined))?.value;
  if (existing?.state !== 'ACTIVE' && existing?.state !== 'DEACTIVATED') return false;
  await setIndex(deps, orgId, ['DELETING'], existing.state);
  try {
    await outside(deps.store).delete(deletionJob, deletion.value, deletion.etag);
  } catch (error) {
    // The deletion job has changed its row meanwhile. This is no error: the job will find the organisation active and
    // end by itself.
    if (!isConflict(error)) throw error;
  }
  return isBack || existing.state === state;
};

const nameOf = async (deps: OrgDeletionDeps, orgId: OrgId): Promise<string> =>
  (await inOrg(deps.store, orgId).get(orgKind, undefined))?.value.name ?? '';

/**
 * Restores an organisation by the link of the email. If the organisation is already restored, the call succeeds again,
 * because mail programs may open a link several times.
 */
const restoreByCode = async (deps: OrgDeletionDeps, code: string, { address }: Origin): Promise<OrgId> => {
  const row = await findCode(deps, 'UNDELETE', code);
  if (row === undefined) {
    await deps.limiter.take('code', address);
    throw codeInvalid();
  }
  const orgId = orgIdSchema.parse(row.value.subject);
  const deletion = await deletionOf(deps, orgId);
  if (deletion === undefined) {
    const state = (await inOrg(deps.store, orgId).get(orgKind, undefined))?.value.state;
    if (state === 'ACTIVE' || state === 'DEACTIVATED') return orgId;
    throw codeInvalid();
  }
  const isOfThis = deletion.value.deletionId === row.value.payload['deletion'];
  if (!isOfThis || msOf(deletion.value.until) <= deps.clock.now()) throw codeInvalid();
  if (!(await restore(deps, orgId, deletion, productName))) throw codeInvalid();
  return orgId;
};

/**
 * Restores an organisation for a superadmin. This is possible even after the deadline of the link, as long as none of
 * its rows has been removed.
 */
const restoreByName = async (
  deps: OrgDeletionDeps,
  orgId: OrgId,
  caller: () => Promise<Actor | undefined>,
): Promise<OrgId> => {
  const actor = await caller();
  if (actor === undefined) throw new AppError('UNAUTHENTICATED');
  if (actor.role !== 'superadmin') throw new AppError('NOT_FOUND');
  const deletion = await deletionOf(deps, orgId);
  if (deletion === undefined || !(await restore(deps, orgId, deletion, actor.name))) throw new AppError('NOT_FOUND');
  return orgId;
};

/**
 * Restores an organisation that is pending deletion, by the code of an email or, for a superadmin, by its id. Throws
 * CODE_INVALID for a wrong or expired code, and NOT_FOUND if the caller is no superadmin or there is nothing to
 * restore.
 */
export const undeleteOrg = async (
  deps: OrgDeletionDeps,
  { code, orgId }: ParsedOf<typeof undeleteOrgCall>,
  { address, actor }: Origin & { readonly actor: () => Promise<Actor | undefined> },
): Promise<OutputOf<typeof undeleteOrgCall>> => {
  if (orgId !== undefined) return { name: await nameOf(deps, await restoreByName(deps, orgId, actor)) };
  return { name: await nameOf(deps, await restoreByCode(deps, code ?? '', { address })) };
};
