import type { Instants } from '#contracts/runs/runSchema.ts';
import { msOf } from '../core/zonedTimeAndCalendarDates.ts';
import { isReminder, ownInstants, quietTimesOf, snoozedInstants } from './memberMessageInstants.ts';
import type { ToMember } from './memberMessageInstants.ts';
import { mayTry } from './reachableMembers.ts';
import { lastSendInstant } from './lastSendInstants.ts';
import { whyRunIsNotSent } from './whyRunIsNotSent.ts';
import { isStillNamed } from './membersAndObservers.ts';
import { isMutedAt } from './isMutedAt.ts';
import { quietEnd } from './delayMessagesForQuietHours.ts';
import { dueAt, isAsked, memberIn } from './memberInstantsAndOwedAnswers.ts';
import type { SkipReason } from './skipReasons.ts';

// Checks the conditions that must hold immediately before a prompt or a reminder is sent.

/** After a late prompt, a reminder is skipped if it is due within this fraction of the window. */
const quietPart = 1 / 4;

/** True if the prompt has no outcome yet but may still be sent. */
const isPromptPending = ({ prompt, quiet, now }: ToMember, set: Instants): boolean =>
  prompt === undefined &&
  // With quiet hours, a late prompt without a delivery record may still be waiting for their end, so it is pending.
  (quiet !== undefined || now <= lastSendInstant('prompt', msOf(set.opensAt), msOf(set.closesAt)));

const isJustPrompted = (message: ToMember, set: Instants, dueMs: number): boolean => {
  const { prompt } = message;
  if (prompt === undefined) return isPromptPending(message, set);
  const quietMs = (msOf(set.closesAt) - msOf(set.opensAt)) * quietPart;
  return prompt.isSent && prompt.isLate && dueMs < prompt.at + quietMs;
};

/**
 * Returns QUIET_HOURS if quiet hours leave no time for a prompt before the end of the grace, or for a reminder before
 * the close; otherwise null.
 */
const whyQuiet = (message: ToMember): SkipReason | null => {
  const { kind, quiet, now } = message;
  if (quiet === undefined) return null;
  const set = snoozedInstants(message);
  const end = quietEnd(quiet, now);
  if (set === undefined) return null;
  if (!isReminder(kind)) return end !== null && end >= msOf(set.graceEndsAt) ? 'QUIET_HOURS' : null;
  const due = dueAt(ownInstants(message) ?? set, kind);
  return due === null || (end !== null && end >= msOf(set.closesAt)) ? 'QUIET_HOURS' : null;
};

/**
 * Returns the reason to skip a reminder that would arrive together with another message of its run; null = it may be
 * sent. After a downtime, several messages to one person may be due at the same time, and two cards at once have no
 * use.
 */
const whyNotReminded = (message: ToMember): SkipReason | null => {
  const { kind, now } = message;
  if (kind === 'prompt' || kind === 'snoozedPrompt') return null;
  const set = ownInstants(message);
  const due = set === undefined ? null : dueAt(set, kind);
  // A reminder that a snooze or quiet hours moved to a later instant is judged at that instant.
  if (set === undefined || due === null || msOf(due) > now) return null;
  if (isJustPrompted(message, set, msOf(due))) return 'JUST_PROMPTED';
  const second = set.secondReminderAt;
  return kind === 'reminder1' && second !== null && msOf(second) <= now ? 'NEXT_REMINDER_DUE' : null;
};

/** Returns the reason why this person is not asked or reminded any more; null = the message may be sent. */
export const whyNotAsked = (message: ToMember): SkipReason | null => {
  const times = quietTimesOf(message);
  const silent = whyRunIsNotSent(
    times === undefined ? message : { ...message, notAfter: times.lastAt, isAfterClose: times.isAfterClose },
  );
  if (silent !== null) return silent;
  const { member, run, meeting, memberId } = message;
  const frozen = run === undefined ? undefined : memberIn(run, memberId);
  if (frozen === undefined || !isAsked(frozen) || !isStillNamed(meeting, memberId)) return 'NOT_ASKED';
  if (member === undefined || !member.isEnabled || member.leftOn !== null) return 'NOT_ASKED';
  if (message.hasAnswered) return 'ANSWERED';
  if (message.hasSkipped) return 'SKIPPED';
  if (message.isOnVacation) return 'VACATION';
  // After a snooze, the snoozed prompt is sent as a separate message, so this prompt is skipped.
  if (message.kind === 'prompt' && message.snoozedUntil !== undefined) return 'SNOOZED';
  // Muting stops only the reminders; prompts still arrive.
  if (isReminder(message.kind) && isMutedAt(member, message.now, run?.timezone)) return 'MUTED';
  if (!mayTry(member, message.now)) return 'UNREACHABLE';
  if (message.address === null) return 'NO_ADDRESS';
  return whyQuiet(message) ?? whyNotReminded(message);
};
