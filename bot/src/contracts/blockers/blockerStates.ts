/** States of a blocker, from its report to its end. REOPENED counts as open. */
export const blockerStates = ['OPEN', 'ACKNOWLEDGED', 'REOPENED', 'RESOLVED'] as const;
export type BlockerStateName = (typeof blockerStates)[number];

/**
 * Changes of a blocker by a person. ACKNOWLEDGE: someone works on it. HAND_BACK: the needed member returns it to its owner. NEED:
 * names the member who is needed, or none.
 */
export const blockerActions = ['ACKNOWLEDGE', 'RESOLVE', 'REOPEN', 'HAND_BACK', 'NEED'] as const;
export type BlockerAction = (typeof blockerActions)[number];
