import type { LocalDate } from '#contracts/core/idDateAndZoneSchemas.ts';
import type { Task } from '#contracts/timesheets/timesheetTaskCalls.ts';
import { aTask, ulid } from '../../../testing/testDataBuildersAndClock.ts';
import { gridOf, hoursOf, minutesOf, weekSums } from './weekSumsAndHourConversion.ts';

const row = (name: string | null, date: string, hours: number, minutes: number): Task =>
  aTask('Things', {
    ...{ meetingId: name === null ? null : ulid(name), meetingName: name === 'gone' ? null : name },
    ...{ date: date as LocalDate, hours, minutes },
  });

const tasks = [
  row('Zeta', '2026-11-16', 1, 20),
  row('alpha', '2026-11-16', 0, 10),
  row(null, '2026-11-17', 0, 5),
  row('Zeta', '2026-11-18', 2, 0),
  row('Zeta', '2026-11-16', 0, 20),
  row('gone', '2026-11-18', 0, 1),
];

it('has a line for each report by name, and then the rows without a report and those of deleted reports', () => {
  const lines = gridOf(tasks, 'en');
  expect(lines.map(({ meetingId, name, minutes }) => [meetingId, name, minutes])).toEqual([
    [ulid('alpha'), 'alpha', 10],
    [ulid('Zeta'), 'Zeta', 220],
    [null, null, 5],
    [ulid('gone'), null, 1],
  ]);
  expect([...(lines[1]?.byDate ?? [])]).toEqual([
    ['2026-11-16', 100],
    ['2026-11-18', 120],
  ]);
});

it('adds up to the same whether by line, by day or by row', () => {
  const lines = gridOf(tasks, 'en');
  const byRow = tasks.reduce((sum, task) => sum + minutesOf(task), 0);
  expect(lines.reduce((sum, line) => sum + line.minutes, 0)).toBe(byRow);
  expect(lines.flatMap(({ byDate }) => [...byDate.values()]).reduce((sum, value) => sum + value, 0)).toBe(byRow);
});

it('rounds hours once', () => {
  expect([0, 1, 20, 100, 1439].map(hoursOf)).toEqual([0, 0.02, 0.33, 1.67, 23.98]);
});

it('sums days by their weeks', () => {
  const days = ['2026-11-22', '2026-11-16', '2026-11-15'].map((date, index) => ({
    date: date as LocalDate,
    minutes: index + 1,
  }));
  expect([...weekSums(days)]).toEqual([
    ['2026-11-16', 3],
    ['2026-11-09', 3],
  ]);
});
