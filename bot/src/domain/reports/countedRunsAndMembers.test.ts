import type { PersonRun } from '#contracts/reports/personReport.ts';
import { isAnswered, isCountedAsAsked, isCountedRun } from './countedRunsAndMembers.ts';

type RunState = PersonRun['run'];
type MemberState = PersonRun['state'];

describe('a run in the figures', () => {
  it.each<[RunState, boolean]>([
    ['OPEN', true],
    ['COMPLETED', true],
    ['PLANNED', false],
    ['NOT_RUN', false],
    ['MISSED', false],
    ['CANCELLED', false],
  ])('a run in the figures that is %s counts: %s', (state, counts) => {
    expect(isCountedRun(state)).toBe(counts);
  });
});

describe('a member in the figures', () => {
  it.each<[MemberState, boolean]>([
    ['BLOCKED', true],
    ['GOAL_ACHIEVED', true],
    ['ANSWERED', true],
    ['OPEN', false],
    ['AWAY', false],
    ['MISSING', false],
    ['NOT_DUE', false],
  ])('a member in the figures who is %s has answered: %s', (state, hasAnswered) => {
    expect(isAnswered({ state })).toBe(hasAnswered);
  });

  it.each<[MemberState, boolean]>([
    ['BLOCKED', true],
    ['GOAL_ACHIEVED', true],
    ['ANSWERED', true],
    ['MISSING', true],
    ['OPEN', false],
    ['AWAY', false],
    ['NOT_DUE', false],
  ])('a member in the figures who is %s counts as asked in a run that takes place: %s', (state, counts) => {
    expect(isCountedAsAsked({ run: 'OPEN', state })).toBe(counts);
    expect(isCountedAsAsked({ run: 'COMPLETED', state })).toBe(counts);
  });

  it.each<RunState>(['PLANNED', 'MISSED', 'CANCELLED', 'NOT_RUN'])('counts as asked in no run that is %s', (run) => {
    expect(isCountedAsAsked({ run, state: 'ANSWERED' })).toBe(false);
    expect(isCountedAsAsked({ run, state: 'MISSING' })).toBe(false);
  });
});
