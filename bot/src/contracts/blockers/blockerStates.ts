/** States of a blocker in the order of its life. REOPENED counts as open; RESOLVED is the end. */
export const blockerStates = ['OPEN', 'ACKNOWLEDGED', 'REOPENED', 'RESOLVED'] as const;
export type BlockerStateName = (typeof blockerStates)[number];

/**
 * Changes of a blocker by a person. ACKNOWLEDGE: someone works on it. HAND_BACK: the needed member returns it to its owner. NEED:
 * names the member who is needed, or none.
 */
export const blockerActions = ['ACKNOWLEDGE', 'RESOLVE', 'REOPEN', 'HAND_BACK', 'NEED'] as const;
export type BlockerAction = (typeof blockerActions)[number];
