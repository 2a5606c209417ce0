import { z } from 'zod';
import { usualAttentionRules as usual } from './usualAttentionRules.ts';
import { limits } from '../core/limits.ts';

const threshold = (min: number, max: number, value: number | null) =>
  z.int('invalid.number').min(min, 'invalid.number').max(max, 'invalid.number').nullable().default(value);

/** The thresholds from which a report names something as needing attention. Null or false = the rule is off. */
export const attentionRules = z.object({
  /** Age of a blocker in working days of the report. */
  blockerDays: threshold(0, limits.attentionBlockerDays, usual.blockerDays),
  /** How often a goal was carried over. Dropped goals are named while this rule is on. */
  goalsCarried: threshold(1, limits.attentionCarried, usual.goalsCarried),
  /** Number of runs in succession without an answer. */
  silentRuns: threshold(1, limits.attentionRuns, usual.silentRuns),
  /** A run with fewer answers, in percent of the members who were asked, is named. */
  participation: threshold(1, 100, usual.participation),
  /** True if members whose chat refuses the bot are named. */
  isUnreachableNamed: z.boolean('invalid.flag').default(usual.isUnreachableNamed),
});
export type AttentionRules = z.output<typeof attentionRules>;
