import type { Answer } from '#contracts/answers/answerCardAndDraftCalls.ts';
import type { Run, SnapshotMember } from '#contracts/runs/runSchema.ts';
import type { RunPerson } from './runOpening.ts';
import { observersOf } from './membersAndObservers.ts';
import type { MeetingPeople } from './membersAndObservers.ts';
import { haveAllAnswered } from './memberInstantsAndOwedAnswers.ts';
import { instantOf, minutesAt, msOf, toInstant } from '../core/zonedTimeAndCalendarDates.ts';

/**
 * Marks the members of an open run as dropped who left, were disabled or were taken off the meeting; dropped members
 * owe no answer. Members who came back lose the mark. A member who became an observer stays in the run, unless already
 * dropped.
 */
export const withDroppedMembers = (run: Run, people: readonly RunPerson[], meeting: MeetingPeople): Run => {
  if (run.state !== 'OPEN') return run;
  const named = new Set(meeting.members);
  const observing = new Set(observersOf(meeting));
  const present = new Set(
    people.filter((person) => person.isEnabled && person.leftOn === null).map((person) => person.memberId),
  );
  const isGone = ({ memberId, dropped }: SnapshotMember): boolean =>
    !present.has(memberId) || !(named.has(memberId) || (observing.has(memberId) && !dropped));
  if (run.members.every((member) => member.dropped === isGone(member))) return run;
  return { ...run, members: run.members.map((member) => ({ ...member, dropped: isGone(member) })) };
};

/**
 * Returns the run as completed if no member owes an answer or the last window has closed, otherwise unchanged.
 * `replies`: entries of the members who answered or skip the run.
 */
export const settledRun = (run: Run, replies: readonly Pick<Answer, 'memberId'>[], now: number): Run => {
  if (run.state !== 'OPEN') return run;
  const hasEveryAnswer = haveAllAnswered(run, replies);
  if (!hasEveryAnswer && now < msOf(run.closesAt)) return run;
  return {
    ...run,
    state: 'COMPLETED',
    reason: hasEveryAnswer ? 'ALL_ANSWERED' : 'WINDOW_OVER',
    completedAt: toInstant(now),
  };
};

/**
 * Returns the epoch ms of the close in the meeting's own zone. If no member is in that zone, the close is computed from
 * the run's first zone, because opening time and window are the same on the clocks of every zone.
 */
export const meetingCloseAt = ({ date, timezone, instants, closesAt }: Run): number => {
  const ownInstants = instants.find((instant) => instant.zone === timezone);
  if (ownInstants !== undefined) return msOf(ownInstants.closesAt);
  const [first] = instants;
  if (first === undefined) return msOf(closesAt);
  const opensAt = msOf(first.opensAt);
  return instantOf(date, minutesAt(opensAt, first.zone), timezone) + msOf(first.closesAt) - opensAt;
};

/**
 * Returns the epoch ms at which the summary is due if not all members answer earlier: the close in the meeting's own
 * zone, but not before the first close of any zone and not after the last close.
 */
export const summaryDueAt = (run: Run): number => {
  const firstClose = Math.min(...run.instants.map((instant) => msOf(instant.closesAt)));
  return Math.min(Math.max(meetingCloseAt(run), firstClose), msOf(run.closesAt));
};
