import type { Answer } from '#contracts/answers/answerCardAndDraftCalls.ts';
import type { Instant, MemberId } from '#contracts/core/idDateAndZoneSchemas.ts';
import type { Instants, Run, SnapshotMember } from '#contracts/runs/runSchema.ts';
import { weakMemo } from '#contracts/boundedMapAndMemos.ts';
import { msOf } from '../core/zonedTimeAndCalendarDates.ts';

type From = Pick<Answer, 'memberId'>;

// The members of a run are indexed once for each list, because each message and answer of a run looks up its member in
// the same list.
const indexOf = weakMemo(
  (members: readonly SnapshotMember[]): ReadonlyMap<MemberId, SnapshotMember> =>
    new Map(members.map((member) => [member.memberId, member])),
);
const fewMembers = 16;

/** Returns the member's entry in the run; undefined for a person without an entry. */
export const memberIn = ({ members }: Pick<Run, 'members'>, memberId: MemberId): SnapshotMember | undefined => {
  if (members.length <= fewMembers) return members.find((member) => member.memberId === memberId);
  return indexOf(members).get(memberId);
};

/**
 * True if the run asks the member: the member was not away at the opening, and has not been removed, disabled or taken
 * off the meeting since then.
 */
export const isAsked = (member: SnapshotMember): boolean => member.away === null && !member.dropped;

/**
 * Returns the instants that apply to a member: those of the member's zone, otherwise the first instants of the run,
 * because a manual run has the same instants for all members. Undefined if the run has no instants.
 */
export const instantsFor = (run: Pick<Run, 'instants'>, member: Pick<SnapshotMember, 'zone'>): Instants | undefined =>
  run.instants.find((instant) => instant.zone === member.zone) ?? run.instants[0];

/** Returns the instant at which a message of that kind is due, or the close; null = the run sends no such message. */
export const dueAt = (set: Instants, kind: 'prompt' | 'reminder1' | 'reminder2' | 'close'): Instant | null => {
  switch (kind) {
    case 'prompt':
      return set.opensAt;
    case 'reminder1':
      return set.firstReminderAt;
    case 'reminder2':
      return set.secondReminderAt;
    case 'close':
      return set.closesAt;
  }
};

/** True if the run asks this member and the member has not answered, even if it is too late to answer. */
export const owesAnswer = (run: Run, memberId: MemberId, answers: readonly From[]): boolean => {
  const member = memberIn(run, memberId);
  return member !== undefined && isAsked(member) && !answers.some((answer) => answer.memberId === memberId);
};

/** True if every member who was asked has answered, which completes the run. Also true if no member was asked. */
export const haveAllAnswered = (run: Run, answers: readonly From[]): boolean => {
  const answered = new Set(answers.map((answer) => answer.memberId));
  return run.members.every((member) => !isAsked(member) || answered.has(member.memberId));
};

/** True if the run ended at its last close while some members still owed an answer. */
export const isWindowOver = ({ state, reason }: Pick<Run, 'state' | 'reason'>): boolean =>
  state === 'COMPLETED' && reason === 'WINDOW_OVER';

const lastInstant = (run: Run, memberId: MemberId): Instant => {
  const member = memberIn(run, memberId);
  const ownInstants = member === undefined ? undefined : instantsFor(run, member);
  return ownInstants?.graceEndsAt ?? run.graceEndsAt;
};

/**
 * True if the run accepts a new or edited answer of that member at `now` (epoch ms). It does so until the end of the
 * grace that applies to the member.
 */
export const acceptsAnswer = (run: Run, memberId: MemberId, now: number): boolean => {
  switch (run.state) {
    case 'OPEN':
    case 'COMPLETED':
      return now < msOf(lastInstant(run, memberId));
    case 'MISSED':
    case 'CANCELLED':
      return false;
  }
};
