import { calendarNames } from './calendarNames.ts';

const friday = new Date(2026, 11, 25);

it.each([
  ['en-GB', 'Fri'],
  ['de', 'Fr'],
  // Has no shorter name for the day than its whole one.
  ['ar', 'ج'],
])('names a column of the calendar in %s so that it fits', (locale, name) => {
  expect(calendarNames(locale).shortWeekday(friday)).toBe(name);
});
