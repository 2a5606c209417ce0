import type { LocalDate, OrgId, TeamId } from '#contracts/core/idDateAndZoneSchemas.ts';
import { pastSince } from '../../domain/blockers/keepPastBlockerDates.ts';
import { isOlder, retentionStart } from '../../domain/dataLifecycle/retentionCutoff.ts';
import { reverseDate } from '../../domain/core/reversedDateKeys.ts';
import { toInstant } from '../../domain/core/zonedTimeAndCalendarDates.ts';
import { inOrg, readAs } from '../../store/recordKindsAndAccess.ts';
import { blocker } from '../../store/kinds/blockers/blocker.ts';
import { plan } from '../../store/kinds/answers/latestPlan.ts';
import { summaryConsent } from '../../store/kinds/summaryEmails/summaryConsent.ts';
import { meeting } from '../../store/kinds/meetings/meetingWithNameAndPointer.ts';
import { teamPartition } from '../../store/kinds/core/teamPartitionAndKeyParts.ts';
import { isConflict, prefixRange } from '../../store/tableStorePort.ts';
import type { Range, StoredRow, Table } from '../../store/tableStorePort.ts';
import { forEachRow, removeRange, listTeamsOf } from '../runs/deleteAndScanInBatches.ts';
import type { BatchedDeletionDeps } from '../runs/deleteAndScanInBatches.ts';
import { addressesOf } from '../core/summaryEmailAddresses.ts';
import { deleteRows } from '../runs/writeOutboxAndDueRows.ts';
import { listOrganisationsOfShard } from '../tenancy/listIndexedOrganisations.ts';
import { findActiveOrganisation } from '../tenancy/activeOrganisationAndTeams.ts';
import { trimTeamIndex } from '../search/writeAndTrimSearchIndex.ts';
import { addressHash } from '../summaryEmails/summaryConsentsAndAddressHash.ts';
import { rewriteRow } from './rewriteRow.ts';
import { addressesInDigests, removeOldSendings } from './eraseAndExportDigests.ts';
import { removeOldDrafts } from './removeOldDrafts.ts';

// Removes data that is older than the organisation's retention, such as runs with their answers, plans, blockers,
// generated summaries, timesheets, days off, and the logs. Settings (people, meetings, future days off) and billing
// data stay. No progress is stored, because every nightly run scans everything again.

/**
 * Returns the key ranges that may contain old rows of a team. If the key begins with the date, the range contains only
 * old rows; otherwise it contains all rows of the kind.
 */
const teamRanges = (from: LocalDate): readonly Range[] => [
  { from: 'D|', to: `D|${from}` },
  { from: 'H|', to: `H|${from}` },
  { from: `S|${reverseDate(from)}`, to: 'S}' },
  { from: `V|${reverseDate(from)}`, to: 'V}' },
  { from: `Y|${reverseDate(from)}`, to: 'Y}' },
  { from: `W|${reverseDate(from)}`, to: 'W}' },
  ...['R|', 'Q|', 'L|', 'A|', 'U|'].map(prefixRange),
];

/** Deletes a row, unless it was changed after it was read: an answer, for example, renews the last plan. */
const deleteUnchanged = async ({ store }: BatchedDeletionDeps, table: Table, row: StoredRow): Promise<void> => {
  try {
    await store.delete(table, row, row.etag);
  } catch (error) {
    if (!isConflict(error)) throw error;
  }
};

/**
 * Removes plans and blockers whose last answer is older than `from`. Also removes old dates from the blockers that
 * stay, and card rows whose blocker is gone.
 */
const forgetLast = async (deps: BatchedDeletionDeps, pk: string, from: LocalDate): Promise<void> => {
  const removeOld = (prefix: string, dateOf: (row: StoredRow) => LocalDate): Promise<void> =>
    forEachRow(deps, { table: 'Team', pk }, { range: prefixRange(prefix) }, async (row) => {
      if (dateOf(row) < from) await deleteUnchanged(deps, 'Team', row);
    });
  await removeOld('P|', (row) => readAs(plan, row).value.date);
  await removeOld('B|', (row) => readAs(blocker, row).value.date);
  await forEachRow(deps, { table: 'Team', pk }, { range: prefixRange('B|') }, (row) =>
    rewriteRow(deps, blocker, row, (value) => ({ ...value, past: pastSince(value.past, from) })),
  );
  // The card rows (`K|`) of a blocker are removed only after the blocker: if an open blocker had no card rows, the
  // needed member would get a new card.
  await forEachRow(deps, { table: 'Team', pk }, { range: prefixRange('K|'), keysOnly: true }, async (row) => {
    const of = { pk, rk: `B${row.rk.slice(1)}` };
    if ((await deps.store.get('Team', of)) === undefined) await deleteRows(deps.store, 'Team', [row]);
  });
};

const trimTeam = async (deps: BatchedDeletionDeps, orgId: OrgId, teamId: TeamId, from: LocalDate): Promise<void> => {
  const pk = teamPartition(orgId, teamId);
  for (const range of teamRanges(from))
    await removeRange(deps, { table: 'Team', pk }, range, (rk) => isOlder(rk, from));
  await forgetLast(deps, pk, from);
  await trimTeamIndex(deps, { orgId, teamId }, from);
};

/**
 * Removes old consent rows of addresses that no meeting and no digest contains any more. The row of an address that
 * refused summaries stays, so that the address is not asked again.
 */
const forgetConsents = async (deps: BatchedDeletionDeps, orgId: OrgId, from: LocalDate): Promise<void> => {
  const named = new Set<string>(await addressesInDigests(deps, orgId));
  for (const { teamId } of await listTeamsOf(deps, orgId))
    await forEachRow(deps, { table: 'Team', pk: teamPartition(orgId, teamId) }, { range: prefixRange('G|') }, (row) => {
      for (const { address } of addressesOf(readAs(meeting, row).value)) named.add(addressHash(address));
      return Promise.resolve();
    });
  await forEachRow(deps, { table: 'Org', pk: orgId }, { range: prefixRange('ml|') }, async (row) => {
    const { state, changedAt } = readAs(summaryConsent, row).value;
    const isRefusal = state === 'UNSUBSCRIBED' || state === 'REFUSED';
    if (!isRefusal && changedAt.slice(0, 10) < from && !named.has(row.rk.slice('ml|'.length)))
      await deleteUnchanged(deps, 'Org', row);
  });
};

/**
 * Removes an organisation's data that is older than its retention period, and its drafts that can no longer be sent.
 * Removes nothing if the organisation is pending deletion, and only drafts if it keeps all data.
 */
export const trimOrganisation = async (deps: BatchedDeletionDeps, orgId: OrgId): Promise<void> => {
  const organisation = await findActiveOrganisation(inOrg(deps.store, orgId));
  if (organisation !== undefined) await removeOldDrafts(deps, orgId);
  if (organisation?.retentionDays == null) return;
  const today = toInstant(deps.clock.now()).slice(0, 10) as LocalDate;
  const from = retentionStart(today, organisation.retentionDays);
  for (const { teamId } of await listTeamsOf(deps, orgId)) await trimTeam(deps, orgId, teamId, from);
  await forgetConsents(deps, orgId, from);
  await removeOldSendings(deps, orgId, from);
  for (const prefix of ['vac|', 'L|', 'A|'])
    await removeRange(deps, { table: 'Org', pk: orgId }, prefixRange(prefix), (rk) => isOlder(rk, from));
};

/** Removes old data of all organisations of a shard. A failure is logged and does not stop the other organisations. */
export const trimShard = async (deps: BatchedDeletionDeps, shard: string): Promise<void> => {
  for await (const organisation of listOrganisationsOfShard(deps, shard)) {
    if (organisation === undefined) continue;
    const { orgId } = organisation;
    try {
      await trimOrganisation(deps, orgId);
    } catch (error) {
      if (deps.shouldContinue?.() === false) throw error;
      deps.log.error('retention.failed', error, { orgId });
    }
  }
};
