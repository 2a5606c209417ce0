import { z } from 'zod';
import { defaultAttentionThresholds as usual } from './defaultAttentionThresholds.ts';
import { limits } from '../core/limitsAndProductConstants.ts';

const threshold = (min: number, max: number, value: number | null) =>
  z.int('invalid.number').min(min, 'invalid.number').max(max, 'invalid.number').nullable().default(value);

/** Thresholds at which a report adds an entry to its attention list. Null or false turns the rule off. */
export const attentionThresholds = z.object({
  /** Age at which a blocker is listed, in working days of the report. */
  blockerDays: threshold(0, limits.attentionBlockerDays, usual.blockerDays),
  /**
   * Number of times that a goal must have been carried over to be listed. While this rule is on, dropped goals are
   * listed as well.
   */
  goalsCarried: threshold(1, limits.attentionCarried, usual.goalsCarried),
  /** Number of consecutive runs without an answer at which a member is listed. */
  silentRuns: threshold(1, limits.attentionRuns, usual.silentRuns),
  /** Percentage of the asked members. A run is listed if a smaller percentage of them answered. */
  participation: threshold(1, 100, usual.participation),
  /** True = members to whom the bot cannot send messages are listed. */
  isUnreachableNamed: z.boolean('invalid.flag').default(usual.isUnreachableNamed),
});
export type AttentionThresholds = z.output<typeof attentionThresholds>;
