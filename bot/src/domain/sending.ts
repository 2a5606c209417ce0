import type { Instant, MemberId } from '#contracts/ids.ts';
import { times } from '#contracts/limits.ts';
import type { Meeting } from '#contracts/meeting.ts';
import type { Occurrence } from '#contracts/occurrence.ts';
import { isMutedAt } from './muting.ts';
import type { Muting } from './muting.ts';
import { dueAt, instantsFor, isAsked, memberIn } from './owing.ts';
import { hourMs, minuteMs, msOf } from './time.ts';

// What must still hold in the moment before a message goes out, and until when it may.

const weekMs = 7 * 24 * hourMs;

/** Why a message was not sent: kept in its delivery row. */
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
] as const;
export type SkipReason = (typeof skipReasons)[number];

/**
 * Whether what was due then may have been sent already: the store was put back to an earlier time, and between that time and
 * the restore it may have gone out without a trace. `restoredAt` undefined = never. Both in epoch ms.
 */
export const isBeforeRestore = (dueAt: number, restoredAt: number | undefined): boolean =>
  restoredAt !== undefined && dueAt <= restoredAt;

export interface Reachable extends Muting {
  readonly memberId: MemberId;
  readonly isEnabled: boolean;
  readonly leftOn: string | null;
  readonly unreachable: string | null;
  readonly unreachableSince: string | null;
  readonly serviceUrl: string | null;
  readonly teamsUserId: string | null;
}

/** Somebody who blocked the bot is tried once a week, and at once after any activity, which clears the mark. */
const mayTry = (member: Reachable, now: number): boolean =>
  member.unreachable === null ||
  member.unreachableSince === null ||
  now - Date.parse(member.unreachableSince) >= weekMs;

export interface RunNow {
  readonly meeting: Pick<Meeting, 'isEnabled' | 'members'> | undefined;
  readonly isConnected: boolean;
  readonly occurrence: Occurrence | undefined;
  readonly round: number;
  readonly notAfter: number | null;
  readonly now: number;
}

/** Why nothing of this run is sent any more, to anybody. */
export const whyRunIsSilent = (run: RunNow): SkipReason | null => {
  if (run.meeting === undefined || run.occurrence === undefined) return 'MEETING_GONE';
  if (!run.meeting.isEnabled) return 'DEACTIVATED';
  if (run.occurrence.state !== 'OPEN' || run.occurrence.round !== run.round) return 'RUN_OVER';
  if ((run.notAfter !== null && run.now > run.notAfter) || run.now >= msOf(run.occurrence.closesAt)) return 'TOO_LATE';
  return run.isConnected ? null : 'DISCONNECTED';
};

export interface ToMember extends RunNow {
  readonly kind: 'prompt' | 'r1' | 'r2';
  readonly memberId: MemberId;
  readonly member: Reachable | undefined;
  readonly hasAnswered: boolean;
  /** By a day saved since they were asked, or since they should have been. */
  readonly isOnVacation: boolean;
}

/**
 * Whether a message of that instant is still its member's. Who moved before they were asked has another instant, of which
 * another row tells: this one must neither go out nor stand for the other.
 */
export const isTheirs = (
  occurrence: Occurrence,
  { memberId, kind, at }: Pick<ToMember, 'memberId' | 'kind'> & { readonly at: Instant },
): boolean => {
  const frozen = memberIn(occurrence, memberId);
  const set = frozen === undefined ? undefined : instantsFor(occurrence, frozen);
  return set === undefined || dueAt(set, kind) === at;
};

/** Why this person is not asked or reminded any more. */
export const whyNotAsked = (message: ToMember): SkipReason | null => {
  const silent = whyRunIsSilent(message);
  if (silent !== null) return silent;
  const { member, occurrence, meeting, memberId } = message;
  const frozen = occurrence === undefined ? undefined : memberIn(occurrence, memberId);
  if (frozen === undefined || !isAsked(frozen) || meeting?.members.includes(memberId) !== true) return 'NOT_ASKED';
  if (member === undefined || !member.isEnabled || member.leftOn !== null) return 'NOT_ASKED';
  if (message.hasAnswered) return 'ANSWERED';
  if (message.isOnVacation) return 'VACATION';
  // Muting silences reminders; the one prompt a day is what a member is here for.
  if (message.kind !== 'prompt' && isMutedAt(member, message.now)) return 'MUTED';
  if (!mayTry(member, message.now)) return 'UNREACHABLE';
  return member.serviceUrl === null || member.teamsUserId === null ? 'NO_ADDRESS' : null;
};

/** Why this person gets no word in their own chat that is not the one question a day. */
export const whyNotTold = (member: Reachable | undefined, now: number): SkipReason | null => {
  if (member === undefined || !member.isEnabled || member.leftOn !== null) return 'NOT_ASKED';
  if (member.isMuted) return 'MUTED';
  if (!mayTry(member, now)) return 'UNREACHABLE';
  return member.serviceUrl === null || member.teamsUserId === null ? 'NO_ADDRESS' : null;
};

export interface ToMail extends Omit<RunNow, 'isConnected'> {
  readonly kind: 'mail' | 'fall';
  /** Empty: nobody to write to any more. */
  readonly address: string;
  /** Of a fallback: whose chat refused the card. */
  readonly memberId: MemberId;
  readonly member: Pick<Reachable, 'isEnabled' | 'leftOn'> | undefined;
  readonly hasAnswered: boolean;
  readonly isOnVacation: boolean;
}

const whySummaryIsSilent = ({ meeting, occurrence, round, notAfter, now }: ToMail): SkipReason | null => {
  if (meeting === undefined || occurrence === undefined) return 'MEETING_GONE';
  if (occurrence.state === 'CANCELLED' || occurrence.state === 'MISSED' || occurrence.round !== round)
    return 'RUN_OVER';
  return notAfter !== null && now > notAfter ? 'TOO_LATE' : null;
};

const whyNoFallback = (mail: ToMail): SkipReason | null => {
  const { member, occurrence, meeting, memberId } = mail;
  const frozen = occurrence === undefined ? undefined : memberIn(occurrence, memberId);
  if (frozen === undefined || !isAsked(frozen) || meeting?.members.includes(memberId) !== true) return 'NOT_ASKED';
  if (member === undefined || !member.isEnabled || member.leftOn !== null) return 'NOT_ASKED';
  if (mail.hasAnswered) return 'ANSWERED';
  return mail.isOnVacation ? 'VACATION' : null;
};

/** Why a letter of a run is not sent any more. */
export const whyNotMailed = (mail: ToMail): SkipReason | null => {
  const silent =
    mail.kind === 'mail'
      ? whySummaryIsSilent(mail)
      : (whyRunIsSilent({ ...mail, isConnected: true }) ?? whyNoFallback(mail));
  return silent ?? (mail.address === '' ? 'NO_ADDRESS' : null);
};

/** Until when a message of a run may begin, in epoch ms. */
export const lastMoment = (kind: 'prompt' | 'r1' | 'r2' | 'bcast', at: number, closesAt: number): number =>
  kind === 'prompt' ? Math.min(at + times.promptLate * minuteMs, closesAt) : closesAt;

/** Until when a summary may be posted for the first time, or a posted one be updated. Epoch ms. */
export const lastSummaryMoment = (occurrence: Occurrence, isPosted: boolean): number =>
  isPosted ? msOf(occurrence.graceEndsAt) + hourMs : msOf(occurrence.closesAt) + times.summaryLateHours * hourMs;

/** Later than a minute after the opening that applies: the delivery says so. */
export const isLatePrompt = (occurrence: Occurrence, memberId: MemberId, now: number): boolean => {
  const frozen = memberIn(occurrence, memberId);
  const opensAt = frozen === undefined ? undefined : instantsFor(occurrence, frozen)?.opensAt;
  return now - msOf(opensAt ?? occurrence.opensAt) > minuteMs;
};
