/** A week of one member: APPROVED blocks every write, also those from answers (decisions.md D7). */
export const weekStates = ['OPEN', 'SUBMITTED', 'APPROVED', 'SENT_BACK'] as const;
