import type { Answer } from '#contracts/answer.ts';
import type { MemberId } from '#contracts/ids.ts';
import type { Occurrence } from '#contracts/occurrence.ts';
import type { Person } from './opening.ts';
import { everybodyAnswered } from './owing.ts';
import { instantOf, minutesAt, msOf, toInstant } from './time.ts';

/** Who has left, was disabled or was taken off the meeting since the opening owes no more, as long as the run is open. */
export const withDropped = (
  occurrence: Occurrence,
  people: readonly Person[],
  members: readonly MemberId[],
): Occurrence => {
  if (occurrence.state !== 'OPEN') return occurrence;
  const named = new Set(members);
  const present = new Set(people.filter((one) => one.isEnabled && one.leftOn === null).map((one) => one.memberId));
  const isGone = (id: MemberId): boolean => !present.has(id) || !named.has(id);
  if (occurrence.members.every((one) => one.dropped === isGone(one.memberId))) return occurrence;
  return { ...occurrence, members: occurrence.members.map((one) => ({ ...one, dropped: isGone(one.memberId) })) };
};

/** Completed as soon as nobody owes any more, at the latest when the last window closes. */
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
 * Epoch ms of the close in the meeting's own zone, also when nobody lives there: then by the time and the window of the
 * first zone of the run, which are the same in all of them.
 */
export const meetingCloseAt = ({ date, timezone, instants, closesAt }: Occurrence): number => {
  const own = instants.find((one) => one.zone === timezone);
  if (own !== undefined) return msOf(own.closesAt);
  const [first] = instants;
  if (first === undefined) return msOf(closesAt);
  const opensAt = msOf(first.opensAt);
  return instantOf(date, minutesAt(opensAt, first.zone), timezone) + msOf(first.closesAt) - opensAt;
};

/**
 * When the summary is first due, in epoch ms, unless everybody answers before: the close in the meeting's own zone, not
 * before any window has closed, which would tell nothing, and at the latest with the last one.
 */
export const summaryDueAt = (occurrence: Occurrence): number => {
  const firstClose = Math.min(...occurrence.instants.map((one) => msOf(one.closesAt)));
  return Math.min(Math.max(meetingCloseAt(occurrence), firstClose), msOf(occurrence.closesAt));
};
