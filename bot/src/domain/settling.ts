import type { Answer } from '#contracts/answer.ts';
import type { MemberId } from '#contracts/ids.ts';
import type { Occurrence } from '#contracts/occurrence.ts';
import type { Person } from './opening.ts';
import { everybodyAnswered } from './owing.ts';
import { msOf, toInstant } from './time.ts';

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

/** When the summary is first due, in epoch ms, unless everybody answers before: the close in the meeting's own zone, else the last. */
export const summaryDueAt = (occurrence: Occurrence): number =>
  msOf(occurrence.instants.find((one) => one.zone === occurrence.timezone)?.closesAt ?? occurrence.closesAt);
