import fc from 'fast-check';
import { localDate } from '#contracts/core/idDateAndZoneSchemas.ts';
import type { LocalDate } from '#contracts/core/idDateAndZoneSchemas.ts';
import { reverseDate, reverseMs } from '../core/reversedDateKeys.ts';
import { isOlder, retentionStart } from './retentionCutoff.ts';
import { addDays, mondayOf } from '../core/zonedTimeAndCalendarDates.ts';

const first = localDate.parse('2026-11-20');
const id = '01M7W9GCBFJGH6WYKPTKM30JZ6';

const keysOf = (date: LocalDate): string[] => [
  `D|${date}|!H`,
  `D|${date}|!V|${id}`,
  `D|${date}|${id}|0`,
  `D|${date}|${id}|a|${id}`,
  `H|${date}`,
  `S|${reverseDate(date)}|${id}`,
  `R|${id}|${reverseDate(date)}`,
  `Q|${id}|${reverseDate(date)}|${id}`,
  `vac|${id}|${date}`,
];

it('retention begins the configured number of days before today', () => {
  expect(retentionStart(first, 30)).toBe('2026-10-21');
  expect(retentionStart(first, 365)).toBe('2025-11-20');
});

it('a row is expired exactly when its day is before the first kept day', () => {
  fc.assert(
    fc.property(fc.integer({ min: -4000, max: 4000 }), (days) => {
      const date = addDays(first, days);
      for (const key of keysOf(date)) expect([key, isOlder(key, first)]).toEqual([key, days < 0]);
    }),
  );
});

it('a week is expired when its Sunday is before the first kept day, whatever the weekday of that day', () => {
  for (const kind of ['W', 'V'])
    for (let days = -20; days < 20; days += 1)
      for (let shift = 0; shift < 7; shift += 1) {
        const monday = mondayOf(addDays(first, days));
        const from = addDays(first, shift);
        expect(isOlder(`${kind}|${reverseDate(monday)}|${id}`, from)).toBe(addDays(monday, 6) < from);
      }
});

it('a mark of a month is expired when its month is, and is kept while any day of the month is kept', () => {
  expect(isOlder(`U|202610|${id}`, first)).toBe(true);
  expect(isOlder(`U|202611|${id}`, first)).toBe(false);
  expect(isOlder(`U|202612|${id}`, first)).toBe(false);
  expect(isOlder(`U|202611|${id}`, localDate.parse('2026-11-30'))).toBe(false);
  expect(isOlder(`U|202612|${id}`, localDate.parse('2027-01-01'))).toBe(true);
});

it('an entry of the log is expired when it was made before the first kept day in UTC', () => {
  const midnight = Date.parse('2026-11-20T00:00:00Z');
  for (const kind of ['L', 'A']) {
    expect(isOlder(`${kind}|${id}|${reverseMs(midnight - 1)}|${id}`, first)).toBe(true);
    expect(isOlder(`${kind}|${id}|${reverseMs(midnight)}|${id}`, first)).toBe(false);
  }
});

it.each(['T', `M|${id}`, `G|${id}`, `C|${id}`, `N|${id}`, `P|${id}|${id}`, 'org', `mem|${id}`, 'pay', ''])(
  'a definition (%s) does not expire',
  (key) => {
    expect(isOlder(key, addDays(first, 100_000))).toBe(false);
  },
);
