import { userId as userIdSchema } from '#contracts/core/idDateAndZoneSchemas.ts';
import type { Instant, MemberId, OrgId, TeamId, UserId } from '#contracts/core/idDateAndZoneSchemas.ts';
import { hashKey } from '../../domain/core/hashesAndDerivedIds.ts';
import { shardOf } from '../../domain/core/shardOf.ts';
import { hourMs, msOf } from '../../domain/core/zonedTimeAndCalendarDates.ts';
import { encode } from '../../store/rowCodec.ts';
import { wholePartition } from '../../store/tableStorePort.ts';
import { outside, readAs } from '../../store/recordKindsAndAccess.ts';
import type { ValueOf } from '../../store/recordKindsAndAccess.ts';
import { accountWork } from '../../store/kinds/emails/accountOutboxWork.ts';
import { orgShards } from '../../store/kinds/organisations/organisationIndex.ts';
import { code as codeKind } from '../../store/kinds/identity/oneTimeCode.ts';
import { registration } from '../../store/kinds/registration/registration.ts';
import { storedKind } from '../../store/kinds/messages/messageKindsAndRecipients.ts';
import { duePartition } from '../../store/kinds/due/dueRow.ts';
import { outboxPartition } from '../../store/kinds/outbox/outboxRow.ts';
import type { Key, StoredRow } from '../../store/tableStorePort.ts';
import { removeRange, forEachRow, listKeys, removeRowWhile } from '../runs/deleteAndScanInBatches.ts';
import type { BatchedDeletionDeps } from '../runs/deleteAndScanInBatches.ts';
import { deleteRows } from '../runs/writeOutboxAndDueRows.ts';
import { retryOnConflict } from '../core/optimisticUpdate.ts';

// Removes queued work: planned runs, messages, emails, and codes. A code is found through its purge row: the queued
// work that would remove it after its expiry.

/**
 * Returns a test for keys of the form `when|kind|organisation|team|…`: true if the key belongs to the organisation and,
 * unless `teamId` is null, to the team.
 */
const isOf =
  (orgId: OrgId, teamId: TeamId | null) =>
  (rk: string): boolean => {
    const [, , O, T] = rk.split('|');
    return O === orgId && (teamId === null || T === teamId);
  };

/** Removes the planned runs and waiting messages of an organisation, or of one of its teams. */
export const removeQueuedWork = async (
  deps: BatchedDeletionDeps,
  orgId: OrgId,
  teamId: TeamId | null,
): Promise<void> => {
  const shard = shardOf(orgId);
  await removeRange(deps, { table: 'Due', pk: duePartition(shard) }, wholePartition, isOf(orgId, teamId));
  await removeRange(deps, { table: 'Outbox', pk: outboxPartition(shard) }, wholePartition, isOf(orgId, teamId));
};

const storedLedger = storedKind('ledger');
const isLedgerRow = (rk: string): boolean => rk.split('|')[1] === storedLedger;

const patienceMs = hourMs;

/**
 * True while outbox rows that record billable activity are waiting. The deletion job waits until none is left, but at
 * most one hour after `until`.
 */
export const isCounting = async (
  deps: BatchedDeletionDeps,
  { orgId, teamId, until }: { readonly orgId: OrgId; readonly teamId: TeamId | null; readonly until: Instant },
): Promise<boolean> => {
  if (deps.clock.now() >= msOf(until) + patienceMs) return false;
  const keys = await listKeys(deps, 'Outbox', outboxPartition(shardOf(orgId)), wholePartition);
  return keys.some((rk) => isLedgerRow(rk) && isOf(orgId, teamId)(rk));
};

export const isCountingFor = async (deps: BatchedDeletionDeps, orgId: OrgId, memberId: MemberId): Promise<boolean> => {
  const keys = await listKeys(deps, 'Outbox', outboxPartition(shardOf(orgId)), wholePartition);
  return keys.some((rk) => isLedgerRow(rk) && isOf(orgId, null)(rk) && rk.endsWith(`|${memberId}`));
};

type Code = ValueOf<typeof codeKind>;

export interface Concerned {
  /**
   * Ids of people, accounts and organisations. A code is removed if its subject or another value in the code is one of
   * these ids.
   */
  readonly ids: ReadonlySet<string>;
  readonly addresses: readonly string[];
  /** The organisation whose unfinished registrations are removed too; null = none. */
  readonly orgId: OrgId | null;
  readonly endAccount: (userId: UserId) => Promise<void>;
}

/**
 * True if another organisation has used this code to connect a tenant. That organisation may still read the code to
 * finish the connection, so the code stays.
 */
const isUsedElsewhere = ({ kind, payload }: Code, { orgId }: Concerned): boolean =>
  kind === 'CONNECT' && orgId !== null && (payload['usedBy'] ?? '') !== '' && payload['usedBy'] !== orgId;

const isAbout = (code: Code, concerned: Concerned): boolean =>
  !isUsedElsewhere(code, concerned) &&
  [code.subject, ...Object.values(code.payload)].some((value) => concerned.ids.has(value));

const hash = /^[0-9a-f]{64}$/;

/**
 * Marks in the purge row that the removal of its code or registration has begun. A job that is repeated after a crash
 * no longer finds the code or registration; only this mark shows that the purge row must still be removed.
 */
const mark = async ({ store }: BatchedDeletionDeps, row: StoredRow): Promise<void> => {
  const { pk, rk } = row;
  await store.merge('Outbox', { pk, rk, values: encode(accountWork, { values: marked }) }, row.etag);
};

const marked = { isBegun: 'true' };
const isMarked = (row: StoredRow): boolean => readAs(accountWork, row).value.values['isBegun'] === marked.isBegun;

const removeCode = async (
  deps: BatchedDeletionDeps,
  row: StoredRow,
  hash: string,
  concerned: Concerned,
): Promise<boolean> => {
  const code = await outside(deps.store).get(codeKind, { hash });
  // A purge row is written before its code, so a missing code may not be written yet. Only a marked row shows that the
  // code was removed.
  if (code === undefined) return isMarked(row);
  if (!isAbout(code.value, concerned)) return false;
  await mark(deps, row);
  await removeRowWhile(deps, codeKind, { hash }, (value) => isAbout(value, concerned));
  return true;
};

/**
 * Removes an unconfirmed account that was about to join the organisation. Returns true if the purge row can be removed.
 */
const removeRegistration = async (
  deps: BatchedDeletionDeps,
  row: StoredRow,
  userId: UserId,
  concerned: Concerned,
): Promise<boolean> => {
  if (concerned.ids.has(userId)) return true;
  const pending = await outside(deps.store).get(registration, { userId });
  const isConcerned = concerned.orgId !== null && pending?.value.orgId === concerned.orgId;
  if (!isConcerned && !(pending === undefined && isMarked(row))) return false;
  if (isConcerned) await mark(deps, row);
  await concerned.endAccount(userId);
  return true;
};

/**
 * Removes, before its expiry, the code or registration of a purge row, if `concerned` selects it. Returns true if the
 * purge row can then be removed too.
 */
const removeEarly = (deps: BatchedDeletionDeps, key: Key, subject: string, concerned: Concerned): Promise<boolean> =>
  retryOnConflict(async () => {
    const row = await deps.store.get('Outbox', key);
    if (row === undefined) return false;
    if (hash.test(subject)) return removeCode(deps, row, subject, concerned);
    const userId = userIdSchema.safeParse(subject);
    return userId.success && removeRegistration(deps, row, userId.data, concerned);
  });

const purge = /^\d{14}\|purge\|-\|(.+)$/;
const emailRow = /^\d{14}\|mail\|[^|]+\|!ml([0-9a-f]{32})\|/;

/**
 * Removes, in all shards, the queued emails to the addresses in `concerned`, and the codes and registrations that
 * `concerned` selects.
 */
export const removeCodes = async (deps: BatchedDeletionDeps, concerned: Concerned): Promise<void> => {
  const recipients = new Set(concerned.addresses.map((address) => hashKey(address)));
  for (const shard of orgShards) {
    const pk = outboxPartition(shard);
    const takes = (rk: string): boolean => purge.test(rk) || recipients.has(emailRow.exec(rk)?.[1] ?? '');
    await forEachRow(
      deps,
      { table: 'Outbox', pk },
      { range: wholePartition, takes, keysOnly: true },
      async ({ rk }) => {
        const subject = purge.exec(rk)?.[1];
        const isRemoved = subject === undefined || (await removeEarly(deps, { pk, rk }, subject, concerned));
        if (isRemoved) await deleteRows(deps.store, 'Outbox', [{ pk, rk }]);
      },
    );
  }
};
