/**
 * Thresholds of the attention list for a report without thresholds of its own. This file contains no schema, so that
 * the form loads no schema library for them.
 */
export const usualAttentionRules = {
  blockerDays: 2,
  goalsCarried: 3,
  silentRuns: 3,
  participation: 50,
  isUnreachableNamed: true,
} as const;
