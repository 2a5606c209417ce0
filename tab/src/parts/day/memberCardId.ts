/**
 * Returns the HTML id of the card with a member's answers. The id contains the meeting, because a page may show several
 * reports of one day.
 */
export const memberCardId = (meetingId: string, memberId: string): string => `answers-${meetingId}-${memberId}`;
