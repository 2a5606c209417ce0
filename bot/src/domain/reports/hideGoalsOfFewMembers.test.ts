import type { LocalDate, MeetingId } from '#contracts/core/idDateAndZoneSchemas.ts';
import { addDays } from '../core/zonedTimeAndCalendarDates.ts';
import { hideGoalsOfFewMembers } from './hideGoalsOfFewMembers.ts';
import { trendWeeksUpTo } from './trendWeeks.ts';
import type { WeeklyRun } from './weeklyFiguresAndClaims.ts';

/** The running week begins on Monday, 23 November, and the week before it on the 16th. */
const weeks = trendWeeksUpTo('2026-11-25' as LocalDate, 4, 'monday');
const monday = '2026-11-16' as LocalDate;

const run = (day: number, goalOwners: number | undefined, change: Partial<WeeklyRun> = {}): WeeklyRun => ({
  ...{ date: addDays(monday, day), state: 'COMPLETED', asked: 4, answered: 4, skipped: 0, late: 0, figures: [] },
  measures: { waits: [5], goalsDone: 1, goalsSettled: 2, ...(goalOwners === undefined ? {} : { goalOwners }) },
  ...change,
});

const report = (runs: readonly WeeklyRun[]) => ({
  ...{ meetingId: 'daily' as MeetingId, asksForBlockers: true, name: 'Daily', runs },
});

const shown = (...runs: readonly WeeklyRun[]) =>
  hideGoalsOfFewMembers(weeks, report(runs)).runs.map(({ measures }) => [measures?.goalsDone, measures?.goalsSettled]);

const goals = [1, 2];
const none = [0, 0];

describe('the goals of a report', () => {
  it.each([
    [1, none],
    [2, none],
    [3, goals],
    [4, goals],
  ])('of %d members with settled goals in a run', (owners, expected) => {
    expect(shown(run(0, owners))).toEqual([expected]);
  });

  it('count in the whole week of a run with three members, and in no other week', () => {
    expect(shown(run(-1, 2), run(0, 1), run(4, 3), run(6, 1), run(7, 2))).toEqual([none, goals, goals, goals, none]);
  });

  it('are not shared by members of several runs', () => {
    expect(shown(run(0, 1), run(1, 1), run(2, 1))).toEqual([none, none, none]);
  });

  it('are not shared by a run that does not count', () => {
    expect(shown(run(0, 3, { state: 'CANCELLED' }), run(1, 1))).toEqual([none, none]);
    expect(shown(run(0, 3, { state: 'OPEN' }), run(1, 1))).toEqual([none, none]);
  });

  it('are left out if an earlier version did not count the members', () => {
    expect(shown(run(0, undefined))).toEqual([none]);
  });

  it('leave the other figures of the report unchanged', () => {
    const runs = [run(0, 2), run(1, 0, { measures: undefined })];
    const [first, second] = hideGoalsOfFewMembers(weeks, report(runs)).runs;
    expect(first).toEqual({ ...run(0, 2), measures: { waits: [5], goalsDone: 0, goalsSettled: 0, goalOwners: 2 } });
    expect(second).toEqual(runs[1]);
    expect(hideGoalsOfFewMembers(weeks, report(runs))).toMatchObject({ meetingId: 'daily', name: 'Daily' });
  });
});
