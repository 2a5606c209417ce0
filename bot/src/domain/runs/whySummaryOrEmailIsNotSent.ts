import type { MemberId } from '#contracts/core/idDateAndZoneSchemas.ts';
import type { PersonAddress } from '../core/chatAddressTypes.ts';
import { mayTry } from './reachableMembers.ts';
import type { Reachable } from './reachableMembers.ts';
import { whyRunIsNotSent } from './whyRunIsNotSent.ts';
import type { RunNow } from './whyRunIsNotSent.ts';
import { isObserver, isStillNamed } from './membersAndObservers.ts';
import { isAsked, memberIn } from './memberInstantsAndOwedAnswers.ts';
import type { SkipReason } from './skipReasons.ts';

// Checks the conditions that must hold immediately before a summary or an email of a run is sent.

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
