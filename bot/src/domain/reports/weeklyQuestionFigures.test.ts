import type { LocalDate } from '#contracts/core/idDateAndZoneSchemas.ts';
import { storedQuestion } from '#contracts/meetings/questionAndAnswerFormatSchemas.ts';
import type { Question } from '#contracts/meetings/questionAndAnswerFormatSchemas.ts';
import type { ReportMember } from '#contracts/reports/dailyReport.ts';
import { addDays } from '../core/zonedTimeAndCalendarDates.ts';
import { runFigures } from './questionFiguresAndTrends.ts';
import { trendWeeksUpTo } from './trendWeeks.ts';
import type { WeeklyRun } from './weeklyFiguresAndClaims.ts';
import { weeklyQuestionFigures } from './weeklyQuestionFigures.ts';

const asked = (id: string, type: Question['type'], change: object = {}): Question =>
  storedQuestion.parse({ id, sequence: 1, text: `${id}?`, type, ...change });
const mood = asked('mood', 'SCALE', { sequence: 2, lowLabel: 'Bad', highLabel: 'Good' });
const ways = asked('ways', 'MULTIPLE', { options: ['Email', 'Phone'] });

const weeks = trendWeeksUpTo('2026-11-25' as LocalDate, 4, 'monday');
const day = (index: number): LocalDate => addDays('2026-10-26' as LocalDate, index);

/** Returns a run with the answers of each of the members, by question id. */
const aRun = (
  date: LocalDate,
  questions: readonly Question[],
  ...members: readonly Record<string, string>[]
): WeeklyRun => ({
  ...{ date, state: 'COMPLETED', asked: 5, answered: 5, skipped: 0, late: 0, measures: undefined },
  figures: runFigures(
    { date, questions: [...questions] },
    members.map((values) => ({
      answers: Object.entries(values).map(([questionId, answer]) => ({ questionId, answer })),
    })) as unknown as Pick<ReportMember, 'answers'>[],
  ),
});

describe('the figures of a question', () => {
  it('are those of each week, and of the weeks that are over', () => {
    const runs = [
      ...[aRun(day(0), [mood], { mood: '1' }, { mood: '2' }), aRun(day(1), [mood], { mood: '3' })],
      ...[
        aRun(day(14), [mood], { mood: '4' }),
        aRun(day(28), [mood], { mood: '5' }),
        aRun(day(-1), [mood], { mood: '5' }),
      ],
      { ...aRun(day(2), [mood], { mood: '5' }), state: 'OPEN' as const },
    ];
    const [figures] = weeklyQuestionFigures([mood], weeks, runs);
    expect(figures).toMatchObject({
      ...{ questionId: 'mood', question: 'mood?', answers: 4, average: 2.5, claimValue: null },
      format: { type: 'SCALE', lowLabel: 'Bad', highLabel: 'Good' },
      counts: [1, 1, 1, 1, 0].map((count, index) => ({ value: String(index + 1), count })),
    });
    expect(figures?.weeks.map(({ answers, average }) => [answers, average])).toEqual([
      ...[
        [3, 2],
        [0, null],
        [1, 4],
        [0, null],
        [1, 5],
      ],
    ]);
  });

  it('have the median days to the answered dates, and the first and the last date, of each week with answers', () => {
    const due = asked('due', 'DATE');
    const runs = [
      aRun(day(0), [due], { due: '2026-10-29' }, { due: '2026-11-05' }),
      aRun(day(1), [due], { due: '2026-10-26' }),
      aRun(day(28), [due], { due: '2026-12-24' }),
    ];
    const [figures] = weeklyQuestionFigures([due], weeks, runs);
    const dates = { median: 3, earliest: '2026-10-26', latest: '2026-11-05' };
    expect(figures).toMatchObject({
      questionId: 'due',
      answers: 3,
      average: null,
      counts: [],
      dates,
      claimValue: null,
    });
    expect(figures?.claim).toEqual({ is: 'TOO_FEW', unit: 'ANSWERS', have: 0, needed: 20 });
    expect(figures?.weeks.map((week) => week.dates)).toEqual([
      ...[dates, undefined, undefined, undefined],
      { median: 31, earliest: '2026-12-24', latest: '2026-12-24' },
    ]);
  });

  it('leave out runs that asked the question in another form, and other questions', () => {
    const other = asked('ways', 'MULTIPLE', { options: ['Email', 'Letter'] });
    const runs = [aRun(day(0), [other, mood], { ways: 'Letter', mood: '1' }), aRun(day(1), [ways], { ways: 'Phone' })];
    expect(weeklyQuestionFigures([ways], weeks, runs)).toMatchObject([{ questionId: 'ways', answers: 1 }]);
  });

  it('are not mixed with those of another question of the same form', () => {
    const energy = { ...mood, id: asked('energy', 'TEXT').id };
    const runs = [aRun(day(0), [mood, energy], { mood: '1', energy: '5' })];
    expect(weeklyQuestionFigures([mood, energy], weeks, runs)).toMatchObject([{ average: 1 }, { average: 5 }]);
  });

  it('are shown in the order of the form, and only for questions with an answer in the weeks', () => {
    const number = asked('number', 'NUMBER', { sequence: 3, unit: '' });
    const runs = [aRun(day(0), [mood, ways], { mood: '1', ways: 'Email' }), aRun(day(-1), [number], { number: '5' })];
    expect(weeklyQuestionFigures([mood, number, ways], weeks, runs).map(({ questionId }) => questionId)).toStrictEqual([
      ...['ways', 'mood'],
    ]);
  });
});

describe('the claim about a question', () => {
  const days = [0, 1, 2, 3, 4, 14, 15, 16, 17, 18];
  const claimOf = (question: Question, of: (isLater: boolean) => readonly string[]) => {
    const runs = days.map((index) =>
      aRun(day(index), [question], ...of(index >= 14).map((value) => ({ [question.id]: value }))),
    );
    const [figures] = weeklyQuestionFigures([question], weeks, runs);
    return [figures?.claim, figures?.claimValue];
  };

  it('is about the average of a scale', () => {
    const given = (isLater: boolean) => (isLater ? ['4', '4', '5', '5'] : ['2', '2', '2', '2']);
    expect(claimOf(mood, given)).toEqual([{ is: 'CHANGED', before: 2, after: 4.5 }, null]);
  });

  it('needs answers', () => {
    expect(claimOf(mood, () => ['3', '4', '5'])).toEqual([
      { is: 'TOO_FEW', unit: 'ANSWERS', have: 15, needed: 20 },
      null,
    ]);
  });

  it('is about the option whose share changed most', () => {
    const given = (isLater: boolean) =>
      isLater ? ['Email', 'Email', 'Email', 'Email\nPhone'] : ['Email', 'Email\nPhone', 'Email\nPhone', 'Email\nPhone'];
    expect(claimOf(ways, given)).toEqual([{ is: 'CHANGED', before: 75, after: 25 }, 'Phone']);
  });
});
