import { calendarDateFormats } from './calendarDateFormats.ts';

const friday = new Date(2026, 11, 25);

it.each([
  ['en-GB', 'Fri'],
  ['de', 'Fr'],
  // The short name in Arabic is the complete name, so the calendar shows the narrow name.
  ['ar', 'ج'],
])('names a column of the calendar in %s so that it fits', (locale, name) => {
  expect(calendarDateFormats(locale).shortWeekday(friday)).toBe(name);
});
