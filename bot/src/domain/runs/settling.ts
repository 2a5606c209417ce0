import type { Answer } from '#contracts/meetings/answer.ts';
import type { MemberId } from '#contracts/core/ids.ts';
import type { Occurrence } from '#contracts/meetings/occurrence.ts';
import type { Person } from './opening.ts';
import { everybodyAnswered } from './owing.ts';
import { instantOf, minutesAt, msOf, toInstant } from '../core/time.ts';

/**
 * Marks members who have left, were disabled or were taken off the meeting since the opening as dropped: they owe no answer.
 * Changes open runs only.
 */
export const withDropped = (
  occurrence: Occurrence,
  people: readonly Person[],
  members: readonly MemberId[],
): Occurrence => {
  if (occurrence.state !== 'OPEN') return occurrence;
  const named = new Set(members);
  const present = new Set(
    people.filter((person) => person.isEnabled && person.leftOn === null).map((person) => person.memberId),
  );
  const isGone = (id: MemberId): boolean => !present.has(id) || !named.has(id);
  if (occurrence.members.every((member) => member.dropped === isGone(member.memberId))) return occurrence;
  return {
    ...occurrence,
    members: occurrence.members.map((member) => ({ ...member, dropped: isGone(member.memberId) })),
  };
};

/** Completes the run as soon as no member owes an answer, at the latest when the last window closes. */
export const settled = (occurrence: Occurrence, answers: readonly Answer[], now: number): Occurrence => {
  if (occurrence.state !== 'OPEN') return occurrence;
  const allAnswered = everybodyAnswered(occurrence, answers);
  if (!allAnswered && now < msOf(occurrence.closesAt)) return occurrence;
  return {
    ...occurrence,
    state: 'COMPLETED',
    reason: allAnswered ? 'ALL_ANSWERED' : 'WINDOW_OVER',
    completedAt: toInstant(now),
  };
};

/**
 * Epoch ms of the close in the meeting's own zone. If no member lives there, it is computed from the wall-clock time and the
 * window of the run's first zone, which are the same in all zones.
 */
export const meetingCloseAt = ({ date, timezone, instants, closesAt }: Occurrence): number => {
  const own = instants.find((instant) => instant.zone === timezone);
  if (own !== undefined) return msOf(own.closesAt);
  const [first] = instants;
  if (first === undefined) return msOf(closesAt);
  const opensAt = msOf(first.opensAt);
  return instantOf(date, minutesAt(opensAt, first.zone), timezone) + msOf(first.closesAt) - opensAt;
};

/**
 * Epoch ms at which the summary is first due, unless all members answer earlier: the close in the meeting's own zone. It is never
 * before the first window has closed, because it would be empty, and never after the last close.
 */
export const summaryDueAt = (occurrence: Occurrence): number => {
  const firstClose = Math.min(...occurrence.instants.map((instant) => msOf(instant.closesAt)));
  return Math.min(Math.max(meetingCloseAt(occurrence), firstClose), msOf(occurrence.closesAt));
};
