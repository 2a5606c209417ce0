/**
 * Returns the id of the element with a member's answers to a run. The id contains the meeting, because a page may show
 * several reports of one day.
 */
export const memberCardId = (meetingId: string, memberId: string): string => `answers-${meetingId}-${memberId}`;
