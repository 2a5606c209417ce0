import type { Goal, GoalState } from '#contracts/answers/goalAndBlockerChoiceSchemas.ts';
import type { MemberId } from '#contracts/core/idDateAndZoneSchemas.ts';
import type { Question } from '#contracts/meetings/questionAndAnswerFormatSchemas.ts';
import type { ReportMember } from '#contracts/reports/dailyReport.ts';
import type { RollupFigures } from '#contracts/rollup/rollupQueryAndResult.ts';
import { runToEnd } from '../engine/pausableGeneratorsAndSort.ts';
import { figureSteps, isCountedLine } from './rollupFigures.ts';
import type { RollupPart } from './rollupFigures.ts';
import type { RollupLine } from './rollupRowTypes.ts';

const id = (name: string): MemberId => name as MemberId;
const mood = {
  id: 'mood',
  sequence: 1,
  text: 'Mood?',
  type: 'SCALE',
  lowLabel: '',
  highLabel: '',
} as unknown as Question;
const hours = { id: 'hours', sequence: 2, text: 'Hours?', type: 'NUMBER', unit: 'h' } as unknown as Question;

const goals = (...states: GoalState[]): Goal[] =>
  states.map((state) => ({ id: state, text: '', ticked: state === 'DONE', state }));

interface Given extends Partial<ReportMember> {
  readonly runState?: string;
  readonly date?: string;
  readonly mood?: string;
  readonly questions?: readonly Question[];
  readonly ofAnswer?: readonly Goal[];
}

/** Returns the line of a member who answered. */
const line = ({ runState = 'COMPLETED', date = '2026-11-20', ofAnswer = [], ...given }: Given = {}) => {
  const { mood: value, questions = [mood, hours], ...change } = given;
  return {
    of: { run: { meetingId: 'daily', date, state: runState, questions } },
    member: {
      ...{ memberId: id('ann'), state: 'ANSWERED', isCompleted: true, isLate: false, isGoalAchieved: false },
      ...{ hasBlocker: false, goalsTicked: 0, goalsOffered: 0, wasNotAsked: false, unreachable: null },
      answers: [
        ...(value === undefined ? [] : [{ questionId: 'mood', answer: value }]),
        { questionId: 'hours', answer: '8' },
      ],
      ...change,
    },
    goals: ofAnswer,
  } as unknown as RollupLine;
};

const silent = (change: Given): RollupLine => line({ state: 'MISSING', isCompleted: false, answers: [], ...change });

const figuresOf = (lines: readonly RollupLine[], change: Partial<RollupPart> = {}, reader = id('ann')): RollupFigures =>
  runToEnd(figureSteps({ lines, hours: [], blockers: [], ...change }, reader));

describe('participation', () => {
  it('counts each state of a member once', () => {
    const lines = [
      ...[line(), line({ isLate: true }), line({ state: 'BLOCKED', hasBlocker: true })],
      ...[silent({}), silent({}), silent({ wasNotAsked: true }), silent({ unreachable: 'BLOCKED' })],
      ...[
        silent({ state: 'OPEN' }),
        silent({ state: 'AWAY' }),
        silent({ state: 'AWAY' }),
        silent({ state: 'SKIPPED' }),
      ],
    ];
    expect(figuresOf(lines).participation).toEqual({
      ...{ asked: 8, answered: 3, late: 1, skipped: 1, missing: 4, notAsked: 1, unreachable: 1, open: 1, away: 2 },
    });
  });

  it('counts a missing member whom the service did not ask as such, also if Teams cannot reach the member', () => {
    const both = silent({ wasNotAsked: true, unreachable: 'BLOCKED' });
    expect(figuresOf([both]).participation).toMatchObject({ missing: 1, notAsked: 1, unreachable: 0 });
    const open = silent({ state: 'OPEN', wasNotAsked: true, unreachable: 'BLOCKED' });
    expect(figuresOf([open]).participation).toMatchObject({ missing: 0, notAsked: 0, unreachable: 0, open: 1 });
  });

  it('counts open and completed runs only', () => {
    const lines = ['OPEN', 'COMPLETED', 'MISSED', 'CANCELLED'].map((runState) => line({ runState }));
    expect(lines.map(isCountedLine)).toEqual([true, true, false, false]);
    expect(figuresOf(lines).participation.answered).toBe(2);
  });
});

describe('goals', () => {
  it('have the ticked and offered ones of the day reports', () => {
    const lines = [line({ goalsTicked: 1, goalsOffered: 3 }), line({ goalsTicked: 2, goalsOffered: 2 })];
    expect(figuresOf(lines).goals).toMatchObject({ met: 3, offered: 5 });
  });

  const anns = line({ ofAnswer: goals('DONE', 'DROPPED', 'CARRIED') });
  const bobs = line({ memberId: id('bob'), ofAnswer: goals('DONE') });

  it('have the sum of the hit rates of all people', () => {
    expect(figuresOf([anns, bobs], {}, id('cy')).goals?.hitRate).toEqual({ done: 2, settled: 3, carried: 1 });
  });

  it('show the hit rate of one person to this person alone', () => {
    const noGoals = line({ memberId: id('cy') });
    expect(figuresOf([anns, noGoals]).goals?.hitRate).toEqual({ done: 1, settled: 2, carried: 1 });
    expect(figuresOf([anns, noGoals], {}, id('cy')).goals?.hitRate).toBeNull();
    expect(runToEnd(figureSteps({ lines: [anns], hours: [], blockers: [] }, null)).goals?.hitRate).toBeNull();
  });

  it('show no hit rate of a reader and one other person, because the reader could subtract their own', () => {
    const cys = line({ memberId: id('cy'), ofAnswer: goals('DROPPED') });
    expect(figuresOf([anns, bobs]).goals?.hitRate).toBeNull();
    expect(figuresOf([anns, bobs, cys]).goals?.hitRate).toEqual({ done: 2, settled: 4, carried: 1 });
  });

  it('count goals that are only carried over as goals of their owner', () => {
    const carried = line({ ofAnswer: goals('CARRIED') });
    expect(figuresOf([carried]).goals?.hitRate).toEqual({ done: 0, settled: 0, carried: 1 });
    expect(figuresOf([carried, bobs], {}, id('cy')).goals?.hitRate).toEqual({ done: 1, settled: 1, carried: 1 });
  });

  it('have no hit rate without goals, and none of a member who did not answer', () => {
    expect(figuresOf([line()]).goals?.hitRate).toBeNull();
    expect(figuresOf([silent({ ofAnswer: goals('DONE') })]).goals?.hitRate).toBeNull();
  });

  it('count a goal that several answers carry over once', () => {
    const days = ['2026-11-18', '2026-11-19', '2026-11-20'];
    const lines = days.map((date) => line({ date, ofAnswer: goals('CARRIED') }));
    expect(figuresOf(lines).goals?.hitRate).toEqual({ done: 0, settled: 0, carried: 1 });
  });
});

it('blockers have the reporting answers, and the beginnings and ends', () => {
  const event = (kind: 'OPENED' | 'RESOLVED') =>
    ({ kind, date: '2026-11-20', memberId: 'ann', meetingId: 'daily' }) as never;
  const blockers = [event('OPENED'), event('OPENED'), event('RESOLVED')];
  expect(figuresOf([line({ hasBlocker: true }), line()], { blockers }).blockers).toEqual({
    ...{ reported: 1, opened: 2, resolved: 1 },
  });
});

it('minutes are the sum of the timesheets', () => {
  const entry = (minutes: number) => ({ memberId: id('ann'), date: '2026-11-20', meetingId: null, minutes }) as never;
  expect(figuresOf([], { hours: [entry(30), entry(45)] }).minutes).toBe(75);
});

describe('the mood', () => {
  it('is the average of all answers to scales, with six decimals, and of no other question', () => {
    const lines = [line({ mood: '1' }), line({ mood: '2' }), line({ mood: '2' })];
    expect(figuresOf(lines).mood).toEqual({ answers: 3, average: 1.666667 });
  });

  it('does not exist without an answer to a scale', () => {
    const unasked = line({ questions: [hours] });
    expect(figuresOf([line(), unasked, line({ isCompleted: false, mood: '5' })]).mood).toBeNull();
  });
});

it('pauses after each 64 lines and after each person with goals', () => {
  const lines = Array.from({ length: 128 }, (_, index) => line({ memberId: id(String(index % 3)) }));
  const steps = figureSteps({ lines, hours: [], blockers: [] }, null);
  let pauses = 0;
  while (steps.next().done !== true) pauses += 1;
  expect(pauses).toBe(2 + 3);
});
