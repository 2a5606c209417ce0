import { durationText, minutesOfDuration } from './parseAndFormatDuration.ts';

it.each([
  ['1.5', 90],
  ['1,5', 90],
  ['1٫5', 90],
  ['١:٣٠', 90],
  ['.5', 30],
  ['2', 120],
  ['2.', 120],
  ['0', 0],
  ['1:30', 90],
  ['10:05', 605],
  ['0:45', 45],
  ['1h', 60],
  ['1H', 60],
  ['1.25h', 75],
  ['1h30', 90],
  ['1h30m', 90],
  ['1 h 30 min', 90],
  ['1h 5m', 65],
  ['90m', 90],
  [' 90 min ', 90],
  ['23:59', 1439],
])('reads %j as %i minutes', (typed, minutes) => {
  expect(minutesOfDuration(typed)).toBe(minutes);
});

it.each([
  '',
  ' ',
  'x',
  '90',
  '24',
  '24:00',
  '1440m',
  '1:60',
  '1h60',
  '1h5',
  '1 5',
  '-1',
  '1.5.2',
  '1d',
  'h',
  'm',
  '1:3',
  '1.555',
])('reads no duration in %j', (typed) => {
  expect(minutesOfDuration(typed)).toBeUndefined();
});

it('reads back every duration that it writes', () => {
  for (let minutes = 0; minutes < 1440; minutes += 1) expect(minutesOfDuration(durationText(minutes))).toBe(minutes);
});
