import type { Instant, MemberId } from '#contracts/core/ids.ts';
import { times } from '#contracts/core/limits.ts';
import type { Meeting } from '#contracts/meetings/meeting.ts';
import type { Instants, Run } from '#contracts/meetings/run.ts';
import type { PersonAddress } from '../core/chatAddress.ts';
import { isMutedAt } from './mute.ts';
import type { Muting } from './mute.ts';
import { dueAt, instantsFor, isAsked, isWindowOver, memberIn } from './owedAnswers.ts';
import { hourMs, minuteMs, msOf } from '../core/zonedTime.ts';

// Conditions that must hold immediately before a message is sent, and its latest instant.

const weekMs = 7 * 24 * hourMs;

/** Reasons why a message was not sent, stored in its delivery record. */
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

/** True if the service, and not the member or the report, is the reason that a prompt was never sent. */
export const isOwnFault = (reason: string | null): boolean => reason !== null && ownFaults.has(reason);

/** A message is sent at most so often over its life, whatever fails afterwards. */
export const maxSends = 3;

/**
 * True if a message due at `dueAt` may already have been sent: a restore set the store back to an earlier time, so a message sent
 * since then left no trace. `restoredAt` undefined = no restore. Both in epoch ms.
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
 * A member who blocked the bot is tried once a week. Any activity of the member clears the mark, so the next message goes at
 * once.
 */
const mayTry = (member: Reachable, now: number): boolean =>
  member.unreachable === null ||
  member.unreachableSince === null ||
  now - Date.parse(member.unreachableSince) >= weekMs;

/** True if a prompt can be sent to the member's own chat now. */
export const canBeReached = (member: Reachable, address: PersonAddress | null, now: number): boolean =>
  mayTry(member, now) && address !== null;

export interface RunNow {
  readonly meeting: Pick<Meeting, 'isEnabled' | 'members'> | undefined;
  readonly isConnected: boolean;
  readonly occurrence: Run | undefined;
  readonly round: number;
  readonly notAfter: number | null;
  readonly now: number;
}

/** Reason why no message of this run is sent any more, to any recipient. */
export const whyRunIsNotSent = (run: RunNow): SkipReason | null => {
  if (run.meeting === undefined || run.occurrence === undefined) return 'MEETING_GONE';
  if (!run.meeting.isEnabled) return 'DEACTIVATED';
  if (run.occurrence.round !== run.round) return 'RUN_OVER';
  // The close of the last window ends the run, so a message after it is late, not cancelled.
  if (isWindowOver(run.occurrence)) return 'TOO_LATE';
  if (run.occurrence.state !== 'OPEN') return 'RUN_OVER';
  if ((run.notAfter !== null && run.now > run.notAfter) || run.now >= msOf(run.occurrence.closesAt)) return 'TOO_LATE';
  return run.isConnected ? null : 'DISCONNECTED';
};

/** The prompt of the run that a message belongs to, as its delivery record shows it. */
export interface PromptRecord {
  readonly isSent: boolean;
  /** Epoch ms of the record. */
  readonly at: number;
  readonly isLate: boolean;
}

export interface ToMember extends RunNow {
  readonly kind: 'prompt' | 'reminder1' | 'reminder2';
  readonly memberId: MemberId;
  readonly member: Reachable | undefined;
  /** The member's own chat; null = there is none. */
  readonly address: PersonAddress | null;
  readonly hasAnswered: boolean;
  /** True for a day off that was saved after the prompt, or after the time at which it was due. */
  readonly isOnVacation: boolean;
  /** Of this round; undefined while the prompt has no outcome yet. */
  readonly prompt: PromptRecord | undefined;
}

/**
 * True if a message for that instant still belongs to the member. A member who moved before they were asked has another instant,
 * which another row of the outbox covers. This message must then neither be sent nor count in place of that one.
 */
export const isOwnInstant = (
  run: Run,
  { memberId, kind, at }: Pick<ToMember, 'memberId' | 'kind'> & { readonly at: Instant },
): boolean => {
  const frozen = memberIn(run, memberId);
  const set = frozen === undefined ? undefined : instantsFor(run, frozen);
  return set === undefined || dueAt(set, kind) === at;
};

/** A late prompt silences reminders that are due within this part of the window after it. */
const quietPart = 1 / 4;

/** True if the prompt has no outcome yet and may still be sent. */
const isPromptPending = ({ prompt, now }: ToMember, set: Instants): boolean =>
  prompt === undefined && now <= lastSendInstant('prompt', msOf(set.opensAt), msOf(set.closesAt));

const isJustPrompted = (message: ToMember, set: Instants, dueMs: number): boolean => {
  const { prompt } = message;
  if (prompt === undefined) return isPromptPending(message, set);
  const quietMs = (msOf(set.closesAt) - msOf(set.opensAt)) * quietPart;
  return prompt.isSent && prompt.isLate && dueMs < prompt.at + quietMs;
};

/**
 * Returns the reason to skip a reminder that would arrive together with another message of its run, because two cards at once are
 * of no use. It happens after a downtime, when several messages to one person are due at the same moment.
 */
const whyNotReminded = (message: ToMember): SkipReason | null => {
  const { kind, occurrence: run, memberId, now } = message;
  const frozen = run === undefined ? undefined : memberIn(run, memberId);
  const set = run === undefined || frozen === undefined ? undefined : instantsFor(run, frozen);
  const due = set === undefined ? null : dueAt(set, kind);
  if (kind === 'prompt' || set === undefined || due === null) return null;
  if (isJustPrompted(message, set, msOf(due))) return 'JUST_PROMPTED';
  const second = set.secondReminderAt;
  return kind === 'reminder1' && second !== null && msOf(second) <= now ? 'NEXT_REMINDER_DUE' : null;
};

/** Reason why this person is not asked or reminded any more. */
export const whyNotAsked = (message: ToMember): SkipReason | null => {
  const silent = whyRunIsNotSent(message);
  if (silent !== null) return silent;
  const { member, occurrence: run, meeting, memberId } = message;
  const frozen = run === undefined ? undefined : memberIn(run, memberId);
  if (frozen === undefined || !isAsked(frozen) || meeting?.members.includes(memberId) !== true) return 'NOT_ASKED';
  if (member === undefined || !member.isEnabled || member.leftOn !== null) return 'NOT_ASKED';
  if (message.hasAnswered) return 'ANSWERED';
  if (message.isOnVacation) return 'VACATION';
  // Muting stops reminders only; the prompts still arrive.
  if (message.kind !== 'prompt' && isMutedAt(member, message.now)) return 'MUTED';
  if (!mayTry(member, message.now)) return 'UNREACHABLE';
  if (message.address === null) return 'NO_ADDRESS';
  return whyNotReminded(message);
};

/** Reason why this person gets no message in their own chat besides the prompts of a run. */
export const whyNotNotified = (
  member: Reachable | undefined,
  address: PersonAddress | null,
  now: number,
): SkipReason | null => {
  if (member === undefined || !member.isEnabled || member.leftOn !== null) return 'NOT_ASKED';
  if (member.isMuted) return 'MUTED';
  if (!mayTry(member, now)) return 'UNREACHABLE';
  return address === null ? 'NO_ADDRESS' : null;
};

export interface ToMail extends Omit<RunNow, 'isConnected'> {
  readonly kind: 'summaryEmail' | 'fallbackEmail';
  /** Empty: there is no recipient any more. */
  readonly address: string;
  /** Of a fallback email: the member whose chat refused the card. */
  readonly memberId: MemberId;
  readonly member: Pick<Reachable, 'isEnabled' | 'leftOn'> | undefined;
  readonly hasAnswered: boolean;
  readonly isOnVacation: boolean;
}

const whySummaryIsSilent = ({ meeting, occurrence: run, round, notAfter, now }: ToMail): SkipReason | null => {
  if (meeting === undefined || run === undefined) return 'MEETING_GONE';
  if (run.state === 'CANCELLED' || run.state === 'MISSED' || run.round !== round) return 'RUN_OVER';
  return notAfter !== null && now > notAfter ? 'TOO_LATE' : null;
};

const whyNoFallback = (mail: ToMail): SkipReason | null => {
  const { member, occurrence: run, meeting, memberId } = mail;
  const frozen = run === undefined ? undefined : memberIn(run, memberId);
  if (frozen === undefined || !isAsked(frozen) || meeting?.members.includes(memberId) !== true) return 'NOT_ASKED';
  if (member === undefined || !member.isEnabled || member.leftOn !== null) return 'NOT_ASKED';
  if (mail.hasAnswered) return 'ANSWERED';
  return mail.isOnVacation ? 'VACATION' : null;
};

/** Reason why an email of a run is not sent any more. */
export const whyNotMailed = (mail: ToMail): SkipReason | null => {
  const silent =
    mail.kind === 'summaryEmail'
      ? whySummaryIsSilent(mail)
      : (whyRunIsNotSent({ ...mail, isConnected: true }) ?? whyNoFallback(mail));
  return silent ?? (mail.address === '' ? 'NO_ADDRESS' : null);
};

/** Until when a message of a run may begin, in epoch ms. */
export const lastSendInstant = (
  kind: 'prompt' | 'reminder1' | 'reminder2' | 'announcement',
  index: number,
  closesAt: number,
): number => (kind === 'prompt' ? Math.min(index + times.promptLate * minuteMs, closesAt) : closesAt);

/** Until when a summary may be posted for the first time, or a posted one be updated. Epoch ms. */
export const lastSummaryInstant = (run: Run, isPosted: boolean): number =>
  isPosted ? msOf(run.graceEndsAt) + hourMs : msOf(run.closesAt) + times.summaryLateHours * hourMs;

/** True if the prompt is more than a minute later than the member's opening. The delivery record shows this. */
export const isLatePrompt = (run: Run, memberId: MemberId, now: number): boolean => {
  const frozen = memberIn(run, memberId);
  const opensAt = frozen === undefined ? undefined : instantsFor(run, frozen)?.opensAt;
  return now - msOf(opensAt ?? run.opensAt) > minuteMs;
};
