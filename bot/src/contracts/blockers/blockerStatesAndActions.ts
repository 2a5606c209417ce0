/** States of a blocker, from the answer that reports it until its end. REOPENED counts as open. */
export const blockerStates = ['OPEN', 'ACKNOWLEDGED', 'REOPENED', 'RESOLVED'] as const;
export type BlockerStateName = (typeof blockerStates)[number];

/**
 * Changes that a person can make to a blocker. ACKNOWLEDGE: someone works on it. HAND_BACK: the needed member returns
 * it to its owner. NEED: names the needed member, or removes the name.
 */
export const blockerActions = ['ACKNOWLEDGE', 'RESOLVE', 'REOPEN', 'HAND_BACK', 'NEED'] as const;
export type BlockerAction = (typeof blockerActions)[number];
