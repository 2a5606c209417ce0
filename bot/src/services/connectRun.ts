import type { MessageKey, MessageValues } from '#contracts/text/keys.ts';
import type { OrgId } from '#contracts/ids.ts';
import { isBeforeRestore } from '../domain/sending.ts';
import { msOf } from '../domain/time.ts';
import { inOrg, outside, readAs, scanRows } from '../store/kind.ts';
import type { Stored } from '../store/kind.ts';
import { tenantOrg } from '../store/kinds/dir.ts';
import { org as orgKind } from '../store/kinds/org.ts';
import { connecting, sagaPartition } from '../store/kinds/sagas.ts';
import { isConflict, prefixRange } from '../store/port.ts';
import { activityStep } from './activity.ts';
import { copyOrg, moveDirectory } from './connectMove.ts';
import type { Connecting } from './connectMove.ts';
import { clearMoved } from './cascadeOrg.ts';
import { tellBothSides } from './connectNotices.ts';
import type { NoticeDeps } from './connectNotices.ts';
import { isInUse } from './connectUse.ts';
import { patched, revise } from './revise.ts';
import { syncTeams } from './teamAdminSync.ts';
import type { SyncDeps } from './teamAdminSync.ts';

// A connection is a row that says how far it has come, and steps that may each be done twice. Who asked runs it to its end; what
// broke off is taken up by the next try of theirs, and by every start of the server.

export type RunDeps = SyncDeps &
  NoticeDeps & {
    /** Epoch ms at which the store was last put back from a backup. */
    readonly restoredAt?: number | undefined;
  };

/** Why two organisations cannot be connected. */
export type ConnectFault = 'notWeb' | 'hasTenant' | 'gone' | 'inUse';

const changeTenant = (
  deps: RunDeps,
  { toOrgId, actor }: Connecting,
  change: { readonly from: string | null; readonly to: string | null },
  message: MessageKey,
  values: MessageValues = {},
): Promise<boolean> => {
  const records = inOrg(deps.store, toOrgId);
  const by = { actor, atMs: deps.clock.now(), eventKey: deps.newId() };
  return revise(
    records,
    orgKind,
    undefined,
    (row) => (row.tid === change.from ? patched(row, { tid: change.to }) : undefined),
    () => [activityStep(records, { teamId: null, objectId: toOrgId, ...by, message, values })],
  );
};

/** Whether both sides are still what they must be; each may have changed since it was looked at last. */
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
  return (await isInUse({ store }, fromOrgId)) ? 'inUse' : null;
};

/** False: another runner has got further, and the row must be read anew. */
const advance = async (
  { store }: Pick<RunDeps, 'store'>,
  row: Stored<Connecting>,
  phase: Connecting['phase'],
): Promise<boolean> => {
  try {
    await outside(store).replace(connecting, row.value, { ...row.value, phase }, row.etag);
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

/** Gives both sides back what they were. */
const giveBack = async (deps: RunDeps, move: Connecting): Promise<void> => {
  const { fromOrgId, toOrgId, tid, fromState } = move;
  const holder = await holderOf(deps, move);
  // Deleted by a cascade, its tenant is free: then there is nothing to give back.
  if (holder === fromOrgId)
    await revise(inOrg(deps.store, fromOrgId), orgKind, undefined, (org) =>
      org.state === 'DELETED' ? patched(org, { state: fromState }) : undefined,
    );
  if (holder !== toOrgId) await changeTenant(deps, move, { from: tid, to: null }, 'activity.orgConnectCalledOff');
};

/** Only the runner that turns the row may give back: another one may be past the claim already. */
const callOff = async (deps: RunDeps, row: Stored<Connecting>, fault: ConnectFault): Promise<ConnectFault | null> => {
  if (!(await advance(deps, row, 'OFF'))) return null;
  await giveBack(deps, row.value);
  const off = await outside(deps.store).get(connecting, row.value);
  if (off !== undefined) await end(deps, off);
  return fault;
};

/** Takes the tenant's place in the one and then the life of the other, so that nobody can begin to use it. */
const takeBoth = async (deps: RunDeps, move: Connecting): Promise<void> => {
  const { fromOrgId, tid } = move;
  const from = (await inOrg(deps.store, fromOrgId).get(orgKind, undefined))?.value;
  await changeTenant(deps, move, { from: null, to: tid }, 'activity.orgConnected', { name: from?.name ?? '' });
  await revise(inOrg(deps.store, fromOrgId), orgKind, undefined, (org) =>
    org.state === 'ACTIVE' || org.state === 'DEACTIVATED' ? patched(org, { state: 'DELETED' }) : undefined,
  );
};

/** Both sides are taken, or it is called off: also when the tenant came into use while they were. */
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
    isInUse(deps, move.fromOrgId),
  ]);
  if (isUsed) return callOff(deps, row, 'inUse');
  if (to?.value.tid !== move.tid) return callOff(deps, row, 'hasTenant');
  const isOurs = await advance(deps, row, 'COPY');
  const isAbandoned = !isOurs && (await outside(deps.store).get(connecting, move)) === undefined;
  // Called off by another runner before this one took: nobody would give it back.
  if (isAbandoned) await giveBack(deps, move);
  return null;
};

const step = async (deps: RunDeps, row: Stored<Connecting>): Promise<ConnectFault | null> => {
  const { value } = row;
  switch (value.phase) {
    case 'CLAIM':
      return claim(deps, row);
    case 'COPY':
      await copyOrg(deps, value);
      await advance(deps, row, 'MOVE');
      return null;
    case 'MOVE':
      await moveDirectory(deps, value);
      await advance(deps, row, 'CLEAN');
      return null;
    case 'CLEAN':
      await clearMoved(deps, value.fromOrgId);
      await advance(deps, row, 'TELL');
      return null;
    case 'TELL':
      await syncTeams(deps, value.toOrgId);
      if (!isBeforeRestore(msOf(value.startedAt), deps.restoredAt)) await tellBothSides(deps, value);
      await end(deps, row);
      return null;
    case 'OFF':
      await giveBack(deps, value);
      await end(deps, row);
      return (await faultBetween(deps, value)) ?? 'gone';
  }
};

/** Runs a connection to its end, from wherever it is. Null when it is done or none is under way. */
export const runConnecting = async (deps: RunDeps, fromOrgId: OrgId): Promise<ConnectFault | null> => {
  for (;;) {
    const row = await outside(deps.store).get(connecting, { fromOrgId });
    if (row === undefined) return null;
    const fault = await step(deps, row);
    if (fault !== null) return fault;
  }
};

/** Takes up whatever broke off; one that fails again is logged and waits for the next time. */
export const resumeConnecting = async (deps: RunDeps): Promise<void> => {
  for await (const row of scanRows(deps.store, connecting.table, sagaPartition, prefixRange('connect|'))) {
    const { fromOrgId, toOrgId } = readAs(connecting, row).value;
    try {
      await runConnecting(deps, fromOrgId);
    } catch (error) {
      deps.log.error('connect.resume', error, { fromOrgId, toOrgId });
    }
  }
};

/** Ends whatever is on its way into or out of an organisation that is to be removed. */
export const endConnecting = async (deps: RunDeps, orgId: OrgId): Promise<void> => {
  for await (const row of scanRows(deps.store, connecting.table, sagaPartition, prefixRange('connect|'))) {
    const { fromOrgId, toOrgId } = readAs(connecting, row).value;
    if (fromOrgId === orgId || toOrgId === orgId) await runConnecting(deps, fromOrgId);
  }
};
