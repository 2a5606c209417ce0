import fc from 'fast-check';
import type { GoalState } from '#contracts/answers/goalAndBlockerChoiceSchemas.ts';
import type { LocalDate, MeetingId } from '#contracts/core/idDateAndZoneSchemas.ts';
import { addDays } from '../core/zonedTimeAndCalendarDates.ts';
import { goalHitRate } from './goalHitRate.ts';

const goal = (state: GoalState | undefined) => ({
  ...{ id: 'a'.repeat(16), text: 'A', ticked: state === 'DONE' },
  ...(state === undefined ? {} : { state }),
});
const answer = (meetingId: string, day: number, states: readonly (GoalState | undefined)[]) => ({
  meetingId: meetingId as MeetingId,
  date: addDays('2026-11-01' as LocalDate, day),
  goals: states.map(goal),
});

it('counts a goal that was carried over twice and then done as one goal', () => {
  const answers = [answer('M', 1, ['CARRIED']), answer('M', 2, ['CARRIED']), answer('M', 3, ['DONE', 'DROPPED'])];
  expect(goalHitRate(answers)).toEqual({ done: 1, settled: 2, carried: 0 });
});

it('counts ticks of clients without states, and the goals that the newest answer of each report carries', () => {
  const old = { ...answer('M', 1, [undefined]), goals: [{ ...goal(undefined), ticked: true }, goal(undefined)] };
  const answers = [answer('M', 3, ['CARRIED', 'CARRIED']), old, answer('N', 2, ['CARRIED'])];
  expect(goalHitRate(answers)).toEqual({ done: 1, settled: 2, carried: 3 });
});

it('never claims more than was settled, in any order of the answers', () => {
  const states = fc.array(fc.constantFrom<GoalState | undefined>('DONE', 'CARRIED', 'DROPPED', undefined), {
    maxLength: 5,
  });
  const given = fc.uniqueArray(fc.record({ meeting: fc.constantFrom('M', 'N'), day: fc.nat(28), states }), {
    selector: ({ meeting, day }) => `${meeting}${day}`,
  });
  fc.assert(
    fc.property(given, (runs) => {
      const answers = runs.map((run) => answer(run.meeting, run.day, run.states));
      const rate = goalHitRate(answers);
      expect(rate.done).toBeLessThanOrEqual(rate.settled);
      expect(rate.settled).toBe(
        answers.flatMap(({ goals }) => goals).filter(({ state }) => state !== 'CARRIED').length,
      );
      expect(goalHitRate([...answers].reverse())).toEqual(rate);
    }),
  );
});
