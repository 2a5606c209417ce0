/**
 * States of a member's week. An APPROVED week refuses every write, even from answers (docs/product-rules.md,
 * Timesheets).
 */
export const weekStates = ['OPEN', 'SUBMITTED', 'APPROVED', 'SENT_BACK'] as const;
export type WeekState = (typeof weekStates)[number];
