import type { Answer } from '#contracts/meetings/answer.ts';
import type { Instant, MemberId } from '#contracts/core/ids.ts';
import type { Instants, Run, SnapshotMember } from '#contracts/meetings/run.ts';
import { weakMemo } from '#contracts/memo.ts';
import { msOf } from '../core/zonedTime.ts';

type From = Pick<Answer, 'memberId'>;

// All messages and answers of a run look their member up in the same list, so a run of hundreds is indexed once.
const indexOf = weakMemo(
  (members: readonly SnapshotMember[]): ReadonlyMap<MemberId, SnapshotMember> =>
    new Map(members.map((member) => [member.memberId, member])),
);
const fewMembers = 16;

/** A member's part in the run; undefined for a person who is no part of it. */
export const memberIn = ({ members }: Pick<Run, 'members'>, memberId: MemberId): SnapshotMember | undefined => {
  if (members.length <= fewMembers) return members.find((member) => member.memberId === memberId);
  return indexOf(members).get(memberId);
};

/** Asked is asked: neither away at the opening nor disabled or gone since. */
export const isAsked = (member: SnapshotMember): boolean => member.away === null && !member.dropped;

/** The instants that apply to a member. A manual run has one set for all members, whatever their zone. */
export const instantsFor = (run: Pick<Run, 'instants'>, member: Pick<SnapshotMember, 'zone'>): Instants | undefined =>
  run.instants.find((instant) => instant.zone === member.zone) ?? run.instants[0];

/** When a message of that kind is due by these instants; null = never. */
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

/** True if the run asks this member and they have not answered yet, whatever the time. */
export const owesAnswer = (run: Run, memberId: MemberId, answers: readonly From[]): boolean => {
  const member = memberIn(run, memberId);
  return member !== undefined && isAsked(member) && !answers.some((answer) => answer.memberId === memberId);
};

/** True if every member who was asked has answered, so the run is complete. Also true when no member was asked. */
export const haveAllAnswered = (run: Run, answers: readonly From[]): boolean => {
  const answered = new Set(answers.map((answer) => answer.memberId));
  return run.members.every((member) => !isAsked(member) || answered.has(member.memberId));
};

/** Completed by its last close, while members still owed. */
export const isWindowOver = ({ state, reason }: Pick<Run, 'state' | 'reason'>): boolean =>
  state === 'COMPLETED' && reason === 'WINDOW_OVER';

const lastInstant = (run: Run, memberId: MemberId): Instant => {
  const member = memberIn(run, memberId);
  const ownInstants = member === undefined ? undefined : instantsFor(run, member);
  return ownInstants?.graceEndsAt ?? run.graceEndsAt;
};

/**
 * True if the run accepts an answer of that member, new or edited, at `now` (epoch ms): until the end of the member's own grace.
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
