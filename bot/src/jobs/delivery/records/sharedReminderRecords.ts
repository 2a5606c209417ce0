import type { MemberId } from '#contracts/core/idDateAndZoneSchemas.ts';
import { toInstant } from '../../../domain/core/zonedTimeAndCalendarDates.ts';
import { retryOnConflict } from '../../../services/core/optimisticUpdate.ts';
import type { Delivery } from '../../../services/runs/readRunAndDayRows.ts';
import { sentIdsOf } from '../../../store/kinds/teamsSync/convertRowsToChatAddresses.ts';
import { delivery } from '../../../store/kinds/runs/delivery.ts';
import { runKind } from '../../../store/kinds/runs/run.ts';
import { isRowsFault } from '../../../store/tableStorePort.ts';
import type { JobDeps } from '../../core/jobDepsAndSettings.ts';
import type { AcceptedMessage } from '../deliveryOutcomesAndFaultRules.ts';
import type { RunContext } from '../readAndCacheRunContext.ts';
import { isSameReminder } from './recentRemindersInMemory.ts';
import type { ListedReminder, ReminderRef } from './recentRemindersInMemory.ts';

// Handles reminders of several runs that share one message. The delivery record of each run lists the other runs, so
// that each run can update the whole message.

/** Returns those fields of another run's reminder that a delivery record stores. */
export const refOf = ({ teamId, meetingId, date, kind }: ReminderRef): ReminderRef => ({
  teamId,
  meetingId,
  date,
  kind,
});

/** Appends the reminders of `more` that `listed` does not contain yet. */
export const withReminders = <Ref extends ReminderRef>(listed: readonly Ref[], more: readonly Ref[]): Ref[] => [
  ...listed,
  ...more.filter((ref) => !listed.some((present) => isSameReminder(present, ref))),
];

/**
 * Merges two records of one message: returns `stored` with the runs that only `value` lists. No run is removed, because
 * the records may be written in any order. Returns `stored` itself if it already lists all runs, and undefined if the
 * records belong to different messages.
 */
export const mergedRecord = (stored: Delivery, value: Delivery): Delivery | undefined => {
  const isOfOneMessage = stored.round === value.round && stored.activityId === value.activityId;
  if (stored.state !== 'SENT' || value.state !== 'SENT' || !isOfOneMessage) return undefined;
  const named = stored.sharedWith ?? [];
  const all = withReminders(named, value.sharedWith ?? []);
  return all.length === named.length ? stored : { ...stored, sharedWith: all };
};

interface JoinedReminder extends ListedReminder {
  readonly who: MemberId;
  readonly sent: AcceptedMessage;
}

const writeOther = async (
  { clock }: Pick<JobDeps, 'clock'>,
  { records }: RunContext,
  { who, sent, ...joined }: JoinedReminder,
  other: ListedReminder,
): Promise<void> => {
  const key = { ...refOf(other), who };
  const { round, isLate } = other;
  const all = withReminders([refOf(joined)], (sent.sharedWith ?? []).map(refOf));
  const value: Delivery = {
    ...{ state: 'SENT', round, reason: null, at: toInstant(clock.now()), isLate, digest: null },
    ...sentIdsOf(sent),
    sharedWith: all.filter((ref) => !isSameReminder(ref, other)),
  };
  await retryOnConflict(async () => {
    const stored = await records.get(delivery, key);
    if (stored !== undefined && stored.value.round >= round) {
      const merged = mergedRecord(stored.value, value);
      if (merged !== undefined && merged !== stored.value) await records.replace(delivery, key, merged, stored.etag);
      return;
    }
    // The other reminder has no record yet. If its run was deleted or reopened in the meantime, no record is written
    // for it.
    const run = await records.get(runKind, key);
    if (run?.value.round !== round) return;
    if (stored === undefined) await records.insert(delivery, key, value);
    else await records.replace(delivery, key, value, stored.etag);
  });
};

/**
 * Adds a run to the records of the other runs that share its message. If the store rejects one of these records, the
 * error is logged and the work continues, so that the run's own record can still be written.
 */
export const recordSharing = async (
  deps: Pick<JobDeps, 'clock' | 'log'>,
  context: RunContext,
  joined: JoinedReminder,
): Promise<void> => {
  await Promise.all(
    (joined.sent.sharedWith ?? []).map(async (other) => {
      try {
        await writeOther(deps, context, joined, other);
      } catch (error) {
        if (!isRowsFault(error)) throw error;
        const { teamId, meetingId, date } = other;
        deps.log.error('sharedReminder.failed', error, { orgId: context.runRef.orgId, teamId, meetingId, date });
      }
    }),
  );
};
