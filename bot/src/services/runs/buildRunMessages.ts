import type { Instant, MemberId } from '#contracts/core/idDateAndZoneSchemas.ts';
import { times } from '#contracts/core/limitsAndProductConstants.ts';
import type { Meeting } from '#contracts/meetings/meetingSchemasAndCalls.ts';
import type { Instants, Run } from '#contracts/runs/runSchema.ts';
import { dueAt, instantsFor, isAsked } from '../../domain/runs/memberInstantsAndOwedAnswers.ts';
import { lastSendInstant } from '../../domain/runs/lastSendInstants.ts';
import { hourMs, msOf, toInstant } from '../../domain/core/zonedTimeAndCalendarDates.ts';
import type {
  OutboxKind,
  Recipient,
  ReminderKind,
  RunEmailKind,
} from '../../store/kinds/messages/messageKindsAndRecipients.ts';
import { addressesOf } from '../core/summaryEmailAddresses.ts';
import { deliveryKey, repliesOf } from './readRunAndDayRows.ts';
import type { RunRows } from './readRunAndDayRows.ts';
import type { OutboxRow, RunRef } from './outboxRowAndRunRef.ts';

// Builds the outbox rows of a run: the messages to its members and its channel, and its emails.

/** Returns the outbox row of a new message. It has no lease, so any instance may claim and send it. */
export const newMessage = (
  runRef: RunRef,
  kind: OutboxKind,
  who: string,
  times: { readonly at: Instant; readonly notAfter: Instant },
): OutboxRow => ({
  orgId: runRef.orgId,
  teamId: runRef.teamId,
  meetingId: runRef.meetingId,
  date: runRef.date,
  at: times.at,
  kind,
  who,
  notBefore: times.at,
  notAfter: times.notAfter,
  lease: null,
  touched: null,
  failures: null,
  parkedReason: null,
});

type MemberKind = 'prompt' | ReminderKind;

/** True if the message of this kind has a delivery record in this round: it was sent, or it will never be sent. */
const isFinal = (rows: RunRows, round: number, who: Recipient, kind: MemberKind | 'announcement'): boolean =>
  rows.deliveries.get(deliveryKey(who, kind))?.value.round === round;

/** Returns a message to each member who owes an answer, and in whose zone a message of this kind is due at `at`. */
export const memberMessages = (
  runRef: RunRef,
  run: Run,
  rows: RunRows,
  { kind, at }: { readonly kind: MemberKind; readonly at: Instant },
): OutboxRow[] => {
  const settled = new Set(repliesOf(rows).map(({ memberId }) => memberId));
  const name = `${kind}.${run.round}` as const;
  const until = new Map<Instants, Instant>();
  const lastOf = (set: Instants): Instant => {
    const known = until.get(set) ?? toInstant(lastSendInstant(kind, msOf(at), msOf(set.closesAt)));
    until.set(set, known);
    return known;
  };
  return run.members.flatMap((member) => {
    const set = instantsFor(run, member);
    if (set === undefined || dueAt(set, kind) !== at || !isAsked(member) || settled.has(member.memberId)) return [];
    if (isFinal(rows, run.round, member.memberId, kind)) return [];
    return [newMessage(runRef, name, member.memberId, { at, notAfter: lastOf(set) })];
  });
};

/**
 * Returns the announcement of a run to the channel as a list; empty if it already has a delivery record in this round.
 */
export const announcementMessage = (runRef: RunRef, run: Run, rows: RunRows): OutboxRow[] => {
  if (isFinal(rows, run.round, 'channel', 'announcement')) return [];
  const at = run.opensAt;
  const notAfter = toInstant(lastSendInstant('announcement', msOf(at), msOf(run.closesAt)));
  return [newMessage(runRef, `announcement.${run.round}`, 'channel', { at, notAfter })];
};

const isMailed = (rows: RunRows, round: number, who: Recipient, kind: RunEmailKind): boolean =>
  rows.deliveries.get(deliveryKey(who, kind))?.value.round === round;

/**
 * Returns the summary emails of a run. An email with a delivery record in this round is left out, because its outcome
 * is final.
 */
export const summaryMails = (
  runRef: RunRef,
  run: Run,
  rows: RunRows,
  meeting: Pick<Meeting, 'reportSummaryEmail'>,
): OutboxRow[] =>
  addressesOf(meeting)
    .filter(({ who }) => !isMailed(rows, run.round, who, 'summaryEmail'))
    .map(({ who }) =>
      newMessage(runRef, `summaryEmail.${run.round}`, who, {
        at: run.opensAt,
        notAfter: toInstant(msOf(run.closesAt) + times.summaryLateHours * hourMs),
      }),
    );

/** Returns the fallback email with the questions, for a member whose chat refused the card. */
export const fallbackMail = (runRef: RunRef, run: Run, memberId: MemberId): OutboxRow =>
  newMessage(runRef, `fallbackEmail.${run.round}`, memberId, {
    at: run.opensAt,
    notAfter: toInstant(lastSendInstant('announcement', msOf(run.opensAt), msOf(run.closesAt))),
  });
