import type { MessageKey, MessageValues } from '#contracts/text/translateAndMessageKeyTypes.ts';
import type { OrgId } from '#contracts/core/idDateAndZoneSchemas.ts';
import { lateRequestMs } from '../../domain/dataLifecycle/lateRequestMs.ts';
import { isBeforeRestore } from '../../domain/runs/lastSendInstants.ts';
import { hourMs, msOf, toInstant } from '../../domain/core/zonedTimeAndCalendarDates.ts';
import { inOrg, outside, readAs, scanRows } from '../../store/recordKindsAndAccess.ts';
import type { Stored } from '../../store/recordKindsAndAccess.ts';
import { tenantOrg } from '../../store/kinds/organisations/organisationLookups.ts';
import { org as orgKind } from '../../store/kinds/organisations/organisation.ts';
import { connecting } from '../../store/kinds/connect/connectJob.ts';
import { jobPartition } from '../../store/kinds/core/jobPartition.ts';
import { isConflict, prefixRange } from '../../store/tableStorePort.ts';
import { activityStep } from '../core/activityLogStepsAndTexts.ts';
import { clearMoved } from '../dataLifecycle/clearOrganisationAndTeamRows.ts';
import { mergeChanges, updateRow, updateWithLog } from '../core/optimisticUpdate.ts';
import { syncTeams } from '../teamsSync/syncFromTeams.ts';
import type { SyncDeps } from '../teamsSync/syncFromTeams.ts';
import { copyOrg, moveDirectory } from './copyOrgAndMoveDirectory.ts';
import type { Connecting } from './copyOrgAndMoveDirectory.ts';
import { notifyBothSides } from './connectNotices.ts';
import type { NoticeDeps } from './connectNotices.ts';
import { isOrganisationInUse } from './isOrganisationInUse.ts';
import { copyLateRows, removeCopiedRows } from './moveLateRows.ts';

// Connects a tenant with an organisation, as a resumable job. A row stores the progress, and every step may be
// repeated. The caller's request runs the job until the organisations are connected; after an interruption, the caller's
// next try or the next start of the server continues it. A later poll of the deletion jobs deletes the old rows.

export type RunDeps = SyncDeps &
  NoticeDeps & {
    /**
     * Epoch ms of the last restore from a backup. A connection that began earlier sends no notices, because they may
     * have been sent after the backup was made.
     */
    readonly restoredAt?: number | undefined;
  };

export type ConnectFault = 'notWeb' | 'hasTenant' | 'gone' | 'inUse';

const changeTenant = (
  deps: RunDeps,
  { toOrgId, actor }: Connecting,
  change: { readonly from: string | null; readonly to: string | null },
  { message, values = {} }: { readonly message: MessageKey; readonly values?: MessageValues },
): Promise<boolean> => {
  const records = inOrg(deps.store, toOrgId);
  const by = { actor, atMs: deps.clock.now(), eventKey: deps.newId() };
  return updateWithLog(records, orgKind, undefined, {
    change: (row) => (row.tid === change.from ? mergeChanges(row, { tid: change.to }) : undefined),
    log: () => [activityStep(records, { teamId: null, objectId: toOrgId, ...by, message, values })],
  });
};

/**
 * Returns the reason why the two organisations cannot be connected; null if they can. The job checks this again before
 * it changes them, because either organisation may have changed since the preview.
 */
export const faultBetween = async (
  { store }: Pick<RunDeps, 'store'>,
  { fromOrgId, toOrgId, tid }: Pick<Connecting, 'fromOrgId' | 'toOrgId' | 'tid'>,
): Promise<ConnectFault | null> => {
  const [to, from, guard] = await Promise.all([
    inOrg(store, toOrgId).get(orgKind, undefined),
    inOrg(store, fromOrgId).get(orgKind, undefined),
    outside(store).get(tenantOrg, { tid }),
  ]);
  if (to === undefined || to.value.isAutomatic) return 'notWeb';
  if (to.value.state === 'DELETING' || to.value.state === 'DELETED') return 'notWeb';
  if (to.value.tid !== null && to.value.tid !== tid) return 'hasTenant';
  if (from === undefined || !from.value.isAutomatic || from.value.tid !== tid) return 'gone';
  if (from.value.state === 'DELETING' || guard?.value.orgId !== fromOrgId) return 'gone';
  return (await isOrganisationInUse({ store }, fromOrgId)) ? 'inUse' : null;
};

/**
 * Stores the progress. Returns false if another runner of the job has changed the row; the caller must then read the
 * row again.
 */
const advance = async (
  { store }: Pick<RunDeps, 'store'>,
  row: Stored<Connecting>,
  progress: Partial<Pick<Connecting, 'phase' | 'cleanAt'>>,
): Promise<boolean> => {
  try {
    await outside(store).replace(connecting, row.value, { ...row.value, ...progress }, row.etag);
    return true;
  } catch (error) {
    if (!isConflict(error)) throw error;
    return false;
  }
};

const end = async ({ store }: Pick<RunDeps, 'store'>, row: Stored<Connecting>): Promise<void> => {
  try {
    await outside(store).delete(connecting, row.value, row.etag);
  } catch (error) {
    if (!isConflict(error)) throw error;
  }
};

const holderOf = async ({ store }: Pick<RunDeps, 'store'>, { tid }: Connecting): Promise<OrgId | undefined> =>
  (await outside(store).get(tenantOrg, { tid }))?.value.orgId;

/**
 * Restores the state that both organisations had before the connection began: the source organisation becomes usable
 * again, and the target organisation loses the tenant.
 */
const giveBack = async (deps: RunDeps, move: Connecting): Promise<void> => {
  const { fromOrgId, toOrgId, tid, fromState } = move;
  const holder = await holderOf(deps, move);
  // If a deletion job has already released the tenant, no organisation has it, and the source organisation stays
  // deleted.
  if (holder === fromOrgId)
    await updateRow(inOrg(deps.store, fromOrgId), orgKind, undefined, (org) =>
      org.state === 'DELETED' ? mergeChanges(org, { state: fromState }) : undefined,
    );
  if (holder !== toOrgId)
    await changeTenant(deps, move, { from: tid, to: null }, { message: 'activity.orgConnectCalledOff' });
};

/**
 * Cancels the connection. Returns null if another runner changed the row first. Only the runner that changes the row
 * may restore the organisations, because the other runner may already have completed the claim (`takeBoth`).
 */
const callOff = async (deps: RunDeps, row: Stored<Connecting>, fault: ConnectFault): Promise<ConnectFault | null> => {
  if (!(await advance(deps, row, { phase: 'OFF' }))) return null;
  await giveBack(deps, row.value);
  const off = await outside(deps.store).get(connecting, row.value);
  if (off !== undefined) await end(deps, off);
  return fault;
};

/**
 * Claims both organisations: gives the tenant to the target organisation, then marks the source organisation as
 * deleted, so that no member can start to use it.
 */
const takeBoth = async (deps: RunDeps, move: Connecting): Promise<void> => {
  const { fromOrgId, tid } = move;
  const from = (await inOrg(deps.store, fromOrgId).get(orgKind, undefined))?.value;
  const values = { name: from?.name ?? '' };
  await changeTenant(deps, move, { from: null, to: tid }, { message: 'activity.orgConnected', values });
  await updateRow(inOrg(deps.store, fromOrgId), orgKind, undefined, (org) =>
    org.state === 'ACTIVE' || org.state === 'DEACTIVATED' ? mergeChanges(org, { state: 'DELETED' }) : undefined,
  );
};

/**
 * Claims both organisations (`takeBoth`), or cancels the connection. The source organisation is checked before and
 * after the claim, because its members may start to use it in between.
 */
const claim = async (deps: RunDeps, row: Stored<Connecting>): Promise<ConnectFault | null> => {
  const { value: move } = row;
  if ((await holderOf(deps, move)) === move.toOrgId) {
    await end(deps, row);
    return null;
  }
  const fault = await faultBetween(deps, move);
  if (fault !== null) return callOff(deps, row, fault);
  await takeBoth(deps, move);
  const [to, isUsed] = await Promise.all([
    inOrg(deps.store, move.toOrgId).get(orgKind, undefined),
    isOrganisationInUse(deps, move.fromOrgId),
  ]);
  if (isUsed) return callOff(deps, row, 'inUse');
  if (to?.value.tid !== move.tid) return callOff(deps, row, 'hasTenant');
  const isOurs = await advance(deps, row, { phase: 'COPY' });
  const isAbandoned = !isOurs && (await outside(deps.store).get(connecting, move)) === undefined;
  // Another runner cancelled the connection before this runner claimed both organisations. Only this call can restore
  // them.
  if (isAbandoned) await giveBack(deps, move);
  return null;
};

const syncAndNotify = async (deps: RunDeps, move: Connecting): Promise<void> => {
  await syncTeams(deps, move.toOrgId);
  if (!isBeforeRestore(msOf(move.startedAt), deps.restoredAt)) await notifyBothSides(deps, move);
};

/**
 * Sends the notices, then waits until no request that began before the move can write into the source organisation any
 * more. Afterwards, moves the rows that such requests wrote, and deletes the rows of the source organisation.
 */
const clean = async (deps: RunDeps, row: Stored<Connecting>): Promise<void> => {
  const { value } = row;
  if (value.cleanAt == null) {
    await syncAndNotify(deps, value);
    await advance(deps, row, { cleanAt: toInstant(deps.clock.now() + lateRequestMs) });
    return;
  }
  await copyLateRows(deps, value);
  await clearMoved(deps, value.fromOrgId);
  await end(deps, row);
};

const step = async (deps: RunDeps, row: Stored<Connecting>): Promise<ConnectFault | null> => {
  const { value } = row;
  switch (value.phase) {
    case 'CLAIM':
      return claim(deps, row);
    case 'COPY':
      await copyOrg(deps, value);
      await advance(deps, row, { phase: 'MOVE' });
      return null;
    case 'MOVE':
      await moveDirectory(deps, value);
      await removeCopiedRows(deps, value);
      await advance(deps, row, { phase: 'CLEAN' });
      return null;
    case 'CLEAN':
      await clean(deps, row);
      return null;
    case 'TELL':
      await syncAndNotify(deps, value);
      await end(deps, row);
      return null;
    case 'OFF':
      await giveBack(deps, value);
      await end(deps, row);
      return (await faultBetween(deps, value)) ?? 'gone';
  }
};

/**
 * True while the old rows must stay. An instant that is more than an hour ahead was calculated by a wrong clock, and is
 * not waited for.
 */
const isWaiting = ({ clock }: Pick<RunDeps, 'clock'>, { cleanAt }: Connecting): boolean => {
  const waitMs = cleanAt == null ? 0 : msOf(cleanAt) - clock.now();
  return waitMs > 0 && waitMs < hourMs;
};

/** True if only the old rows of the connection remain, and they can be deleted now. */
export const isReadyToClean = (deps: Pick<RunDeps, 'clock'>, move: Connecting): boolean =>
  move.cleanAt != null && !isWaiting(deps, move);

/**
 * Continues a connection from its current phase until it is complete, or until only its old rows remain, which are
 * deleted later. Returns null then, and also if none is in progress; otherwise the reason why it was cancelled.
 */
export const runConnecting = async (deps: RunDeps, fromOrgId: OrgId): Promise<ConnectFault | null> => {
  for (;;) {
    const row = await outside(deps.store).get(connecting, { fromOrgId });
    if (row === undefined || isWaiting(deps, row.value)) return null;
    const fault = await step(deps, row);
    if (fault !== null) return fault;
  }
};

/**
 * Continues all interrupted connections. If one fails again, the error is logged, and the next start of the server
 * continues it.
 */
export const resumeConnecting = async (deps: RunDeps): Promise<void> => {
  for await (const row of scanRows(deps.store, connecting.table, jobPartition, prefixRange('connect|'))) {
    const { fromOrgId, toOrgId } = readAs(connecting, row).value;
    try {
      await runConnecting(deps, fromOrgId);
    } catch (error) {
      deps.log.error('connect.resume', error, { fromOrgId, toOrgId });
    }
  }
};

/**
 * Continues every connection from or to the organisation, before the organisation is removed. Returns false if one of
 * them still has old rows to delete.
 */
export const endConnecting = async (deps: RunDeps, orgId: OrgId): Promise<boolean> => {
  let isComplete = true;
  for await (const row of scanRows(deps.store, connecting.table, jobPartition, prefixRange('connect|'))) {
    const { fromOrgId, toOrgId } = readAs(connecting, row).value;
    if (fromOrgId !== orgId && toOrgId !== orgId) continue;
    await runConnecting(deps, fromOrgId);
    if ((await outside(deps.store).get(connecting, { fromOrgId })) !== undefined) isComplete = false;
  }
  return isComplete;
};
