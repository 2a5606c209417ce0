import { AppError } from '#contracts/core/errors.ts';
import type { Instant, OrgId, TeamId } from '#contracts/core/ids.ts';
import { minuteMs, msOf, toInstant } from '../../domain/core/time.ts';
import { inOrg, outside } from '../../store/kind.ts';
import type { Stored, ValueOf } from '../../store/kind.ts';
import { orgIndex } from '../../store/kinds/organisationLookups.ts';
import { org as orgKind, orgTeam } from '../../store/kinds/org.ts';
import { cascade } from '../../store/kinds/sagas.ts';
import type { CascadePhase, CascadeTarget } from '../../store/kinds/sagas.ts';
import { isConflict } from '../../store/port.ts';
import type { Actor } from '../core/actor.ts';
import * as organisation from './deleteOrganisation.ts';
import { isCounting, removeWork } from './deleteQueuedWork.ts';
import { Halted } from '../runs/batchedDeletion.ts';
import type { CascadeDeps } from '../runs/batchedDeletion.ts';
import { erasureOf, personPhase } from './eraseAccount.ts';
import type { ErasingDeps } from './eraseAccount.ts';
import { announceDeletion } from './deletionEmails.ts';
import { patched, retryOnConflict, revise } from '../core/optimisticUpdate.ts';
import { billRest } from '../billing/invoices.ts';
import type { RestDeps } from '../billing/invoices.ts';
import { cancelOpenRuns } from '../runs/openRunChanges.ts';
import { stopTeam } from '../runs/stopDeletedTeam.ts';

// The deletion job of organisations, teams and personal data. A row stores its progress and every step may be
// repeated, so any instance that finds the row continues: after a crash, or beside another runner.

export interface CascadeRunDeps extends CascadeDeps, ErasingDeps, RestDeps {
  /**
   * Completes the running connections between tenants and this organisation, so that the rows they add are removed
   * too.
   */
  readonly endConnecting: (orgId: OrgId) => Promise<void>;
}

export type Cascade = ValueOf<typeof cascade>;
export interface CascadeKey {
  readonly target: CascadeTarget;
  readonly id: string;
}

/** The order of the phases. */
const phases: Readonly<Record<CascadeTarget, readonly CascadePhase[]>> = {
  ORG: ['STOP', 'QUEUES', 'LEDGER', 'PEOPLE', 'TEAMS', 'ROWS'],
  TEAM: ['STOP', 'QUEUES', 'PEOPLE', 'ROWS'],
  PERSON: ['STOP', 'QUEUES', 'TEAMS', 'ROWS', 'PEOPLE'],
};

/**
 * The outcome of a step. DONE may carry the findings about the person. DROP: the object is not, or no longer, to be
 * removed. LATER: try again at `notBefore`.
 */
export type StepEnd =
  | { readonly is: 'DONE'; readonly person?: NonNullable<Cascade['person']> }
  | { readonly is: 'DROP' }
  | { readonly is: 'LATER'; readonly notBefore: Instant };

const done: StepEnd = { is: 'DONE' };
const drop: StepEnd = { is: 'DROP' };

/**
 * The deletion job is stored before the state that it belongs to. The caller may still be about to write that state,
 * so the job waits for it for ten minutes and is then dropped.
 */
const awaited = ({ clock }: CascadeDeps, { startedAt }: Cascade): StepEnd =>
  clock.now() - msOf(startedAt) > 10 * minuteMs ? drop : { is: 'LATER', notBefore: toInstant(clock.now() + minuteMs) };

/** Stores a deletion job, in the place of one that was called off. */
export const putCascade = (deps: Pick<CascadeDeps, 'store'>, row: Cascade): Promise<void> =>
  retryOnConflict(async () => {
    const records = outside(deps.store);
    const there = await records.get(cascade, row);
    if (there === undefined) await records.insert(cascade, row, row);
    else await records.replace(cascade, row, row, there.etag);
  });

const stopOrg = async (deps: CascadeRunDeps, row: Cascade, orgId: OrgId): Promise<StepEnd> => {
  const now = (await inOrg(deps.store, orgId).get(orgKind, undefined))?.value;
  if (now?.state !== 'DELETING') return awaited(deps, row);
  await cancelOpenRuns(deps, orgId, 'ALL', { reason: 'DELETED', actor: row.actor });
  await announceDeletion(deps, row);
  return done;
};

/**
 * From here on the organisation cannot be restored. Of this call and a restore at the same moment, the first one
 * wins.
 */
const condemnOrg = async (deps: CascadeRunDeps, orgId: OrgId): Promise<boolean> => {
  await revise(inOrg(deps.store, orgId), orgKind, undefined, (row) =>
    row.state === 'DELETING' ? patched(row, { state: 'DELETED' }) : undefined,
  );
  if ((await inOrg(deps.store, orgId).get(orgKind, undefined))?.value.state !== 'DELETED') return false;
  await revise(outside(deps.store), orgIndex, { orgId }, (row) => patched(row, { state: 'DELETED' }));
  return true;
};

const counting = (deps: CascadeDeps): StepEnd => ({
  is: 'LATER',
  notBefore: toInstant(deps.clock.now() + minuteMs),
});

const orgPhase = async (deps: CascadeRunDeps, row: Cascade, orgId: OrgId): Promise<StepEnd> => {
  switch (row.phase) {
    case 'STOP':
      return stopOrg(deps, row, orgId);
    case 'QUEUES':
      await deps.endConnecting(orgId);
      if (await isCounting(deps, { orgId, teamId: null, until: row.until })) return counting(deps);
      if (!(await condemnOrg(deps, orgId))) return drop;
      await organisation.clearQueues(deps, orgId);
      return done;
    case 'LEDGER':
      await billRest(deps, orgId);
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

const teamPhase = async (deps: CascadeRunDeps, row: Cascade, orgId: OrgId, teamId: TeamId): Promise<StepEnd> => {
  switch (row.phase) {
    case 'STOP': {
      const there = await inOrg(deps.store, orgId).get(orgTeam, { teamId });
      if (there?.value.state !== 'DELETED') return awaited(deps, row);
      await stopTeam(deps, orgId, teamId, row.actor);
      return done;
    }
    case 'QUEUES':
      if (await isCounting(deps, { orgId, teamId, until: row.until })) return counting(deps);
      await removeWork(deps, orgId, teamId);
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

const stepOf = (deps: CascadeRunDeps, row: Cascade): Promise<StepEnd> => {
  const { target, orgId, teamId } = row;
  switch (target) {
    case 'ORG':
      return orgId === null ? Promise.resolve(drop) : orgPhase(deps, row, orgId);
    case 'TEAM':
      return orgId === null || teamId === null ? Promise.resolve(drop) : teamPhase(deps, row, orgId, teamId);
    case 'PERSON':
      return personPhase(deps, row);
  }
};

const phaseAfter = ({ target, phase }: Cascade): CascadePhase | undefined => {
  const order = phases[target];
  return order[order.indexOf(phase) + 1];
};

/** The row after a step; undefined = the job has ended. */
const after = (row: Cascade, end: StepEnd): Cascade | undefined => {
  if (end.is === 'DROP') return undefined;
  if (end.is === 'LATER') return { ...row, notBefore: end.notBefore, failures: 0 };
  const phase = phaseAfter(row);
  if (phase === undefined) return undefined;
  const person = end.person ?? row.person;
  return { ...row, person, phase, failures: 0, notBefore: row.phase === 'STOP' ? row.until : row.notBefore };
};

/**
 * Stores the outcome of a step. On a conflict nothing is stored: another runner is further ahead, or the job was
 * called off, so the row has to be read again.
 */
const settle = async (
  { store }: CascadeDeps,
  { value, etag }: Stored<Cascade>,
  next: Cascade | undefined,
): Promise<void> => {
  try {
    if (next === undefined) await outside(store).delete(cascade, value, etag);
    else await outside(store).replace(cascade, value, next, etag);
  } catch (error) {
    if (!isConflict(error)) throw error;
  }
};

const firstRetryMs = 30_000;
const longestRetryMs = 60 * minuteMs;

/** Retries later, with growing delays: rows that are to be removed must not stay because one try failed. */
const postpone = async (deps: CascadeDeps, row: Stored<Cascade>, error: unknown): Promise<void> => {
  const { target, id, phase, failures } = row.value;
  deps.log.error('cascade.failed', error, { target, id, phase, failures: failures + 1 });
  const wait = Math.min(longestRetryMs, firstRetryMs * 2 ** Math.min(failures, 10));
  const notBefore = toInstant(deps.clock.now() + wait);
  await settle(deps, row, { ...row.value, failures: failures + 1, notBefore });
};

/** Continues a deletion job as far as it may go now. */
export const runCascade = async (deps: CascadeRunDeps, key: CascadeKey): Promise<void> => {
  for (;;) {
    const row = await outside(deps.store).get(cascade, key);
    if (row === undefined || msOf(row.value.notBefore) > deps.clock.now() || deps.mayGoOn?.() === false) return;
    try {
      await settle(deps, row, after(row.value, await stepOf(deps, row.value)));
    } catch (error) {
      if (!(error instanceof Halted)) await postpone(deps, row, error);
      return;
    }
  }
};

/**
 * Erases the caller. REAUTH if the sign-in is too old, LAST_ADMIN if an organisation has no other admin. The caller
 * is signed out and removed when this returns; the deletion job then empties the remaining rows.
 */
export const eraseUser = async (deps: CascadeRunDeps, actor: Actor): Promise<true> => {
  const row = await erasureOf(deps, actor);
  await putCascade(deps, row);
  const end = await personPhase(deps, row);
  if (end.is !== 'DROP') return true;
  const there = await outside(deps.store).get(cascade, row);
  if (there !== undefined) await settle(deps, there, undefined);
  throw new AppError('LAST_ADMIN');
};

const unsentMs = 5 * minuteMs;

/** Stores the deletion job of a team; it begins once the cards that are still open have been called off. */
export const planTeamRemoval = (
  deps: Pick<CascadeDeps, 'store' | 'clock' | 'newId'>,
  { orgId, name }: Pick<Actor, 'orgId' | 'name'>,
  teamId: TeamId,
): Promise<void> => {
  const startedAt = toInstant(deps.clock.now());
  const begin = toInstant(deps.clock.now() + unsentMs);
  return putCascade(deps, {
    ...{ target: 'TEAM', id: teamId, orgId, teamId, userId: null, person: null, fromState: null, actor: name },
    ...{ phase: 'STOP', deletionId: deps.newId(), startedAt, notBefore: begin, until: begin, failures: 0 },
  });
};
