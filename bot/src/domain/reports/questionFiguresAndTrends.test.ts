import { storedQuestion } from '#contracts/meetings/questionAndAnswerFormatSchemas.ts';
import type { Question } from '#contracts/meetings/questionAndAnswerFormatSchemas.ts';
import type { LocalDate, QuestionId } from '#contracts/core/idDateAndZoneSchemas.ts';
import type { ReportMember } from '#contracts/reports/dailyReport.ts';
import { questionTrends, runFigures } from './questionFiguresAndTrends.ts';
import type { CountedRun } from './questionFiguresAndTrends.ts';

const asked = (id: string, type: Question['type'], change: object = {}): Question =>
  storedQuestion.parse({ id, sequence: 1, text: `${id}?`, type, ...change });

const mood = asked('mood', 'SCALE', { sequence: 2, lowLabel: 'Bad', highLabel: 'Good' });
const hours = asked('hours', 'NUMBER', { sequence: 1, unit: 'h' });
const ways = asked('ways', 'MULTIPLE', { sequence: 3, options: ['Email', 'Phone'] });
const note = asked('note', 'TEXT', { sequence: 4 });
const questions = [mood, hours, ways, note];

type Given = Readonly<Record<string, string>>;

const members = (...input: readonly Given[]): Pick<ReportMember, 'answers'>[] =>
  input.map((values) => ({
    answers: Object.entries(values).map(([id, answer]) => ({
      ...{ questionId: id as QuestionId, question: '', answer, isBlocking: false },
      format: { type: 'TEXT' },
    })),
  }));

const run = (date: string, list: readonly Question[], ...input: readonly Given[]): CountedRun => ({
  date: date as LocalDate,
  run: { questions: [...list] },
  figures: runFigures(list, members(...input)),
});

describe('the figures of a run', () => {
  it('have an average of numbers and the number of answers with each value', () => {
    const input = [
      { mood: '4', hours: '1.1', ways: 'Email\nPhone', note: 'x' },
      { mood: '5', hours: '2.2', ways: 'Phone', note: 'y' },
    ];
    expect(runFigures(questions, members(...input))).toMatchObject([
      { questionId: 'hours', answers: 2, sum: 3.3, counts: [] },
      { questionId: 'mood', answers: 2, sum: 9, counts: [0, 0, 0, 1, 1] },
      { questionId: 'ways', answers: 2, sum: null, counts: [1, 2] },
    ]);
  });

  it('leave out values that the type does not have, and questions without an answer', () => {
    expect(runFigures(questions, members({ mood: 'fine', hours: 'many' }))).toEqual([]);
  });
});

describe('the trend of a question', () => {
  it('weighs each run by its answers', () => {
    const runs = [
      run('2026-11-19', questions, { mood: '1' }),
      run('2026-11-20', questions, { mood: '4' }, { mood: '5' }, { mood: '5' }),
    ];
    expect(questionTrends(runs)).toMatchObject([
      {
        ...{ questionId: 'mood', question: 'mood?', answers: 4, average: 3.75 },
        format: { type: 'SCALE', lowLabel: 'Bad', highLabel: 'Good' },
        counts: [1, 0, 0, 1, 2].map((count, index) => ({ value: String(index + 1), count })),
        runs: [
          { date: '2026-11-19', answers: 1, average: 1 },
          { date: '2026-11-20', answers: 3, average: 4.666667 },
        ],
      },
    ]);
  });

  it('leaves out runs that asked it in another form, and runs that an earlier version counted', () => {
    const other = asked('ways', 'MULTIPLE', { options: ['Email', 'Letter'] });
    const runs = [
      run('2026-11-18', [other], { ways: 'Letter' }),
      { ...run('2026-11-19', questions, { ways: 'Phone' }), figures: undefined },
      run('2026-11-20', questions, { ways: 'Email' }),
    ];
    expect(questionTrends(runs).map((trend) => trend.runs.map(({ date }) => date))).toEqual([['2026-11-20']]);
  });

  it('the trend of a question is empty without runs', () => {
    expect(questionTrends([])).toEqual([]);
  });
});
