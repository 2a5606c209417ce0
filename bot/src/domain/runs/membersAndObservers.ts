import type { MemberId } from '#contracts/core/idDateAndZoneSchemas.ts';
import type { Meeting } from '#contracts/meetings/meetingSchemasAndCalls.ts';

/** The people of a meeting: members, whom its runs ask, and observers, who only get the summary. */
export type MeetingPeople = Pick<Meeting, 'members' | 'observers'>;

type Observed = Pick<Meeting, 'observers'>;

export const observersOf = ({ observers }: Observed): readonly MemberId[] => observers ?? [];

export const isObserver = (meeting: Observed | undefined, memberId: MemberId): boolean =>
  meeting !== undefined && observersOf(meeting).includes(memberId);

/**
 * True if the person is a member or an observer of the meeting. If a member becomes an observer during a run that asked
 * them, the run still expects their answer, because the change takes effect with the next run.
 */
export const isStillNamed = (meeting: MeetingPeople | undefined, memberId: MemberId): boolean =>
  meeting?.members.includes(memberId) === true || isObserver(meeting, memberId);
