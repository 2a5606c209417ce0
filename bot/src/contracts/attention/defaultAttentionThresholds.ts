/**
 * Attention thresholds of a report that has none of its own. This file contains no schema, so that the form can import
 * it without loading the schema library.
 */
export const defaultAttentionThresholds = {
  blockerDays: 0,
  goalsCarried: 3,
  silentRuns: 3,
  participation: 50,
  isUnreachableNamed: true,
} as const;
