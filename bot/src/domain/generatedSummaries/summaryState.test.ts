import type { Instant } from '#contracts/core/idDateAndZoneSchemas.ts';
import { summaryState } from './summaryState.ts';
import type { StoredSummaries, StoredSummary, SummaryFacts } from './summaryState.ts';

const at = (minutes: number): Instant => new Date(minutes * 60_000).toISOString() as Instant;
const written = (change: Partial<StoredSummary> = {}): StoredSummary => ({
  ...{ language: 'en', sentences: [], dropped: 0, reason: null, writtenAt: at(0) },
  ...change,
});
const stored = (change: Partial<StoredSummaries> = {}): StoredSummaries => ({
  ...{ digest: 'now', summaries: [], claimedUntil: null, failure: null },
  ...change,
});
const state = (change: Partial<SummaryFacts> = {}) =>
  summaryState({
    ...{ isCompleted: true, hasEnoughAuthors: true, digest: 'now', language: 'en', stored: undefined },
    ...{ hasKey: true, pausedUntil: null, hasBudget: true, now: 10 * 60_000 },
    ...change,
  });

describe('the summary of a run', () => {
  it('waits for the end of the run, whatever is stored', () => {
    expect(state({ isCompleted: false, hasEnoughAuthors: false })).toEqual({ state: 'WAITING' });
  });

  it('is by rules with answers of too few members, also if one was written for more', () => {
    const all = stored({ summaries: [written()] });
    expect(state({ hasEnoughAuthors: false, stored: all })).toEqual({ state: 'RULES', reason: 'FEW_ANSWERS' });
  });

  it('is the stored one of the language, also without a key, a budget, or during a pause', () => {
    const summary = written();
    const all = stored({ summaries: [written({ language: 'de' }), summary], claimedUntil: at(11) });
    const closed = { hasKey: false, hasBudget: false, pausedUntil: at(11) };
    expect(state({ stored: all, ...closed })).toEqual({ state: 'READY', summary });
    expect(state({ stored: all, language: 'fr' })).toEqual({ state: 'WRITING' });
  });

  it('is by rules if the stored one has too few sentences', () => {
    const summary = written({ reason: 'TOO_FEW' });
    expect(state({ stored: stored({ summaries: [summary] }) })).toEqual({ state: 'RULES', reason: 'TOO_FEW', summary });
  });

  it('is never shown for other answers than those it was written from', () => {
    expect(state({ stored: stored({ digest: 'before', summaries: [written()] }) })).toEqual({ state: 'NEEDED' });
  });

  it('is being written until the claim lapses', () => {
    expect(state({ stored: stored({ claimedUntil: at(11) }) })).toEqual({ state: 'WRITING' });
    expect(state({ stored: stored({ claimedUntil: at(10) }) })).toEqual({ state: 'NEEDED' });
  });

  it('is needed if nothing is stored', () => {
    expect(state()).toEqual({ state: 'NEEDED' });
  });

  it.each([
    ['KEY', { hasKey: false, pausedUntil: at(11), hasBudget: false }],
    ['PAUSED', { pausedUntil: at(11), hasBudget: false }],
    ['CAP', { hasBudget: false }],
  ] as const)('is by rules with the reason %s if it cannot be written', (reason, change) => {
    expect(state(change)).toEqual({ state: 'RULES', reason });
  });

  it('is written again once the pause is over', () => {
    expect(state({ pausedUntil: at(10) })).toEqual({ state: 'NEEDED' });
  });

  it.each([
    ['TIMEOUT', 'FAILED'],
    ['CAP', 'CAP'],
  ] as const)('is by rules after the failure %s, until the next try', (reason, shown) => {
    const failed = (retryAt: Instant, digest = 'now') =>
      state({ stored: stored({ digest, failure: { reason, retryAt } }) });
    expect(failed(at(11))).toEqual({ state: 'RULES', reason: shown });
    expect(failed(at(10))).toEqual({ state: 'NEEDED' });
    expect(failed(at(11), 'before')).toEqual({ state: 'NEEDED' });
  });
});
