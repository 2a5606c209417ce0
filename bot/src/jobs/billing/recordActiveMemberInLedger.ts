import type { BillingMonth } from '#contracts/billing/billingMonthAndSummaryCalls.ts';
import type { LocalDate, MemberId, OrgId } from '#contracts/core/idDateAndZoneSchemas.ts';
import { reverseDate } from '../../domain/core/reversedDateKeys.ts';
import { addDays, msOf } from '../../domain/core/zonedTimeAndCalendarDates.ts';
import { monthOf } from '../../domain/billing/billingMonths.ts';
import { billedMonthOf, invoicesOf } from '../../services/billing/readInvoicesAndUsage.ts';
import { retryOnConflict } from '../../services/core/optimisticUpdate.ts';
import { inOrg, readAs, scanRows } from '../../store/recordKindsAndAccess.ts';
import type { Records, ValueOf } from '../../store/recordKindsAndAccess.ts';
import { answer as answerKind, history } from '../../store/kinds/answers/answerAndHistory.ts';
import { teamPartition } from '../../store/kinds/core/teamPartitionAndKeyParts.ts';
import { taskMark, usage } from '../../store/kinds/billing/usageLedger.ts';
import { isConflict } from '../../store/tableStorePort.ts';
import { requireMemberRecipient } from '../../store/kinds/messages/messageKindsAndRecipients.ts';
import type { Claimed } from '../delivery/claimAndRescheduleOutboxRows.ts';
import type { JobDeps } from '../core/jobDepsAndSettings.ts';
import { rescheduleOrDelete } from '../outboxRows/rescheduleOrDeleteMaintenanceRow.ts';
import type { ClaimedMaintenance } from '../outboxRows/rescheduleOrDeleteMaintenanceRow.ts';

// Handles the `ledger` row of a member, team and month: stores in the ledger, from which invoices are computed, the
// member's first answer or first saved task of that month, whichever was earlier.

type LedgerDeps = Pick<JobDeps, 'store' | 'clock' | 'log' | 'settings'>;
type UsageEvent = ValueOf<typeof usage>;

/**
 * Maximum number of days between the date on which an answer was given and the date of its run. The two dates differ
 * for answers given before the run opened, late answers, and members in other zones.
 */
const daysAround = 8;

const lastDateOf = (first: LocalDate): LocalDate => addDays(first, 31);

/** Returns the first answer that the row's member gave in the row's team in `month`; undefined if there is none. */
const firstAnswer = async (
  deps: LedgerDeps,
  { row }: Claimed,
  month: BillingMonth,
): Promise<UsageEvent | undefined> => {
  const records = inOrg(deps.store, row.orgId);
  const memberId = requireMemberRecipient(row.who);
  const prefix = `Q|${memberId}|`;
  const range = {
    from: `${prefix}${reverseDate(addDays(lastDateOf(row.date), daysAround))}|`,
    to: `${prefix}${reverseDate(addDays(row.date, -daysAround))}}`,
  };
  let first: UsageEvent | undefined;
  for await (const stored of scanRows(deps.store, 'Team', teamPartition(row.orgId, row.teamId), range)) {
    const { meetingId, date } = readAs(history, stored).value;
    const given = (await records.get(answerKind, { teamId: row.teamId, date, meetingId, memberId }))?.value;
    if (given === undefined || monthOf(msOf(given.answeredAt)) !== month) continue;
    if (first === undefined || given.answeredAt < first.at)
      first = { memberId, event: 'ANSWER', at: given.answeredAt, meetingId };
  }
  return first;
};

/**
 * Returns the first answer or saved task of the row's member in the row's team in `month`; undefined if there is none.
 */
const firstEvent = async (deps: LedgerDeps, claimed: Claimed, month: BillingMonth): Promise<UsageEvent | undefined> => {
  const { orgId, teamId, who } = claimed.row;
  const memberId = requireMemberRecipient(who);
  const [answered, mark] = await Promise.all([
    firstAnswer(deps, claimed, month),
    inOrg(deps.store, orgId).get(taskMark, { month, teamId, memberId }),
  ]);
  if (mark === undefined || (answered !== undefined && answered.at <= mark.value.at)) return answered;
  return { memberId, event: 'TASK', at: mark.value.at, meetingId: mark.value.meetingId };
};

/**
 * True if an invoice already contains the member for that month. The ledger event must then stay unchanged, because the
 * invoice was computed from this event.
 */
const isBilled = async (records: Records<OrgId>, month: BillingMonth, memberId: MemberId): Promise<boolean> =>
  (await billedMonthOf(records, await invoicesOf(records), month)).has(memberId);

/**
 * Stores the member's first event in this team in the ledger. The event replaces a later event that is not billed yet,
 * because the rows of several teams arrive in any order and a crash can delay a row. Returns false if this team has no
 * event yet.
 */
const record = async (deps: LedgerDeps, claimed: Claimed, month: BillingMonth): Promise<boolean> => {
  const records = inOrg(deps.store, claimed.row.orgId);
  const memberId = requireMemberRecipient(claimed.row.who);
  const first = await firstEvent(deps, claimed, month);
  if (first === undefined) return false;
  const key = { month, memberId };
  await retryOnConflict(async () => {
    const named = await records.get(usage, key);
    if (named === undefined) await records.insert(usage, key, first);
    else if (first.at < named.value.at && !(await isBilled(records, month, memberId)))
      await records.replace(usage, key, first, named.etag);
  });
  return true;
};

const forgetMark = async (deps: LedgerDeps, { row }: Claimed, month: BillingMonth): Promise<void> => {
  const key = { month, teamId: row.teamId, memberId: requireMemberRecipient(row.who) };
  const mark = await inOrg(deps.store, row.orgId).get(taskMark, key);
  if (mark === undefined) return;
  try {
    await inOrg(deps.store, row.orgId).delete(taskMark, key, mark.etag);
  } catch (error) {
    if (!isConflict(error)) throw error;
  }
};

export const recordActiveMemberInLedger = async (deps: LedgerDeps, claimed: ClaimedMaintenance): Promise<void> => {
  const month = monthOf(msOf(claimed.row.at));
  const isRecorded = await record(deps, claimed, month);
  if (isRecorded) await forgetMark(deps, claimed, month);
  await rescheduleOrDelete(deps, claimed, { isOver: isRecorded });
};
