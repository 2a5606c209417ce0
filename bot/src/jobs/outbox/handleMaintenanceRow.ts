import { storedKind } from '../../store/kinds/messages/messageKindsAndRecipients.ts';
import type { Stored } from '../../store/recordKindsAndAccess.ts';
import { isRowsFault } from '../../store/tableStorePort.ts';
import type { OutboxRow } from '../../services/runs/outboxRowAndRunRef.ts';
import type { JobDeps } from '../core/jobDepsAndSettings.ts';
import { maintenanceRetryMs, parkAfter } from '../core/retryPausesAndParkLimits.ts';
import type { SenderState } from '../delivery/sendRunMessagesAndSenderState.ts';
import { claimOne, possibleSends, reschedule } from '../delivery/claimAndRescheduleOutboxRows.ts';
import type { Rescheduling } from '../delivery/claimAndRescheduleOutboxRows.ts';
import { observeParked } from '../delivery/deliveryMetrics.ts';
import { recordActiveMemberInLedger } from '../billing/recordActiveMemberInLedger.ts';
import { UnrecordedError } from '../outboxRows/unrecordedMessageError.ts';
import { handleBlockerMessages } from '../blockers/handleBlockerMessages.ts';
import { sendDigestCards } from '../digests/sendDigestCards.ts';
import { postRunSummary } from '../runs/postRunSummary.ts';
import { sendTimesheetWeekCards } from '../timesheets/sendTimesheetWeekCards.ts';

// Claims maintenance rows one by one, and calls the handler of their kind.

/**
 * Returns the fields to store after a failure. If the chat service accepted the message and only its record failed, the
 * fields contain the increased send count and the ids of the message, so that only the record is retried.
 */
const sendsAfter = (row: OutboxRow, error: unknown): Pick<Rescheduling, 'sends' | 'accepted'> =>
  error instanceof UnrecordedError
    ? { sends: possibleSends(row) + 1, accepted: { ...error.sent, isLate: error.isLate } }
    : {};

/** Handles a maintenance row. Returns false if another instance claimed it first. */
export const handleMaintenanceRow = async (
  deps: JobDeps,
  state: SenderState,
  row: Stored<OutboxRow>,
): Promise<boolean> => {
  const claimed = await claimOne(deps, row);
  if (claimed === undefined) return false;
  try {
    if (row.value.kind === 'summary') await postRunSummary(deps, state, claimed);
    else if (row.value.kind === 'weekCards') await sendTimesheetWeekCards(deps, state, claimed);
    else if (row.value.kind === 'blockerCards') await handleBlockerMessages(deps, state, claimed);
    else if (row.value.kind === 'digest') await sendDigestCards(deps, state, claimed);
    else await recordActiveMemberInLedger(deps, claimed);
  } catch (error) {
    const { kind, orgId, meetingId, date } = row.value;
    deps.log.error('outbox.failed', error, { kind: storedKind(kind), orgId, meetingId, date });
    // A busy or unreachable store is not a fault of the row, so such a failure does not count towards parking.
    const cause: unknown = error instanceof UnrecordedError ? error.cause : error;
    const failures = (row.value.failures ?? 0) + (isRowsFault(cause) ? 1 : 0);
    const notBefore = deps.clock.now() + maintenanceRetryMs * Math.max(1, failures);
    const reason = error instanceof Error ? error.name : 'Error';
    const parked = failures < parkAfter.maintenanceRow ? {} : { parkedReason: reason };
    if (failures >= parkAfter.maintenanceRow) observeParked(deps, kind, reason);
    await reschedule(deps, claimed, { notBefore, failures, ...parked, ...sendsAfter(claimed.row, error) });
  }
  return true;
};
