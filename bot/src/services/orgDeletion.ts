import type { OutputOf, ParsedOf } from '#contracts/endpoint.ts';
import type { deleteOrg as deleteOrgCall, undeleteOrg as undeleteOrgCall } from '#contracts/deletion.ts';
import { AppError } from '#contracts/errors.ts';
import { orgId as orgIdSchema } from '#contracts/ids.ts';
import type { OrgId } from '#contracts/ids.ts';
import { hourMs, msOf, toInstant } from '../domain/time.ts';
import { inOrg, outside } from '../store/kind.ts';
import type { Stored, ValueOf } from '../store/kind.ts';
import { orgIndex } from '../store/kinds/dir.ts';
import { org as orgKind } from '../store/kinds/org.ts';
import { cascade } from '../store/kinds/sagas.ts';
import type { orgStates } from '#contracts/org.ts';
import { isConflict } from '../store/port.ts';
import { activityStep, deedSteps } from './activity.ts';
import type { Actor } from './actor.ts';
import { putCascade, runCascade } from './cascades.ts';
import type { CascadeRunDeps } from './cascades.ts';
import { codeInvalid, findCode } from './codes.ts';
import type { CodeDeps } from './codes.ts';
import type { Limiter } from './limiter.ts';
import type { Origin } from './accounts.ts';
import { concernedOrg } from './orgsConcerned.ts';
import { patched, revise } from './revise.ts';
import { requireRecentSignIn } from './sessions.ts';
import { productName } from '#contracts/limits.ts';

export type OrgDeletionDeps = CascadeRunDeps & CodeDeps & { readonly limiter: Pick<Limiter, 'check' | 'take'> };

type OrgState = (typeof orgStates)[number];

const keptMs = 7 * 24 * hourMs;

/** The index is what lists read; the organisation's own row, written after it, is what decides. */
const setIndex = async (
  deps: OrgDeletionDeps,
  orgId: OrgId,
  from: readonly OrgState[],
  state: OrgState,
): Promise<void> => {
  await revise(outside(deps.store), orgIndex, { orgId }, (row) =>
    from.includes(row.state) ? patched(row, { state }) : undefined,
  );
};

/**
 * Deletes an organisation: nobody is in it from the next request on, its open runs are called off, every admin gets a letter with
 * the way back. The removal of its rows is written down first; a crash after that is made good by whoever finds it.
 */
export const deleteOrg = async (
  deps: OrgDeletionDeps,
  actor: Actor,
  { orgId: named }: ParsedOf<typeof deleteOrgCall>,
): Promise<OutputOf<typeof deleteOrgCall>> => {
  const { records, organisation } = await concernedOrg(deps, actor, named);
  requireRecentSignIn(deps, actor);
  const { orgId, state: fromState } = organisation;
  const now = deps.clock.now();
  const startedAt = toInstant(now);
  const until = toInstant(now + keptMs);
  const key = { target: 'ORG', id: orgId } as const;
  await putCascade(deps, {
    ...{ ...key, orgId, teamId: null, userId: null, person: null, actor: actor.name, fromState },
    ...{ phase: 'STOP', deletionId: deps.newId(), startedAt, notBefore: startedAt, until, failures: 0 },
  });
  await setIndex(deps, orgId, ['ACTIVE', 'DEACTIVATED'], 'DELETING');
  const isDone = await revise(
    records,
    orgKind,
    undefined,
    (row) => (row.state === 'ACTIVE' || row.state === 'DEACTIVATED' ? patched(row, { state: 'DELETING' }) : undefined),
    () =>
      deedSteps(records, actor, {
        ...{ teamId: null, objectId: orgId, eventKey: deps.newId(), atMs: now },
        message: 'activity.orgDeleted',
      }),
  );
  // Somebody else was faster by a moment.
  if (!isDone) throw new AppError('NOT_FOUND');
  await runCascade(deps, key);
  return { id: orgId, restorableUntil: until };
};

type Deletion = Stored<ValueOf<typeof cascade>>;

const deletionOf = (deps: Pick<OrgDeletionDeps, 'store'>, orgId: OrgId): Promise<Deletion | undefined> =>
  outside(deps.store).get(cascade, { target: 'ORG', id: orgId });

/** Gives the organisation back as it was. False: it is too late, or there is nothing to give back. */
const restore = async (deps: OrgDeletionDeps, orgId: OrgId, deletion: Deletion, actor: string): Promise<boolean> => {
  const records = inOrg(deps.store, orgId);
  const state = deletion.value.fromState === 'DEACTIVATED' ? 'DEACTIVATED' : 'ACTIVE';
  const by = { actor, atMs: deps.clock.now(), eventKey: deps.newId() };
  const isBack = await revise(
    records,
    orgKind,
    undefined,
    (row) => (row.state === 'DELETING' ? patched(row, { state }) : undefined),
    () => [activityStep(records, { teamId: null, objectId: orgId, ...by, message: 'activity.orgRestored' })],
  );
  const there = (await records.get(orgKind, undefined))?.value;
  if (there?.state !== 'ACTIVE' && there?.state !== 'DEACTIVATED') return false;
  await setIndex(deps, orgId, ['DELETING'], there.state);
  try {
    await outside(deps.store).delete(cascade, deletion.value, deletion.etag);
  } catch (error) {
    // It has moved on meanwhile, finds the organisation alive and ends by itself.
    if (!isConflict(error)) throw error;
  }
  return isBack || there.state === state;
};

const nameOf = async (deps: OrgDeletionDeps, orgId: OrgId): Promise<string> =>
  (await inOrg(deps.store, orgId).get(orgKind, undefined))?.value.name ?? '';

/** By the letter's link. One that has brought it back says so again, however often a mail program opens it. */
const restoreByCode = async (deps: OrgDeletionDeps, code: string): Promise<OrgId> => {
  const row = await findCode(deps, 'UNDELETE', code);
  if (row === undefined) throw codeInvalid();
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

/** A superadmin may as long as no row is gone, even when its time is over. */
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

/** Brings an organisation back that is being deleted. CODE_INVALID when it is too late, NOT_FOUND for who names another's. */
export const undeleteOrg = async (
  deps: OrgDeletionDeps,
  { code, orgId }: ParsedOf<typeof undeleteOrgCall>,
  { address, actor }: Origin & { readonly actor: () => Promise<Actor | undefined> },
): Promise<OutputOf<typeof undeleteOrgCall>> => {
  if (orgId !== undefined) return { name: await nameOf(deps, await restoreByName(deps, orgId, actor)) };
  await deps.limiter.check('code', address);
  try {
    return { name: await nameOf(deps, await restoreByCode(deps, code ?? '')) };
  } catch (error) {
    if (error instanceof AppError && error.code === 'CODE_INVALID') await deps.limiter.take('code', address);
    throw error;
  }
};
