import type { MemberId } from '#contracts/core/idDateAndZoneSchemas.ts';
import { times } from '#contracts/core/limitsAndProductConstants.ts';
import type { Run } from '#contracts/runs/runSchema.ts';
import { hourMs, minuteMs, msOf } from '../core/zonedTimeAndCalendarDates.ts';
import { instantsFor, memberIn } from './memberInstantsAndOwedAnswers.ts';

// Limits of the messages of a run: the latest instant at which each may be sent, and how often it is tried.

/**
 * Maximum number of sends of one message. Sends with an unknown result count, so that repeated failures cannot flood a
 * chat.
 */
export const maxSends = 3;

/**
 * True if a message due at `dueAt` may already have been sent. A restore resets the store to the time of the backup, so
 * messages that were sent after the backup have no record. Both parameters are in epoch ms; `restoredAt` is undefined
 * if there was no restore.
 */
export const isBeforeRestore = (dueAt: number, restoredAt: number | undefined): boolean =>
  restoredAt !== undefined && dueAt <= restoredAt;

/**
 * Returns the latest epoch ms at which a message of a run may be sent. It is the close; for a prompt, it is an hour
 * after the prompt was due if that is before the close.
 */
export const lastSendInstant = (
  kind: 'prompt' | 'reminder1' | 'reminder2' | 'announcement',
  dueAt: number,
  closesAt: number,
): number => (kind === 'prompt' ? Math.min(dueAt + times.promptLate * minuteMs, closesAt) : closesAt);

/** Returns the latest epoch ms at which a summary may be posted or, if it is already posted, updated. */
export const lastSummaryInstant = (run: Run, isPosted: boolean): number =>
  isPosted ? msOf(run.graceEndsAt) + hourMs : msOf(run.closesAt) + times.summaryLateHours * hourMs;

/** True if a prompt at `now` (epoch ms) is sent more than a minute after the opening that applies to the member. */
export const isLatePrompt = (run: Run, memberId: MemberId, now: number): boolean => {
  const frozen = memberIn(run, memberId);
  const opensAt = frozen === undefined ? undefined : instantsFor(run, frozen)?.opensAt;
  return now - msOf(opensAt ?? run.opensAt) > minuteMs;
};
