import { AppError } from '#contracts/core/errorCodesAndAppError.ts';
import type { Instant, OrgId, TeamId } from '#contracts/core/idDateAndZoneSchemas.ts';
import { shardOf } from '../../domain/core/shardOf.ts';
import { lateRequestMs } from '../../domain/dataLifecycle/lateRequestMs.ts';
import { minuteMs, msOf, toInstant } from '../../domain/core/zonedTimeAndCalendarDates.ts';
import { inOrg, outside } from '../../store/recordKindsAndAccess.ts';
import type { Stored, ValueOf } from '../../store/recordKindsAndAccess.ts';
import { orgIndex } from '../../store/kinds/organisations/organisationIndex.ts';
import { org as orgKind } from '../../store/kinds/organisations/organisation.ts';
import { orgTeam } from '../../store/kinds/organisations/teamAndChannel.ts';
import { deletionJob } from '../../store/kinds/dataLifecycle/deletionJob.ts';
import type { DeletionPhase, DeletionTarget } from '../../store/kinds/dataLifecycle/deletionJob.ts';
import { isConflict } from '../../store/tableStorePort.ts';
import type { Actor } from '../core/actor.ts';
import { isClockFarAhead } from '../core/checkClockFarAhead.ts';
import { DeletionInterrupted } from '../runs/deleteAndScanInBatches.ts';
import type { BatchedDeletionDeps } from '../runs/deleteAndScanInBatches.ts';
import { mergeChanges, retryOnConflict, updateRow } from '../core/optimisticUpdate.ts';
import { billRemaining } from '../billing/issueInvoices.ts';
import type { RemainingBillDeps } from '../billing/issueInvoices.ts';
import { cancelOpenRuns } from '../runs/updateOpenRunsOnTeamChange.ts';
import { markTeamDeletedAndCancelRuns } from '../runs/markTeamDeletedAndCancelRuns.ts';
import * as organisation from './clearOrganisationAndTeamRows.ts';
import { isCounting, removeQueuedWork } from './deleteQueuedWorkAndCodes.ts';
import { planErasure, runPersonPhase } from './erasePerson.ts';
import type { ErasingDeps } from './erasePerson.ts';
import { announceDeletion } from './deletionEmails.ts';

// Runs deletion jobs of organisations, teams and people. A row stores the progress and every step may be repeated, so
// any instance can continue the job after a crash or run it at the same time as another instance.

export interface DeletionJobDeps extends BatchedDeletionDeps, ErasingDeps, RemainingBillDeps {
  /**
   * Completes the connections of tenants in progress from or to this organisation, so that the rows that they add are
   * deleted too. Returns false if one of them is not complete yet.
   */
  readonly endConnecting: (orgId: OrgId) => Promise<boolean>;
}

export type DeletionJob = ValueOf<typeof deletionJob>;
export interface DeletionJobKey {
  readonly target: DeletionTarget;
  readonly id: string;
}

const phases: Readonly<Record<DeletionTarget, readonly DeletionPhase[]>> = {
  ORG: ['STOP', 'QUEUES', 'LEDGER', 'PEOPLE', 'TEAMS', 'ROWS'],
  TEAM: ['STOP', 'QUEUES', 'PEOPLE', 'ROWS'],
  PERSON: ['STOP', 'QUEUES', 'TEAMS', 'ROWS', 'PEOPLE'],
};

/**
 * The outcome of a step. DONE: the next phase follows, at `notBefore` if given; `person` replaces the stored data about
 * the person. DROP: the job ends, because its target must not be deleted. LATER: the step is repeated at `notBefore`.
 * REPEAT: the person's rows are erased again at `notBefore`.
 */
export type StepOutcome =
  | { readonly is: 'DONE'; readonly person?: NonNullable<DeletionJob['person']>; readonly notBefore?: Instant }
  | { readonly is: 'DROP' }
  | { readonly is: 'LATER'; readonly notBefore: Instant }
  | { readonly is: 'REPEAT'; readonly notBefore: Instant };

const done: StepOutcome = { is: 'DONE' };
const drop: StepOutcome = { is: 'DROP' };

/**
 * Returns the outcome of the first step while the target is not marked as deleted. The job is stored before the target
 * is marked, so it waits for the mark; after more than ten minutes it ends.
 */
const awaited = ({ clock }: BatchedDeletionDeps, { startedAt }: DeletionJob): StepOutcome =>
  clock.now() - msOf(startedAt) > 10 * minuteMs ? drop : { is: 'LATER', notBefore: toInstant(clock.now() + minuteMs) };

/**
 * Stores a deletion job, or replaces the existing one. `requireNeeded` throws if the job must not be stored. It is
 * called after the existing job was read: if another caller begins the deletion meanwhile, the write conflicts, and
 * that caller's job stays.
 */
export const insertDeletionJob = (
  deps: Pick<BatchedDeletionDeps, 'store'>,
  row: DeletionJob,
  requireNeeded: () => Promise<unknown> = () => Promise.resolve(),
): Promise<void> =>
  retryOnConflict(async () => {
    const records = outside(deps.store);
    const existing = await records.get(deletionJob, row);
    await requireNeeded();
    if (existing === undefined) await records.insert(deletionJob, row, row);
    else await records.replace(deletionJob, row, row, existing.etag);
  });

/**
 * Returns DROP for an organisation that is not deleted after all. If an interrupted deletion or restore left the index
 * with the state DELETING, the index first gets the organisation's own state.
 */
const dropOrgJob = async (deps: DeletionJobDeps, orgId: OrgId): Promise<StepOutcome> => {
  const state = (await inOrg(deps.store, orgId).get(orgKind, undefined))?.value.state;
  if (state === 'ACTIVE' || state === 'DEACTIVATED')
    await updateRow(outside(deps.store), orgIndex, { orgId }, (row) =>
      row.state === 'DELETING' ? mergeChanges(row, { state }) : undefined,
    );
  return drop;
};

const stopOrg = async (deps: DeletionJobDeps, row: DeletionJob, orgId: OrgId): Promise<StepOutcome> => {
  const now = (await inOrg(deps.store, orgId).get(orgKind, undefined))?.value;
  if (now?.state !== 'DELETING') {
    const wait = awaited(deps, row);
    return wait.is === 'DROP' ? dropOrgJob(deps, orgId) : wait;
  }
  await cancelOpenRuns(deps, orgId, 'ALL', { reason: 'DELETED', actor: row.actor });
  await announceDeletion(deps, row);
  return done;
};

/**
 * Marks the organisation as deleted, unless its deletion was replaced by a later one. The organisation is read before
 * the stored job: a restore and a new deletion after that read change the organisation, and the write conflicts.
 */
const markDeleted = (deps: DeletionJobDeps, job: DeletionJob, orgId: OrgId): Promise<void> =>
  retryOnConflict(async () => {
    const records = inOrg(deps.store, orgId);
    const row = await records.get(orgKind, undefined);
    const stored = await outside(deps.store).get(deletionJob, job);
    if (row?.value.state !== 'DELETING' || stored?.value.deletionId !== job.deletionId) return;
    await records.replace(orgKind, undefined, { ...row.value, state: 'DELETED' }, row.etag);
  });

/**
 * Marks the organisation as deleted; it can then no longer be restored. Returns false if the organisation was restored
 * first, also if it was deleted again afterwards.
 */
const condemnOrg = async (deps: DeletionJobDeps, job: DeletionJob, orgId: OrgId): Promise<boolean> => {
  await markDeleted(deps, job, orgId);
  if ((await inOrg(deps.store, orgId).get(orgKind, undefined))?.value.state !== 'DELETED') return false;
  await updateRow(outside(deps.store), orgIndex, { orgId }, (row) => mergeChanges(row, { state: 'DELETED' }));
  return true;
};

const inAMinute = (deps: BatchedDeletionDeps): StepOutcome => ({
  is: 'LATER',
  notBefore: toInstant(deps.clock.now() + minuteMs),
});

const orgPhase = async (deps: DeletionJobDeps, row: DeletionJob, orgId: OrgId): Promise<StepOutcome> => {
  switch (row.phase) {
    case 'STOP':
      return stopOrg(deps, row, orgId);
    case 'QUEUES':
      // Nothing is stored while the clock is far ahead, because its time would also be wrong in the row.
      if (await isClockFarAhead(deps, shardOf(orgId))) throw new DeletionInterrupted('The clock is far ahead.');
      if (!(await deps.endConnecting(orgId))) return inAMinute(deps);
      if (await isCounting(deps, { orgId, teamId: null, until: row.until })) return inAMinute(deps);
      if (!(await condemnOrg(deps, row, orgId))) return dropOrgJob(deps, orgId);
      await organisation.clearQueues(deps, orgId);
      return done;
    case 'LEDGER':
      await billRemaining(deps, orgId);
      await organisation.clearLedger(deps, orgId);
      return done;
    case 'PEOPLE':
      await organisation.clearPeople(deps, orgId);
      return done;
    case 'TEAMS':
      await organisation.clearTeams(deps, orgId);
      return done;
    case 'ROWS':
      await organisation.clearOwnRows(deps, orgId);
      return done;
  }
};

const teamPhase = async (
  deps: DeletionJobDeps,
  row: DeletionJob,
  orgId: OrgId,
  teamId: TeamId,
): Promise<StepOutcome> => {
  switch (row.phase) {
    case 'STOP': {
      const existing = await inOrg(deps.store, orgId).get(orgTeam, { teamId });
      if (existing?.value.state !== 'DELETED') return awaited(deps, row);
      await markTeamDeletedAndCancelRuns(deps, orgId, teamId, row.actor);
      // The team may have been marked only now, so a request that began before may still store a row.
      return { is: 'DONE', notBefore: toInstant(Math.max(msOf(row.until), deps.clock.now() + lateRequestMs)) };
    }
    case 'QUEUES':
      if (await isCounting(deps, { orgId, teamId, until: row.until })) return inAMinute(deps);
      await removeQueuedWork(deps, orgId, teamId);
      return done;
    case 'PEOPLE':
      await organisation.clearTeamPeople(deps, orgId, teamId);
      return done;
    case 'ROWS':
      await organisation.clearTeamRows(deps, orgId, teamId);
      return done;
    case 'LEDGER':
    case 'TEAMS':
      return done;
  }
};

const stepOf = (deps: DeletionJobDeps, row: DeletionJob): Promise<StepOutcome> => {
  const { target, orgId, teamId } = row;
  switch (target) {
    case 'ORG':
      return orgId === null ? Promise.resolve(drop) : orgPhase(deps, row, orgId);
    case 'TEAM':
      return orgId === null || teamId === null ? Promise.resolve(drop) : teamPhase(deps, row, orgId, teamId);
    case 'PERSON':
      return runPersonPhase(deps, row);
  }
};

const phaseAfter = ({ target, phase }: DeletionJob): DeletionPhase | undefined => {
  const order = phases[target];
  return order[order.indexOf(phase) + 1];
};

/** Returns the row to store after a step; undefined = the job has ended and its row is deleted. */
const after = (row: DeletionJob, end: StepOutcome): DeletionJob | undefined => {
  if (end.is === 'DROP') return undefined;
  if (end.is === 'LATER') return { ...row, notBefore: end.notBefore, failures: 0 };
  if (end.is === 'REPEAT')
    return { ...row, phase: 'QUEUES', isRepetition: true, notBefore: end.notBefore, failures: 0 };
  const phase = phaseAfter(row);
  if (phase === undefined) return undefined;
  const person = end.person ?? row.person;
  const notBefore = end.notBefore ?? (row.phase === 'STOP' ? row.until : row.notBefore);
  return { ...row, person, phase, failures: 0, notBefore };
};

/**
 * Stores the outcome of a step. A conflict means that another runner changed the row or the job was cancelled: nothing
 * is stored, and the caller reads the row again.
 */
const settle = async (
  { store }: BatchedDeletionDeps,
  { value, etag }: Stored<DeletionJob>,
  next: DeletionJob | undefined,
): Promise<void> => {
  try {
    if (next === undefined) await outside(store).delete(deletionJob, value, etag);
    else await outside(store).replace(deletionJob, value, next, etag);
  } catch (error) {
    if (!isConflict(error)) throw error;
  }
};

const firstRetryMs = 30_000;
const longestRetryMs = 60 * minuteMs;

/**
 * Postpones the job after a failure, each time for longer (30 seconds to one hour). The job is retried until it
 * succeeds, because personal data must not remain.
 */
const postpone = async (deps: BatchedDeletionDeps, row: Stored<DeletionJob>, error: unknown): Promise<void> => {
  const { target, id, phase, failures } = row.value;
  deps.log.error('deletionJob.failed', error, { target, id, phase, failures: failures + 1 });
  const wait = Math.min(longestRetryMs, firstRetryMs * 2 ** Math.min(failures, 10));
  const notBefore = toInstant(deps.clock.now() + wait);
  await settle(deps, row, { ...row.value, failures: failures + 1, notBefore });
};

export const runDeletionJob = async (deps: DeletionJobDeps, key: DeletionJobKey): Promise<void> => {
  for (;;) {
    const row = await outside(deps.store).get(deletionJob, key);
    if (row === undefined || msOf(row.value.notBefore) > deps.clock.now() || deps.shouldContinue?.() === false) return;
    try {
      await settle(deps, row, after(row.value, await stepOf(deps, row.value)));
    } catch (error) {
      if (!(error instanceof DeletionInterrupted)) await postpone(deps, row, error);
      return;
    }
  }
};

/**
 * Erases the caller; if only a tenant proved the caller's identity, only in that tenant's organisation. Throws REAUTH
 * if the sign-in is too old, and LAST_ADMIN for the last admin of an organisation. When the call returns, the caller
 * has left these organisations; the deletion job then erases the remaining rows.
 */
export const eraseUser = async (deps: DeletionJobDeps, actor: Actor): Promise<true> => {
  const row = await planErasure(deps, actor);
  await insertDeletionJob(deps, row);
  const end = await runPersonPhase(deps, row);
  if (end.is !== 'DROP') return true;
  const existing = await outside(deps.store).get(deletionJob, row);
  if (existing !== undefined) await settle(deps, existing, undefined);
  throw new AppError('LAST_ADMIN');
};

const teamStopMs = 3 * minuteMs;

/**
 * Stores the deletion job of a team. The job begins three minutes later, so that the caller can first mark the team as
 * deleted and cancel its open runs. The rows are deleted after five minutes.
 */
export const planTeamRemoval = (
  deps: Pick<BatchedDeletionDeps, 'store' | 'clock' | 'newId'>,
  { orgId, name }: Pick<Actor, 'orgId' | 'name'>,
  teamId: TeamId,
): Promise<void> => {
  const startedAt = toInstant(deps.clock.now());
  const begin = toInstant(deps.clock.now() + teamStopMs);
  const until = toInstant(deps.clock.now() + teamStopMs + lateRequestMs);
  return insertDeletionJob(deps, {
    ...{ target: 'TEAM', id: teamId, orgId, teamId, userId: null, person: null, fromState: null, actor: name },
    ...{ phase: 'STOP', deletionId: deps.newId(), startedAt, notBefore: begin, until, failures: 0 },
  });
};
