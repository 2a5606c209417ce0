import { translateFor } from '../../translate.ts';
import type { SummaryModel } from '../reports/buildReportAndSummary.ts';
import { summaryFactsText, summaryLine } from './formatSummaryFigures.ts';

const t = translateFor('en');

/**
 * Returns a summary of a run that asked for goals and blockers. `carried`: number of blocked members who did not answer
 * today.
 */
const aSummary = (facts: Partial<SummaryModel['facts']> = {}, carried = 0): SummaryModel =>
  ({
    header: { meetingName: 'Daily stand-up' },
    facts: {
      ...{ answered: 4, asked: 5, goals: 2, goalsTicked: 3, goalsOffered: 7, blockers: 0, newBlockers: 0 },
      ...{ hasGoals: true, hasBlockers: true },
      ...(carried === 0 ? {} : { carriedBlockers: carried }),
      ...facts,
    },
    attention: [],
  }) as unknown as SummaryModel;

describe('the figures of a run', () => {
  it('name the answers, the goals and the blockers, in this order', () => {
    expect(summaryFactsText(t, aSummary())).toBe('Answered 4/5 · Goals 2/5 (3 of 7 ticked) · Blockers 0');
  });

  it('leave out the goals of a run that did not ask for any', () => {
    expect(summaryFactsText(t, aSummary({ hasGoals: false }))).toBe('Answered 4/5 · Blockers 0');
  });

  it('leave out the blockers of a run that did not ask for any', () => {
    expect(summaryFactsText(t, aSummary({ hasBlockers: false }))).toBe('Answered 4/5 · Goals 2/5 (3 of 7 ticked)');
  });

  it('count the goals alone if erased answers took the list of goals with them', () => {
    const text = summaryFactsText(t, aSummary({ goalsOffered: 0, goalsTicked: 0, goals: 1 }));
    expect(text).toBe('Answered 4/5 · Goals 1/5 · Blockers 0');
  });

  it('count a single goal like several', () => {
    const text = summaryFactsText(t, aSummary({ goals: 0, goalsOffered: 1, goalsTicked: 0 }));
    expect(text).toBe('Answered 4/5 · Goals 0/5 (0 of 1 ticked) · Blockers 0');
  });

  it('report no goals yet if no answer planned one', () => {
    const text = summaryFactsText(t, aSummary({ goals: 0, goalsOffered: 0, goalsTicked: 0 }));
    expect(text).toBe('Answered 4/5 · No goals to reach yet · Blockers 0');
  });

  it('name new blockers beside all blockers', () => {
    const text = summaryFactsText(t, aSummary({ hasGoals: false, blockers: 3, newBlockers: 1 }));
    expect(text).toBe('Answered 4/5 · Blockers 3 (1 new)');
  });

  it('name no new blockers if all are old', () => {
    const text = summaryFactsText(t, aSummary({ hasGoals: false, blockers: 3, newBlockers: 0 }));
    expect(text).toBe('Answered 4/5 · Blockers 3');
  });

  it('add the blocked members who did not answer today', () => {
    const text = summaryFactsText(t, aSummary({ hasGoals: false, blockers: 1 }, 2));
    expect(text).toBe('Answered 4/5 · Blockers 1 · 2 more from earlier days');
  });

  it('add a single blocked member too', () => {
    const text = summaryFactsText(t, aSummary({ hasGoals: false, hasBlockers: false }, 1));
    expect(text).toBe('Answered 4/5 · 1 more from earlier days');
  });
});

describe('the line of a summary', () => {
  it('names the report, the answers and the blockers', () => {
    expect(summaryLine(t, aSummary({ blockers: 2 }))).toBe('Daily stand-up: 4 of 5 answered, 2 blockers');
  });

  it('reports no blockers if the run asked for them', () => {
    expect(summaryLine(t, aSummary())).toBe('Daily stand-up: 4 of 5 answered, no blockers');
  });

  it('leaves blockers out if the run did not ask for them', () => {
    expect(summaryLine(t, aSummary({ hasBlockers: false }))).toBe('Daily stand-up: 4 of 5 answered');
  });

  it('names blockers that there are although the run no longer asks for them', () => {
    const text = summaryLine(t, aSummary({ hasBlockers: false, blockers: 1 }));
    expect(text).toBe('Daily stand-up: 4 of 5 answered, 1 blocker');
  });
});
