import { calendarNames } from './calendarNames.ts';

const friday = new Date(2026, 11, 25);

it.each([
  ['en-GB', 'Fri'],
  ['de', 'Fr'],
  // Intl has no short name for these weekdays, so the long one is shown.
  ['ar', 'ج'],
])('names a column of the calendar in %s so that it fits', (locale, name) => {
  expect(calendarNames(locale).shortWeekday(friday)).toBe(name);
});
