import type { Answer } from '#contracts/meetings/answer.ts';
import type { Instant, MemberId } from '#contracts/core/ids.ts';
import type { Instants, Run, SnapshotMember } from '#contracts/meetings/run.ts';
import { weakMemo } from '#contracts/memo.ts';
import { msOf } from '../core/zonedTime.ts';

type From = Pick<Answer, 'memberId'>;

// Indexes the members of a run once, because each message and answer of the run needs to find its member in the same list.
const indexOf = weakMemo(
  (members: readonly SnapshotMember[]): ReadonlyMap<MemberId, SnapshotMember> =>
    new Map(members.map((member) => [member.memberId, member])),
);
const fewMembers = 16;

/** Returns the member's entry in the run; undefined for a person who is not in the run. */
export const memberIn = ({ members }: Pick<Run, 'members'>, memberId: MemberId): SnapshotMember | undefined => {
  if (members.length <= fewMembers) return members.find((member) => member.memberId === memberId);
  return indexOf(members).get(memberId);
};

/**
 * True if the run asks the member: the member was not away at the opening, and was not removed, disabled or taken off the meeting
 * since.
 */
export const isAsked = (member: SnapshotMember): boolean => member.away === null && !member.dropped;

/** Returns the instants that apply to a member. A manual run has one set for all members, whatever their zone. */
export const instantsFor = (run: Pick<Run, 'instants'>, member: Pick<SnapshotMember, 'zone'>): Instants | undefined =>
  run.instants.find((instant) => instant.zone === member.zone) ?? run.instants[0];

/** Returns the instant at which a message of that kind, or the close, is due; null = never. */
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

/** True if the run asks this member and the member has not answered yet, whatever the time. */
export const owesAnswer = (run: Run, memberId: MemberId, answers: readonly From[]): boolean => {
  const member = memberIn(run, memberId);
  return member !== undefined && isAsked(member) && !answers.some((answer) => answer.memberId === memberId);
};

/** True if every member who was asked has answered, so the run is complete. Also true if no member was asked. */
export const haveAllAnswered = (run: Run, answers: readonly From[]): boolean => {
  const answered = new Set(answers.map((answer) => answer.memberId));
  return run.members.every((member) => !isAsked(member) || answered.has(member.memberId));
};

/** True if the run ended at its last close while members still owed an answer. */
export const isWindowOver = ({ state, reason }: Pick<Run, 'state' | 'reason'>): boolean =>
  state === 'COMPLETED' && reason === 'WINDOW_OVER';

const lastInstant = (run: Run, memberId: MemberId): Instant => {
  const member = memberIn(run, memberId);
  const ownInstants = member === undefined ? undefined : instantsFor(run, member);
  return ownInstants?.graceEndsAt ?? run.graceEndsAt;
};

/** True if the run accepts a new or edited answer of that member at `now` (epoch ms): until the end of the member's own grace. */
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
