import type { MemberId } from '#contracts/core/idDateAndZoneSchemas.ts';
import { times } from '#contracts/core/limitsAndProductConstants.ts';
import type { Meeting } from '#contracts/meetings/meetingSchemasAndCalls.ts';
import type { Run } from '#contracts/runs/runSchema.ts';
import { hourMs, msOf, toInstant } from '../../domain/core/zonedTimeAndCalendarDates.ts';
import { observersOf } from '../../domain/runs/membersAndObservers.ts';
import { canBeReached } from '../../domain/runs/reachableMembers.ts';
import type { Stored } from '../../store/recordKindsAndAccess.ts';
import { addressOfMember } from '../../store/kinds/teamsSync/convertRowsToChatAddresses.ts';
import type { TeamMember } from '../tenancy/listMembers.ts';
import { addressesOf } from '../core/summaryEmailAddresses.ts';
import { newMessage } from './buildRunMessages.ts';
import type { OutboxRow, RunRef } from './outboxRowAndRunRef.ts';
import { deliveryKey } from './readRunAndDayRows.ts';
import type { RunRows } from './readRunAndDayRows.ts';

// Computes the summary messages of a run to its observers: a card in their own chat, an email, or both.

interface ObserverFacts {
  readonly rows: RunRows;
  readonly meeting: Pick<Meeting, 'observers' | 'reportSummaryEmail'> | undefined;
  readonly members: ReadonlyMap<MemberId, Stored<TeamMember>>;
}

const kinds = ['observerSummary', 'observerEmail'] as const;
type ObserverKind = (typeof kinds)[number];

/**
 * Returns the messages that this observer gets, by the observer's preference (chat, email or both). If the preferred
 * way is not possible, the other way is used.
 */
const wantedBy = (member: TeamMember, now: number): readonly ObserverKind[] => {
  const wish = member.summaryDelivery ?? 'CHAT';
  const hasChat = canBeReached(member, addressOfMember(member), now);
  const hasEmail = member.email !== '';
  const wanted = { observerSummary: wish !== 'EMAIL' || !hasEmail, observerEmail: wish !== 'CHAT' || !hasChat };
  const possible = { observerSummary: hasChat, observerEmail: hasEmail };
  return kinds.filter((kind) => wanted[kind] && possible[kind]);
};

/**
 * Returns the messages to one observer that have no delivery record in this round. An observer who wants only one
 * message and already got one gets no second, even if the preference or the reachability changed meanwhile.
 */
const messagesFor = ({ rows }: ObserverFacts, round: number, member: TeamMember, now: number): ObserverKind[] => {
  const recordOf = (kind: ObserverKind) => {
    const record = rows.deliveries.get(deliveryKey(member.memberId, kind))?.value;
    return record?.round === round ? record : undefined;
  };
  const hasIt = kinds.some((kind) => recordOf(kind)?.state === 'SENT');
  if (hasIt && member.summaryDelivery !== 'BOTH') return [];
  return wantedBy(member, now).filter((kind) => recordOf(kind) === undefined);
};

/**
 * Returns the outbox row of one message to an observer. `now` is the instant at which the summary became due; the
 * message is not sent earlier.
 */
export const observerMessage = (
  runRef: RunRef,
  { round, opensAt, closesAt }: Pick<Run, 'round' | 'opensAt' | 'closesAt'>,
  { kind, memberId }: { readonly kind: ObserverKind; readonly memberId: MemberId },
  now: number,
): OutboxRow => ({
  ...newMessage(runRef, `${kind}.${round}`, memberId, {
    at: opensAt,
    notAfter: toInstant(msOf(closesAt) + times.summaryLateHours * hourMs),
  }),
  notBefore: toInstant(now),
});

/**
 * Returns the summaries to the observers of a run that have no delivery record in this round. An observer whose address
 * is also in the meeting's list for summary emails gets no second email.
 */
export const observerMessages = (runRef: RunRef, run: Run, facts: ObserverFacts, now: number): OutboxRow[] => {
  const { meeting, members } = facts;
  if (meeting === undefined) return [];
  const listed = new Set(addressesOf(meeting).map(({ address }) => address.toLowerCase()));
  return observersOf(meeting).flatMap((memberId) => {
    const member = members.get(memberId)?.value;
    if (member === undefined || !member.isEnabled || member.leftOn !== null) return [];
    return messagesFor(facts, run.round, member, now)
      .filter((kind) => kind !== 'observerEmail' || !listed.has(member.email.toLowerCase()))
      .map((kind) => observerMessage(runRef, run, { kind, memberId }, now));
  });
};
