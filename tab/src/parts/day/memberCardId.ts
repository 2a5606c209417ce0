/** Returns the id of the element with a member's answers to a run. A page may show several reports of one day. */
export const memberCardId = (meetingId: string, memberId: string): string => `answers-${meetingId}-${memberId}`;
