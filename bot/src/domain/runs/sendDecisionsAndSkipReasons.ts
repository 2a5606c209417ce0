import type { Instant, MemberId, ZoneId } from '#contracts/core/idDateAndZoneSchemas.ts';
import { times } from '#contracts/core/limitsAndProductConstants.ts';
import type { Meeting } from '#contracts/meetings/meetingSchemasAndCalls.ts';
import type { Instants, Run } from '#contracts/runs/runSchema.ts';
import type { PersonAddress } from '../core/chatAddressTypes.ts';
import { isObserver, isStillNamed } from './membersAndObservers.ts';
import { isMutedAt } from './isMutedAt.ts';
import { instantsOutsideQuiet, quietEnd, quietPromptTimes } from './delayMessagesForQuietHours.ts';
import type { QuietClock, QuietPromptTimes } from './delayMessagesForQuietHours.ts';
import { instantsAfterSnooze } from './snoozeRules.ts';
import type { Muting } from './isMutedAt.ts';
import { dueAt, instantsFor, isAsked, isWindowOver, memberIn } from './memberInstantsAndOwedAnswers.ts';
import { hourMs, minuteMs, msOf, toInstant } from '../core/zonedTimeAndCalendarDates.ts';

// Checks the conditions that must hold immediately before a message is sent, and computes the latest instant at which
// it may be sent.

const weekMs = 7 * 24 * hourMs;

/** Reasons why a message is not sent. Delivery records store these values, so a value must not be renamed. */
export const skipReasons = [
  'MEETING_GONE',
  'DEACTIVATED',
  'DISCONNECTED',
  'RUN_OVER',
  'NOT_ASKED',
  'UNREACHABLE',
  'NO_ADDRESS',
  'MUTED',
  'ANSWERED',
  'SKIPPED',
  'SNOOZED',
  'QUIET_HOURS',
  'VACATION',
  'TOO_LATE',
  'BLOCKED',
  'GONE',
  'REJECTED',
  'RESTORED',
  'JUST_PROMPTED',
  'NEXT_REMINDER_DUE',
  'UNCONFIRMED',
  'PARKED',
  'NO_CONSENT',
  'UNSUBSCRIBED',
  'MAIL_LIMIT',
] as const;
export type SkipReason = (typeof skipReasons)[number];

const ownFaults: ReadonlySet<string> = new Set<SkipReason>(['TOO_LATE', 'REJECTED', 'RESTORED', 'PARKED']);

/** True if the prompt was not sent because of a fault of Rollcall, and not because of the member or the report. */
export const isOwnFault = (reason: string | null): boolean => reason !== null && ownFaults.has(reason);

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

export interface Reachable extends Muting {
  readonly memberId: MemberId;
  readonly isEnabled: boolean;
  readonly leftOn: string | null;
  readonly unreachable: string | null;
  readonly unreachableSince: string | null;
}

/**
 * True if a message to the member may be attempted. An unreachable member, for example a member who blocked the bot,
 * gets one attempt a week. Every activity of the member resets `unreachable`, so that the next message is sent without
 * delay.
 */
const mayTry = (member: Reachable, now: number): boolean =>
  member.unreachable === null ||
  member.unreachableSince === null ||
  now - Date.parse(member.unreachableSince) >= weekMs;

/** True if a message may be attempted now and the member has a chat with the bot. */
export const canBeReached = (member: Reachable, address: PersonAddress | null, now: number): boolean =>
  mayTry(member, now) && address !== null;

export interface RunNow {
  readonly meeting: Pick<Meeting, 'isEnabled' | 'members' | 'observers'> | undefined;
  readonly isConnected: boolean;
  readonly run: Run | undefined;
  readonly round: number;
  readonly notAfter: number | null;
  readonly now: number;
  /**
   * True for a prompt that quiet hours delayed beyond the close that applies to the member. It may be sent after the
   * close of the run.
   */
  readonly isAfterClose?: boolean;
}

const isOverFor = ({ run, isAfterClose, now }: RunNow): boolean =>
  isAfterClose !== true &&
  run !== undefined &&
  (isWindowOver(run) || (run.state === 'OPEN' && now >= msOf(run.closesAt)));

/**
 * Returns the reason why this run sends no more prompts, reminders, announcements and fallback emails; null = it still
 * sends them.
 */
export const whyRunIsNotSent = (run: RunNow): SkipReason | null => {
  if (run.meeting === undefined || run.run === undefined) return 'MEETING_GONE';
  if (!run.meeting.isEnabled) return 'DEACTIVATED';
  if (run.run.round !== run.round) return 'RUN_OVER';
  // A run that ended at its last close was not cancelled, so a message after that close is skipped as TOO_LATE.
  if (isOverFor(run)) return 'TOO_LATE';
  if (run.run.state !== 'OPEN' && !isWindowOver(run.run)) return 'RUN_OVER';
  if (run.notAfter !== null && run.now > run.notAfter) return 'TOO_LATE';
  return run.isConnected ? null : 'DISCONNECTED';
};

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

const isReminder = (kind: ToMember['kind']): kind is 'reminder1' | 'reminder2' =>
  kind === 'reminder1' || kind === 'reminder2';

type OwnMessage = Pick<ToMember, 'run' | 'memberId' | 'snoozedUntil' | 'prompt' | 'quiet'>;

/**
 * Returns the member's instants in this run, adapted to the member's snooze; undefined for a person who is not in the
 * run.
 */
const snoozedInstants = ({ run, memberId, snoozedUntil }: OwnMessage): Instants | undefined => {
  const frozen = run === undefined ? undefined : memberIn(run, memberId);
  const set = run === undefined || frozen === undefined ? undefined : instantsFor(run, frozen);
  return set === undefined || snoozedUntil === undefined ? set : instantsAfterSnooze(set, snoozedUntil);
};

/**
 * Returns the member's instants in this run, adapted to the member's snooze and quiet hours; undefined for a person who
 * is not in the run.
 */
const ownInstants = (message: OwnMessage): Instants | undefined => {
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
const quietTimesOf = (message: ToMember): QuietPromptTimes | undefined => {
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

/**
 * Returns the reason why this person gets no message in their own chat; null = the message may be sent. Used for
 * messages that belong to no run. `zone`: the zone of the report or the digest, for a member without a zone.
 */
export const whyNotNotified = (
  member: Reachable | undefined,
  address: PersonAddress | null,
  now: number,
  zone?: ZoneId,
): SkipReason | null => {
  if (member === undefined || !member.isEnabled || member.leftOn !== null) return 'NOT_ASKED';
  if (isMutedAt(member, now, zone)) return 'MUTED';
  if (!mayTry(member, now)) return 'UNREACHABLE';
  return address === null ? 'NO_ADDRESS' : null;
};

export interface ToObserver extends RunNow {
  readonly memberId: MemberId;
  readonly member: Reachable | undefined;
  /** Address of the observer's own chat; null = the observer has none. */
  readonly address: PersonAddress | null;
}

export interface ToMail extends Omit<RunNow, 'isConnected'> {
  readonly kind: 'summaryEmail' | 'observerEmail' | 'fallbackEmail';
  /** Email address of the recipient; empty if there is no recipient any more. */
  readonly address: string;
  /**
   * For a fallback email, the member whose chat refused the card; for an observer's email, the observer. Null for an
   * email to an address of the report.
   */
  readonly memberId: MemberId | null;
  readonly member: Pick<Reachable, 'isEnabled' | 'leftOn'> | undefined;
  readonly hasAnswered: boolean;
  readonly hasSkipped: boolean;
  readonly isOnVacation: boolean;
}

/** Returns the reason why this run sends no more summaries; null = summaries are sent. */
const whySummaryIsSilent = ({ meeting, run, round, notAfter, now }: Omit<RunNow, 'isConnected'>): SkipReason | null => {
  if (meeting === undefined || run === undefined) return 'MEETING_GONE';
  if (run.state === 'CANCELLED' || run.state === 'MISSED' || run.round !== round) return 'RUN_OVER';
  return notAfter !== null && now > notAfter ? 'TOO_LATE' : null;
};

const whyNoFallback = (mail: ToMail): SkipReason | null => {
  const { member, run, meeting, memberId } = mail;
  if (run === undefined || memberId === null) return 'NOT_ASKED';
  const frozen = memberIn(run, memberId);
  if (frozen === undefined || !isAsked(frozen) || !isStillNamed(meeting, memberId)) return 'NOT_ASKED';
  if (member === undefined || !member.isEnabled || member.leftOn !== null) return 'NOT_ASKED';
  if (mail.hasAnswered) return 'ANSWERED';
  if (mail.hasSkipped) return 'SKIPPED';
  return mail.isOnVacation ? 'VACATION' : null;
};

const isPresent = (member: ToMail['member']): boolean => member?.isEnabled === true && member.leftOn === null;

/**
 * Returns NOT_ASKED if the person is no longer an observer, left the team or is disabled; null = the person may get the
 * summary.
 */
const whyNotObserving = ({ meeting, memberId, member }: Pick<ToMail, 'meeting' | 'memberId' | 'member'>) =>
  memberId !== null && isObserver(meeting, memberId) && isPresent(member) ? null : 'NOT_ASKED';

const whyMailIsSilent = (mail: ToMail): SkipReason | null => {
  switch (mail.kind) {
    case 'summaryEmail':
      return whySummaryIsSilent(mail);
    case 'observerEmail':
      return whySummaryIsSilent(mail) ?? whyNotObserving(mail);
    case 'fallbackEmail':
      return whyRunIsNotSent({ ...mail, isConnected: true }) ?? whyNoFallback(mail);
  }
};

/** Returns the reason why this observer does not get the summary in their own chat; null = it may be sent. */
export const whyNotShown = (message: ToObserver): SkipReason | null => {
  const silent = whySummaryIsSilent(message) ?? whyNotObserving(message);
  if (silent !== null) return silent;
  if (!message.isConnected) return 'DISCONNECTED';
  if (message.member !== undefined && !mayTry(message.member, message.now)) return 'UNREACHABLE';
  return message.address === null ? 'NO_ADDRESS' : null;
};

/** Returns the reason why an email of a run is not sent any more; null = the email may be sent. */
export const whyNotMailed = (mail: ToMail): SkipReason | null => {
  const silent = whyMailIsSilent(mail);
  return silent ?? (mail.address === '' ? 'NO_ADDRESS' : null);
};

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
