import { noLinks } from '#contracts/core/findLinksAndMentions.ts';
import type { Answer } from '#contracts/answers/answerCardAndDraftCalls.ts';
import type { AttentionLine } from '#contracts/attention/getAttention.ts';
import { meetingReport, summaryModel } from './buildReportAndSummary.ts';
import type { ReportSources, SummaryModel, SummarySources } from './buildReportAndSummary.ts';
import {
  id,
  meetingId,
  day,
  instant,
  ms,
  berlin,
  today,
  anAnswer,
  blockedAnswer,
  goals,
  aBlocker,
  sources,
  crowdOf,
  crowdAnswers,
} from '../../testing/runAnswerAndReportBuilders.ts';

describe('the summary', () => {
  const blockers = new Map([
    [id('carl'), aBlocker('2026-11-20')],
    [id('bob'), aBlocker('2026-11-13', { date: day('2026-11-19') })],
    [id('amy'), aBlocker('2026-11-17', { isOpen: false })],
  ]);
  const summary = (change: Partial<ReportSources> = {}, more: Partial<SummarySources> = {}): SummaryModel => {
    const from = sources({ run: crowdOf(), answers: crowdAnswers, blockers, channelName: 'General', ...change });
    const created = meetingReport(from);
    return summaryModel({ report: created, date: today, links: noLinks, attention: [], ...more });
  };

  it('begins with meeting, date and state, then the facts', () => {
    const { header, facts, footer } = summary();
    expect(header).toEqual({
      meetingId,
      meetingName: 'Daily',
      type: 'STANDUP',
      state: 'OPEN',
      reason: null,
      date: today,
    });
    expect(facts).toEqual({
      answered: 3,
      asked: 6,
      goals: 1,
      goalsTicked: 2,
      goalsOffered: 2,
      blockers: 1,
      newBlockers: 1,
      carriedBlockers: 1,
      hasGoals: true,
      hasBlockers: true,
    });
    expect(footer).toEqual({
      timezone: berlin,
      opensAt: instant('01:00'),
      closesAt: instant('11:00'),
      channelName: 'General',
    });
  });

  it('counts new blockers, and blockers of earlier days whose members have not answered', () => {
    const answers = [...crowdAnswers, blockedAnswer('eve')];
    const all = new Map([...blockers, [id('eve'), aBlocker('2026-11-18')]]);
    expect(summary({ answers, blockers: all }).facts).toMatchObject({
      blockers: 2,
      newBlockers: 1,
      carriedBlockers: 1,
    });
    expect(summary({ answers, blockers: new Map() }).facts).not.toHaveProperty('carriedBlockers');
  });

  it('keeps the attention list in its order, and the links of its texts', () => {
    const line = (name: string, text: string): AttentionLine => ({
      ...{ kind: 'BLOCKER', action: 'OPEN_BLOCKER', meetingId, meetingName: 'Daily', memberId: id(name), name, text },
      ...{ state: 'OPEN', since: today, days: 0, needed: null },
    });
    const attention = [line('zoe', 'Waiting for ABC-1'), line('amy', 'No key')];
    const links = { patterns: [{ prefix: 'ABC-', url: 'https://contoso.test/{key}' }], mentions: [] };
    expect(summary({}, { attention, links })).toMatchObject({ attention, links });
    expect(summary({}, { attention: [line('amy', 'No key')], links }).links).toBeUndefined();
  });

  it('is another summary after each change of the attention list', () => {
    const line: AttentionLine = {
      ...{ kind: 'BLOCKER', action: 'OPEN_BLOCKER', meetingId, meetingName: 'Daily', memberId: id('amy'), name: 'amy' },
      ...{ state: 'OPEN', since: today, days: 0, needed: null },
    };
    const lists: AttentionLine[][] = [[], [line], [{ ...line, state: 'ACKNOWLEDGED' }], [{ ...line, gone: 'Cy' }]];
    const texts = lists.map((attention) => JSON.stringify(summary({}, { attention })));
    expect(new Set(texts).size).toBe(lists.length);
  });

  it('groups people: blocked, answered, still open, away, missing', () => {
    const { people } = summary();
    const names = Object.entries(people).map(([group, all]) => [group, all.map((summaryPerson) => summaryPerson.name)]);
    expect(names).toEqual([
      ['blocked', ['carl']],
      ['answered', ['amy', 'zoe']],
      ['open', ['bob', 'eve']],
      ['away', ['dan']],
      ['missing', ['fay']],
    ]);
    expect(people.open[0]).toMatchObject({ closesAt: instant('11:00'), answers: [] });
    expect(people.blocked[0]?.answers[1]).toEqual({ question: 'blocked?', answer: 'Yes', isBlocking: true });
  });

  it('is the same if only the order of the rows, the instant, the reader or a photo differs', () => {
    const before = summary();
    const reversed = structuredClone({ answers: [...crowdAnswers].reverse() });
    expect(summary(reversed)).toEqual(before);
    expect(summary({ now: ms('10:30'), reader: id('bob') })).toEqual(before);
    const photo = {
      name: 'amy',
      thumbnailUrl: 'https://x.test/new.png',
      timezone: null,
      unreachable: 'BLOCKED' as const,
    };
    expect(summary({ facts: new Map([[id('amy'), photo]]) })).toEqual(before);
  });

  it.each<[string, Partial<ReportSources>]>([
    ['an answer came', { answers: [...crowdAnswers, anAnswer('bob')] }],
    [
      'an answer was edited',
      { answers: [anAnswer('zoe', { values: { done: 'edited' } as Answer['values'] }), ...crowdAnswers.slice(1)] },
    ],
    ['a goal was ticked', { answers: [...crowdAnswers.slice(1), anAnswer('zoe', { goals: goals(true) })] }],
    ['somebody became missing', { now: ms('11:00') }],
    ['the run was completed', { run: crowdOf({ state: 'COMPLETED' }) }],
    ['a blocker was resolved', { blockers: new Map() }],
    ['the channel was renamed', { channelName: 'Stand-ups' }],
  ])('is another summary when %s', (_, change) => {
    expect(summary(change)).not.toEqual(summary());
  });
});
