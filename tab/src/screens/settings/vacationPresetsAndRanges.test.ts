import type { LocalDate } from '#contracts/core/idDateAndZoneSchemas.ts';
import { datesIn, daysOf, isWeekend, nextMonday, stretchesOf } from './vacationPresetsAndRanges.ts';

const date = (day: string): LocalDate => day as LocalDate;
const friday = date('2026-11-20');
const saturday = date('2026-11-21');
const sunday = date('2026-11-22');
const monday = date('2026-11-23');

it('knows weekends and the Monday to come', () => {
  expect([friday, saturday, sunday, monday].map(isWeekend)).toEqual([false, true, true, false]);
  expect([friday, saturday, sunday].map(nextMonday)).toEqual([monday, monday, monday]);
  expect(nextMonday(monday)).toBe('2026-11-30');
});

it.each([
  ['today', friday, '2026-11-20', '2026-11-20'],
  ['tomorrow', friday, '2026-11-21', '2026-11-21'],
  ['restOfWeek', date('2026-11-18'), '2026-11-18', '2026-11-20'],
  ['restOfWeek', friday, '2026-11-20', '2026-11-20'],
  ['restOfWeek', saturday, '2026-11-21', '2026-11-22'],
  ['nextWeek', friday, '2026-11-23', '2026-11-27'],
  ['nextWeek', sunday, '2026-11-23', '2026-11-27'],
  ['twoWeeks', monday, '2026-11-30', '2026-12-11'],
] as const)('%s on %s is from %s to %s', (preset, today, from, to) => {
  expect(daysOf(preset, today)).toEqual({ from, to });
});

it('leaves weekends out unless they are wanted, or are all there is', () => {
  const days = { from: friday, to: monday };
  expect(datesIn(days, false)).toEqual([friday, monday]);
  expect(datesIn(days, true)).toEqual([friday, saturday, sunday, monday]);
  expect(datesIn({ from: saturday, to: sunday }, false)).toEqual([saturday, sunday]);
});

it('reads days as stretches that a weekend does not end', () => {
  const lines = (...days: readonly string[]) =>
    stretchesOf(days.map(date)).map(({ from, to, dates }) => `${from} ${to} ${String(dates.length)}`);
  expect(lines('2026-11-19', '2026-11-20', '2026-11-23', '2026-11-25')).toEqual([
    '2026-11-19 2026-11-23 3',
    '2026-11-25 2026-11-25 1',
  ]);
  expect(lines('2026-11-20', '2026-11-22', '2026-11-24')).toEqual([
    '2026-11-20 2026-11-22 2',
    '2026-11-24 2026-11-24 1',
  ]);
  expect(lines()).toEqual([]);
});
