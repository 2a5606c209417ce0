import { z } from 'zod';
import { usualAttentionRules as usual } from './defaultAttentionThresholds.ts';
import { limits } from '../core/limits.ts';

const threshold = (min: number, max: number, value: number | null) =>
  z.int('invalid.number').min(min, 'invalid.number').max(max, 'invalid.number').nullable().default(value);

/** Thresholds from which a report puts something on its attention list. Null or false = the rule is off. */
export const attentionRules = z.object({
  /** Age from which a blocker is listed, in working days of the report. */
  blockerDays: threshold(0, limits.attentionBlockerDays, usual.blockerDays),
  /**
   * Number of times that a goal must have been carried over to be listed. While this rule is on, dropped goals are
   * listed too.
   */
  goalsCarried: threshold(1, limits.attentionCarried, usual.goalsCarried),
  /** Number of consecutive runs without an answer after which a member is listed. */
  silentRuns: threshold(1, limits.attentionRuns, usual.silentRuns),
  /** Percentage of the asked members; a run that a smaller percentage answered is listed. */
  participation: threshold(1, 100, usual.participation),
  /** True if members whose chat refuses the bot are listed. */
  isUnreachableNamed: z.boolean('invalid.flag').default(usual.isUnreachableNamed),
});
export type AttentionRules = z.output<typeof attentionRules>;
