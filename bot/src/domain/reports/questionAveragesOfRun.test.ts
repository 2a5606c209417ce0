import { storedQuestion } from '#contracts/meetings/questionAndAnswerFormatSchemas.ts';
import type { Question } from '#contracts/meetings/questionAndAnswerFormatSchemas.ts';
import { noLinks } from '#contracts/core/findLinksAndMentions.ts';
import { aMember, anAnswer, aRun, report, today } from '../../testing/runAnswerAndReportBuilders.ts';
import { summaryModel } from './buildReportAndSummary.ts';

const asked = (id: string, type: Question['type'], change: object = {}): Question =>
  storedQuestion.parse({ id, sequence: 1, text: `${id}?`, type, ...change });

const mood = asked('mood', 'SCALE', { sequence: 2, lowLabel: 'Bad', highLabel: 'Good' });
const hours = asked('hours', 'NUMBER', { sequence: 1, unit: 'h' });
const ways = asked('ways', 'MULTIPLE', { sequence: 3, options: ['Email', 'Phone'] });
const due = asked('due', 'DATE', { sequence: 4 });

const reportOf = (questions: readonly Question[], ...input: readonly Readonly<Record<string, string>>[]) => {
  const names = input.map((_, index) => `member ${String(index)}`);
  return report({
    run: aRun({ questions: [...questions], members: names.map((name) => aMember(name)) }),
    answers: input.map((values, index) => anAnswer(names[index] ?? '', { values })),
  });
};

const counts = (...numbers: readonly number[]) => numbers.map((count, index) => ({ value: String(index + 1), count }));

describe('the averages of a run', () => {
  it('have average, number of answers and distribution of scales and numbers, in the order of the questions', () => {
    const created = reportOf(
      [mood, hours, ways, due],
      { mood: '4', hours: '1.1', ways: 'Email', due: '2026-11-20' },
      { mood: '5', hours: '2.2' },
      { mood: '4' },
    );
    expect(created.averages).toEqual([
      {
        ...{ questionId: 'hours', question: 'hours?', format: { type: 'NUMBER', unit: 'h' } },
        ...{ answers: 2, average: 1.65, counts: [] },
      },
      {
        ...{ questionId: 'mood', question: 'mood?', format: { type: 'SCALE', lowLabel: 'Bad', highLabel: 'Good' } },
        ...{ answers: 3, average: 4.333333, counts: counts(0, 0, 0, 2, 1) },
      },
    ]);
  });

  it('leave out questions without an answer, and values that are not of the type', () => {
    const created = reportOf([mood, hours], { mood: '2', hours: '' }, { mood: '9', hours: 'many' });
    expect(created.averages).toMatchObject([
      { questionId: 'mood', answers: 1, average: 2, counts: counts(0, 1, 0, 0, 0) },
    ]);
  });

  it.each([
    ['before the first answer', [mood], []],
    ['for a run without scales and numbers', [ways, due], [{ ways: 'Email', due: '2026-11-20' }]],
  ])('are no field of the report %s', (_when, questions, input: readonly Readonly<Record<string, string>>[]) => {
    const created = reportOf(questions, ...input);
    expect(created).not.toHaveProperty('averages');
    const model = summaryModel({ report: created, date: today, links: noLinks, attention: [] });
    expect(model).not.toHaveProperty('averages');
  });

  it('are the same in the summary', () => {
    const created = reportOf([mood], { mood: '4' });
    const model = summaryModel({ report: created, date: today, links: noLinks, attention: [] });
    expect(model.averages).toEqual(created.averages);
  });
});
