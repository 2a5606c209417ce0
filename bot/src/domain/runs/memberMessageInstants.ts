import type { Instant, MemberId } from '#contracts/core/idDateAndZoneSchemas.ts';
import type { Instants, Run } from '#contracts/runs/runSchema.ts';
import type { PersonAddress } from '../core/chatAddressTypes.ts';
import { msOf, toInstant } from '../core/zonedTimeAndCalendarDates.ts';
import type { Reachable } from './reachableMembers.ts';
import type { RunNow } from './whyRunIsNotSent.ts';
import { instantsOutsideQuiet, quietEnd, quietPromptTimes } from './delayMessagesForQuietHours.ts';
import type { QuietClock, QuietPromptTimes } from './delayMessagesForQuietHours.ts';
import { instantsAfterSnooze } from './snoozeRules.ts';
import { dueAt, instantsFor, memberIn } from './memberInstantsAndOwedAnswers.ts';

// Computes when the prompts and reminders of one member are due, after a snooze and quiet hours.

/** The outcome of the member's prompt in a run, from its delivery record. */
export interface PromptRecord {
  readonly isSent: boolean;
  /** Epoch ms at which the outcome of the prompt was recorded. */
  readonly at: number;
  readonly isLate: boolean;
  /** The instant to which quiet hours delayed the prompt; undefined if they did not delay it. */
  readonly movedTo?: Instant | undefined;
}

export interface ToMember extends RunNow {
  readonly kind: 'prompt' | 'snoozedPrompt' | 'reminder1' | 'reminder2';
  readonly memberId: MemberId;
  readonly member: Reachable | undefined;
  /** Address of the member's own chat; null = the member has none. */
  readonly address: PersonAddress | null;
  readonly hasAnswered: boolean;
  readonly hasSkipped: boolean;
  /** End of the member's snooze in this round; undefined = no snooze. */
  readonly snoozedUntil: Instant | undefined;
  /**
   * True if the member is on vacation on the date of the prompt. If the vacation was saved before the opening, the run
   * already excludes the member.
   */
  readonly isOnVacation: boolean;
  /** The prompt of this round, or after a snooze the snoozed prompt; undefined while it has no outcome. */
  readonly prompt: PromptRecord | undefined;
  /** The member's quiet hours, with the zone by whose clock they apply; undefined = no quiet hours. */
  readonly quiet?: QuietClock | undefined;
  /** The due instant of the message, and the instant to which it was delayed. */
  readonly row?: { readonly at: Instant; readonly movedTo?: Instant | null | undefined };
}

/**
 * True if a message for that instant still applies to the member. If the member changed zones before being asked, or
 * snoozed the prompt again, another row of the outbox (the table of messages to send) has the new instant. The old
 * message must then neither be sent nor count as the new message.
 */
export const isOwnInstant = (
  run: Run,
  { memberId, kind, at, snoozedUntil }: Pick<ToMember, 'memberId' | 'kind' | 'snoozedUntil'> & { readonly at: Instant },
): boolean => {
  if (kind === 'snoozedPrompt') return snoozedUntil === at;
  const frozen = memberIn(run, memberId);
  const set = frozen === undefined ? undefined : instantsFor(run, frozen);
  return set === undefined || dueAt(set, kind) === at;
};

export const isReminder = (kind: ToMember['kind']): kind is 'reminder1' | 'reminder2' =>
  kind === 'reminder1' || kind === 'reminder2';

type OwnMessage = Pick<ToMember, 'run' | 'memberId' | 'snoozedUntil' | 'prompt' | 'quiet'>;

/**
 * Returns the member's instants in this run, adapted to the member's snooze; undefined for a person who is not in the
 * run.
 */
export const snoozedInstants = ({ run, memberId, snoozedUntil }: OwnMessage): Instants | undefined => {
  const frozen = run === undefined ? undefined : memberIn(run, memberId);
  const set = run === undefined || frozen === undefined ? undefined : instantsFor(run, frozen);
  return set === undefined || snoozedUntil === undefined ? set : instantsAfterSnooze(set, snoozedUntil);
};

/**
 * Returns the member's instants in this run, adapted to the member's snooze and quiet hours; undefined for a person who
 * is not in the run.
 */
export const ownInstants = (message: OwnMessage): Instants | undefined => {
  const { quiet, prompt } = message;
  const set = snoozedInstants(message);
  if (set === undefined || (quiet === undefined && prompt?.movedTo === undefined)) return set;
  // A prompt that was sent or skipped at its original due instant does not move the reminders.
  return instantsOutsideQuiet(set, quiet, prompt === undefined ? undefined : (prompt.movedTo ?? set.opensAt));
};

/**
 * Returns the later instant to which a snooze or quiet hours move a reminder; undefined for a reminder that is due now.
 */
const movedReminderAt = (message: ToMember): Instant | undefined => {
  const { kind, now, quiet } = message;
  const set = ownInstants(message);
  const due = set === undefined || !isReminder(kind) ? null : dueAt(set, kind);
  if (due !== null && msOf(due) > now) return due;
  const end = set === undefined ? null : quietEnd(quiet, now);
  return end === null ? undefined : toInstant(end);
};

/** Returns the times of a prompt that quiet hours delay; undefined for every other message. */
export const quietTimesOf = (message: ToMember): QuietPromptTimes | undefined => {
  const { kind, row, quiet } = message;
  if (row === undefined || isReminder(kind)) return undefined;
  const set = snoozedInstants(message);
  return set === undefined ? undefined : quietPromptTimes(quiet, set, row);
};

/** Returns the end of the quiet hours for which a prompt must wait; undefined if it may be sent now. */
const movedPromptAt = ({ kind, quiet, now }: ToMember): Instant | undefined => {
  const end = isReminder(kind) ? null : quietEnd(quiet, now);
  return end === null ? undefined : toInstant(end);
};

/**
 * Returns the later instant to which a snooze or quiet hours move a message; undefined for a message that is due now.
 */
export const movedMessageAt = (message: ToMember): Instant | undefined =>
  isReminder(message.kind) ? movedReminderAt(message) : movedPromptAt(message);

/**
 * Returns the instant for which a prompt is planned that quiet hours delayed, but not later than now; undefined if they
 * did not delay it.
 */
export const promptMovedTo = (message: ToMember): Instant | undefined => {
  const times = quietTimesOf(message);
  return times === undefined ? undefined : toInstant(Math.min(times.dueAt, message.now));
};
