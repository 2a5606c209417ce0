import type { Instant } from '#contracts/core/idDateAndZoneSchemas.ts';
import type { GeneratedSummary, RuleSummaryReason } from '#contracts/generatedSummaries/generatedSummaryCalls.ts';
import type { TextModelFaultReason } from '#contracts/generatedSummaries/textModelSettings.ts';
import type { Language } from '#contracts/text/languagesAndLocaleChoice.ts';
import { msOf } from '../core/zonedTimeAndCalendarDates.ts';
import type { CheckedSentence } from './checkSentences.ts';

export interface StoredSummary {
  readonly language: Language;
  readonly sentences: readonly CheckedSentence[];
  readonly dropped: number;
  readonly reason: RuleSummaryReason | null;
  readonly writtenAt: Instant;
}

export interface StoredSummaries {
  readonly digest: string;
  readonly summaries: readonly StoredSummary[];
  readonly claimedUntil: Instant | null;
  /** CAP: the monthly cap is not used up, but the rest of it is too small for a summary of these answers. */
  readonly failure: { readonly reason: TextModelFaultReason | 'CAP'; readonly retryAt: Instant } | null;
}

export interface SummaryFacts {
  readonly isCompleted: boolean;
  readonly hasEnoughAuthors: boolean;
  /** Hash of the current answers, as `answersDigest` returns it. */
  readonly digest: string;
  readonly language: Language;
  readonly stored: StoredSummaries | undefined;
  readonly hasKey: boolean;
  readonly pausedUntil: Instant | null;
  /** False if the cap of the month is reached. */
  readonly hasBudget: boolean;
  readonly now: number;
}

export interface SummaryDecision {
  readonly state: Exclude<GeneratedSummary['state'], 'OFF'>;
  readonly reason?: RuleSummaryReason;
  readonly summary?: StoredSummary;
}

const isAhead = (instant: Instant | null | undefined, now: number): boolean => instant != null && msOf(instant) > now;

const byRules = (reason: RuleSummaryReason): SummaryDecision => ({ state: 'RULES', reason });

/** Returns the stored summary of the current answers in the language; undefined if there is none. */
const currentSummary = ({ stored, digest, language }: SummaryFacts): StoredSummary | undefined =>
  stored?.digest === digest ? stored.summaries.find((summary) => summary.language === language) : undefined;

/** Decides what readers see as the summary of a run, and whether a summary must be written. */
export const summaryState = (facts: SummaryFacts): SummaryDecision => {
  const { stored, now } = facts;
  if (!facts.isCompleted) return { state: 'WAITING' };
  if (!facts.hasEnoughAuthors) return byRules('FEW_ANSWERS');
  const summary = currentSummary(facts);
  if (summary !== undefined)
    return summary.reason === null ? { state: 'READY', summary } : { ...byRules(summary.reason), summary };
  if (isAhead(stored?.claimedUntil, now)) return { state: 'WRITING' };
  if (!facts.hasKey) return byRules('KEY');
  if (isAhead(facts.pausedUntil, now)) return byRules('PAUSED');
  if (!facts.hasBudget) return byRules('CAP');
  if (stored?.digest !== facts.digest || !isAhead(stored.failure?.retryAt, now)) return { state: 'NEEDED' };
  return byRules(stored.failure?.reason === 'CAP' ? 'CAP' : 'FAILED');
};
