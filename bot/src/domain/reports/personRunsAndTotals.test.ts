import type { Answer } from '#contracts/answers/answerCardAndDraftCalls.ts';
import type { Instant, LocalDate, MeetingId, MemberId, ZoneId } from '#contracts/core/idDateAndZoneSchemas.ts';
import type { Run } from '#contracts/runs/runSchema.ts';
import type { PersonRun } from '#contracts/reports/personReport.ts';
import { personRun, personRunAhead, personTotals } from './personRunsAndTotals.ts';

const ann = 'ann' as MemberId;
const zone = 'Europe/Berlin' as ZoneId;
const at = (time: string): Instant => `2026-11-20T${time}:00.000Z` as Instant;
const ms = (time: string): number => Date.parse(at(time));
const questions = [
  {
    ...{ id: 'done', sequence: 1, text: 'What is done?', type: 'TEXT', options: [], isBlocker: false },
    ...{ isTimesheetQuestion: false, blockingOptions: [] },
  },
] as unknown as Run['questions'];

const run = (change: Partial<Run> = {}): Run =>
  ({
    ...{
      meetingId: 'M' as MeetingId,
      meetingName: 'Daily',
      date: '2026-11-20' as LocalDate,
      state: 'OPEN',
      reason: null,
    },
    ...{ questions, closesAt: at('11:00') },
    instants: [{ zone, opensAt: at('09:00'), closesAt: at('11:00') }],
    members: ['ann', 'bob'].map((name) => ({ memberId: name, name, zone, away: null, dropped: false })),
    ...change,
  }) as Run;
const answer = (change: object = {}): Answer =>
  ({
    ...{ meetingId: 'M', memberId: ann, date: '2026-11-20', values: { done: 'All' }, goals: [], hasBlocker: false },
    ...{
      isGoalAchieved: false,
      answeredAt: at('09:30'),
      editedAt: at('09:40'),
      isLate: true,
      isAhead: true,
      ...change,
    },
  }) as unknown as Answer;
const goal = (text: string, ticked: boolean) => ({ id: text, text, ticked });

describe('a person’s part in a run', () => {
  it('a person’s part in a run with an answer contains the answer and its time', () => {
    const content = { answer: answer({ goals: [goal('Ship', true), goal('Test', false)] }) };
    expect(personRun(run(), ann, content, ms('09:30'))).toEqual({
      ...{ meetingId: 'M', meetingName: 'Daily', date: '2026-11-20', state: 'ANSWERED', run: 'OPEN', reason: null },
      answers: [
        { questionId: 'done', question: 'What is done?', answer: 'All', isBlocking: false, format: { type: 'TEXT' } },
      ],
      goals: [
        { text: 'Ship', ticked: true },
        { text: 'Test', ticked: false },
      ],
      ...{ answeredAt: at('09:30'), editedAt: at('09:40'), isLate: true, isAhead: true, isErased: false },
    });
  });

  it.each<[string, object, string]>([
    ['a blocker', { hasBlocker: true, goals: [goal('Ship', true)] }, 'BLOCKED'],
    ['every goal ticked', { goals: [goal('Ship', true), goal('Test', true)] }, 'GOAL_ACHIEVED'],
    ['a goal left', { goals: [goal('Ship', true), goal('Test', false)] }, 'ANSWERED'],
    ['no goal', {}, 'ANSWERED'],
  ])('a person’s part in a run with %s has that state', (_what, change, state) => {
    expect(personRun(run(), ann, { answer: answer(change) }, ms('12:00'))?.state).toBe(state);
    const erased = { hasBlocker: false, goals: [], ...change };
    expect(personRun(run(), ann, { erased }, ms('12:00'))?.state).toBe(state);
  });

  it('a person’s part in a run without an answer is open until their close, then missing, or away', () => {
    const stateAt = (time: string, of = run()) => personRun(of, ann, undefined, ms(time))?.state;
    expect(stateAt('10:59')).toBe('OPEN');
    expect(stateAt('11:00')).toBe('MISSING');
    const members = run().members.map((member) => ({ ...member, away: 'VACATION' as const }));
    expect(stateAt('12:00', run({ members }))).toBe('AWAY');
    expect(personRun(run(), ann, undefined, ms('10:00'))).toMatchObject({
      ...{ answers: [], goals: [], answeredAt: null, editedAt: null, isLate: false, isAhead: false, isErased: false },
    });
  });

  it.each(['MISSED', 'CANCELLED'] as const)('a person’s part in a run that is %s was never due', (state) => {
    expect(personRun(run({ state }), ann, undefined, ms('12:00'))).toMatchObject({ state: 'NOT_DUE', run: state });
    expect(personRun(run({ state }), ann, { answer: answer() }, ms('12:00'))?.state).toBe('ANSWERED');
  });

  it('returns nothing if the run neither asked the member nor has an answer from them', () => {
    const eve = 'eve' as MemberId;
    expect(personRun(run(), eve, undefined, ms('12:00'))).toBeUndefined();
    expect(personRun(run(), eve, { answer: answer({ memberId: eve }) }, ms('12:00'))?.answers).toHaveLength(1);
    expect(personRun(run(), eve, { erased: { hasBlocker: false, goals: [] } }, ms('12:00'))).toMatchObject({
      ...{ state: 'ANSWERED', answers: [], answeredAt: null, isLate: false, isAhead: false, isErased: true },
    });
  });

  it('a person’s part whose text was erased is marked as erased and keeps its times', () => {
    const content = { answer: answer({ values: {} }) };
    expect(personRun(run(), ann, content, ms('12:00'))).toMatchObject({
      isErased: true,
      answeredAt: at('09:30'),
      answers: [],
    });
  });
});

it('an answer ahead belongs to a planned run, or to a date without a planned run', () => {
  const to = { meetingName: 'Daily', questions };
  expect(personRunAhead(answer(), to, true)).toMatchObject({
    ...{ meetingId: 'M', meetingName: 'Daily', date: '2026-11-20', state: 'ANSWERED', run: 'PLANNED', reason: null },
    ...{ answeredAt: at('09:30'), isErased: false, goals: [] },
  });
  expect(personRunAhead(answer({ goals: [goal('Ship', true)] }), to, false)).toMatchObject({
    ...{ run: 'NOT_RUN', state: 'GOAL_ACHIEVED', goals: [{ text: 'Ship', ticked: true }] },
  });
  expect(personRunAhead(answer(), to, true).answers).toHaveLength(1);
});

it('the totals count asked runs, answers, late answers, blocked runs, absences and goals', () => {
  const run = 'COMPLETED';
  const states = ['BLOCKED', 'GOAL_ACHIEVED', 'ANSWERED', 'OPEN', 'MISSING', 'AWAY', 'NOT_DUE'] as const;
  const runs = states.map((state, index) => ({
    ...{ run, state, isLate: index < 2, goals: index === 0 ? [goal('Ship', true), goal('Test', false)] : [] },
  })) as unknown as PersonRun[];
  expect(personTotals(runs)).toEqual({
    ...{ asked: 4, answered: 3, late: 2, blocked: 1, away: 1, skipped: 0, goalsTicked: 1, goalsOffered: 2 },
  });
});

it.each(['MISSED', 'CANCELLED', 'PLANNED', 'NOT_RUN'] as const)(
  'the totals leave out a run that is %s, as the trends do',
  (run) => {
    const left = { run, state: 'BLOCKED', isLate: true, goals: [goal('Ship', true)] } as unknown as PersonRun;
    const counted = { ...left, run: 'OPEN' as const };
    const none = { asked: 0, answered: 0, late: 0, blocked: 0, away: 0, skipped: 0, goalsTicked: 0, goalsOffered: 0 };
    expect(personTotals([left])).toEqual(none);
    expect(personTotals([left, counted])).toEqual(personTotals([counted]));
  },
);
