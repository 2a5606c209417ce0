/** The thresholds of a report that has none of its own. In a file without schemas, so that the form loads no library for them. */
export const usualAttentionRules = {
  blockerDays: 2,
  goalsCarried: 3,
  silentRuns: 3,
  participation: 50,
  isUnreachableNamed: true,
} as const;
