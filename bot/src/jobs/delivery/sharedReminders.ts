import type { MemberId } from '#contracts/core/ids.ts';
import { toInstant } from '../../domain/core/zonedTime.ts';
import { retryOnConflict } from '../../services/core/optimisticUpdate.ts';
import type { Delivery } from '../../services/runs/runRows.ts';
import { delivery, runKind } from '../../store/kinds/run.ts';
import { isRowsFault } from '../../store/tableStore.ts';
import type { JobDeps } from '../core/jobDeps.ts';
import type { AcceptedMessage } from './sendOutcomes.ts';
import { isSameReminder } from './reminderRegistry.ts';
import type { ListedReminder, ReminderRef } from './reminderRegistry.ts';
import type { RunContext } from './runContext.ts';

// Reminders of several runs that are one message. The delivery record of each run names the others, so that an update of the message
// draws them all, whichever run it starts from.

/** The fields that a delivery record keeps of another run's reminder. */
export const refOf = ({ teamId, meetingId, date, kind }: ReminderRef): ReminderRef => ({
  teamId,
  meetingId,
  date,
  kind,
});

/** Both lists in one, each reminder once. */
export const withReminders = <Ref extends ReminderRef>(listed: readonly Ref[], more: readonly Ref[]): Ref[] => [
  ...listed,
  ...more.filter((ref) => !listed.some((present) => isSameReminder(present, ref))),
];

/**
 * The stored record with the runs that a second record of the same message names; undefined if the records are of two messages.
 * A record only gains runs, because the records of one message are written in any order. Returns `stored` itself if it lacks none.
 */
export const mergedRecord = (stored: Delivery, value: Delivery): Delivery | undefined => {
  const isOfOneMessage = stored.round === value.round && stored.activityId === value.activityId;
  if (stored.state !== 'SENT' || value.state !== 'SENT' || !isOfOneMessage) return undefined;
  const named = stored.sharedWith ?? [];
  const all = withReminders(named, value.sharedWith ?? []);
  return all.length === named.length ? stored : { ...stored, sharedWith: all };
};

/** A reminder of a run that joined the message of others. */
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
    ...{ conversationId: sent.conversationId, activityId: sent.activityId },
    sharedWith: all.filter((ref) => !isSameReminder(ref, other)),
  };
  await retryOnConflict(async () => {
    const stored = await records.get(delivery, key);
    if (stored !== undefined && stored.value.round >= round) {
      const merged = mergedRecord(stored.value, value);
      if (merged !== undefined && merged !== stored.value) await records.replace(delivery, key, merged, stored.etag);
      return;
    }
    // The sender has not recorded the other reminder yet. It records nothing for a run that was deleted or reopened meanwhile.
    const run = await records.get(runKind, key);
    if (run?.value.round !== round) return;
    if (stored === undefined) await records.insert(delivery, key, value);
    else await records.replace(delivery, key, value, stored.etag);
  });
};

/**
 * Names a run in the records of the runs whose message it joined. If the store refuses one of those rows for its content, the run's
 * own record does not wait for it.
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
        deps.log.error('sharedReminder.failed', error, { orgId: context.run.orgId, teamId, meetingId, date });
      }
    }),
  );
};
