import { storedQuestion } from '#contracts/meetings/questionAndAnswerFormatSchemas.ts';
import type { Question } from '#contracts/meetings/questionAndAnswerFormatSchemas.ts';
import type { LocalDate, QuestionId } from '#contracts/core/idDateAndZoneSchemas.ts';
import type { ReportMember } from '#contracts/reports/dailyReport.ts';
import { questionTrends, runFigures } from './questionFiguresAndTrends.ts';
import type { CountedRun } from './questionFiguresAndTrends.ts';
import { runHalves } from './runTrendClaims.ts';

const asked = (id: string, type: Question['type'], change: object = {}): Question =>
  storedQuestion.parse({ id, sequence: 1, text: `${id}?`, type, ...change });

const mood = asked('mood', 'SCALE', { sequence: 2, lowLabel: 'Bad', highLabel: 'Good' });
const hours = asked('hours', 'NUMBER', { sequence: 1, unit: 'h' });
const ways = asked('ways', 'MULTIPLE', { sequence: 3, options: ['Email', 'Phone'] });
const due = asked('due', 'DATE', { sequence: 5 });
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

const figuresOf = (date: string, list: readonly Question[], ...input: readonly Given[]) =>
  runFigures({ date: date as LocalDate, questions: [...list] }, members(...input));

const run = (date: string, list: readonly Question[], ...input: readonly Given[]): CountedRun => ({
  date: date as LocalDate,
  run: { questions: [...list] },
  figures: figuresOf(date, list, ...input),
});

describe('the figures of a run', () => {
  it('have an average of numbers and the number of answers with each value', () => {
    const input = [
      { mood: '4', hours: '1.1', ways: 'Email\nPhone', note: 'x' },
      { mood: '5', hours: '2.2', ways: 'Phone', note: 'y' },
    ];
    expect(figuresOf('2026-11-20', questions, ...input)).toMatchObject([
      { questionId: 'hours', answers: 2, sum: 3.3, counts: [] },
      { questionId: 'mood', answers: 2, sum: 9, counts: [0, 0, 0, 1, 1] },
      { questionId: 'ways', answers: 2, sum: null, counts: [1, 2] },
    ]);
  });

  it('have the days from the run to each date, in ascending order', () => {
    const input = ['2026-12-02', '2026-11-18', '2026-11-20'].map((date) => ({ due: date }));
    expect(figuresOf('2026-11-20', [due], ...input)).toMatchObject([
      { questionId: 'due', answers: 3, sum: null, counts: [], days: [-2, 0, 12] },
    ]);
    expect(figuresOf('2026-11-20', [mood], { mood: '4' })[0]).not.toHaveProperty('days');
  });

  it('leave out values that the type does not have, and questions without an answer', () => {
    const list = [...questions, due];
    expect(figuresOf('2026-11-20', list, { mood: 'fine', hours: 'many', due: 'soon' })).toEqual([]);
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

  it('has the median of the days to the answered dates, and the first and the last date', () => {
    const runs = [
      run('2026-11-19', [due], { due: '2026-11-22' }, { due: '2027-01-10' }),
      run('2026-11-20', [due], { due: '2026-11-16' }),
      run('2026-11-23', [due], { due: '2026-11-23' }),
    ];
    expect(questionTrends(runs)).toEqual([
      {
        ...{ questionId: 'due', question: 'due?', format: { type: 'DATE' }, answers: 4, average: null, counts: [] },
        dates: { median: 1.5, earliest: '2026-11-16', latest: '2027-01-10' },
        runs: [
          ['2026-11-19', 2, 27.5, '2026-11-22', '2027-01-10'] as const,
          ['2026-11-20', 1, -4, '2026-11-16', '2026-11-16'] as const,
          ['2026-11-23', 1, 0, '2026-11-23', '2026-11-23'] as const,
        ].map(([date, answers, median, earliest, latest]) => ({
          ...{ date, answers, average: null, counts: [] },
          dates: { median, earliest, latest },
        })),
      },
    ]);
  });

  it('the trend of a question is empty without runs', () => {
    expect(questionTrends([])).toEqual([]);
  });
});

describe('the claim about a question', () => {
  const span = { from: '2026-11-01' as LocalDate, to: '2026-11-20' as LocalDate };
  /** Returns the claim about runs on the days 1 to 5 and 11 to 15 of November. */
  const claimOf = (question: Question, valuesOf: (isLater: boolean, day: string) => readonly string[]) => {
    const runs = ['01', '02', '03', '04', '05', '11', '12', '13', '14', '15'].map((day) =>
      run(`2026-11-${day}`, [question], ...valuesOf(day > '10', day).map((value) => ({ [question.id]: value }))),
    );
    const [trend] = questionTrends(runs, runHalves([], span));
    return { claim: trend?.claim, claimValue: trend?.claimValue };
  };

  it('is missing if the range is not divided', () => {
    expect(questionTrends([run('2026-11-20', [mood], { mood: '4' })])[0]).not.toHaveProperty('claim');
  });

  it('is about the average if there is one', () => {
    const claim = claimOf(mood, (isLater) => (isLater ? ['4', '4', '3', '5'] : ['2', '2', '1', '3']));
    expect(claim).toEqual({ claim: { is: 'CHANGED', before: 2, after: 4 }, claimValue: null });
  });

  it('weights the averages of runs by their answers', () => {
    const claim = claimOf(mood, (_isLater, day) =>
      Number(day) % 2 === 0 ? ['5', '5', '5', '5'] : ['2', '2', '2', '2', '2', '2', '2', '2'],
    );
    expect(claim).toEqual({ claim: { is: 'STEADY', before: 2.8, after: 2.8 }, claimValue: null });
  });

  it('is about the median of the days for dates', () => {
    const claim = claimOf(due, (isLater, day) =>
      isLater
        ? [`2026-11-${day}`, '2026-12-30', '2026-12-30', '2026-12-31']
        : ['a', 'b', 'c', 'd'].map(() => `2026-10-${day}`),
    );
    expect(claim).toEqual({ claim: { is: 'CHANGED', before: -31, after: 47 }, claimValue: null });
  });

  it('is else about the value whose share changed most', () => {
    const claim = claimOf(ways, (isLater) =>
      isLater ? ['Email', 'Email', 'Email\nPhone', 'Phone'] : ['Email', 'Email', 'Email', 'Email'],
    );
    expect(claim).toEqual({ claim: { is: 'CHANGED', before: 0, after: 50 }, claimValue: 'Phone' });
  });
});
