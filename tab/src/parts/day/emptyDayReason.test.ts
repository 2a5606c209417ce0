import type { LocalDate } from '#contracts/core/idDateAndZoneSchemas.ts';
import { emptyDayReason } from './emptyDayReason.ts';

const [yesterday, today, tomorrow] = ['2026-11-19', '2026-11-20', '2026-11-21'] as LocalDate[] as [
  LocalDate,
  LocalDate,
  LocalDate,
];
const plain = {
  isHoliday: false,
  isFiltered: false,
  isPaused: false,
  meetings: [{ isEnabled: true }],
  date: today,
  today,
};
const off = [{ isEnabled: false }];

it.each([
  ['a holiday', { isHoliday: true, isPaused: true }, 'HOLIDAY'],
  ['the reader’s own filter', { isFiltered: true, isPaused: true }, 'FILTERED'],
  ['a paused organisation', { isPaused: true, meetings: off }, 'PAUSED'],
  ['reports that are all deactivated', { meetings: off }, 'DISABLED'],
  ['reports of which one is active', { meetings: [...off, { isEnabled: true }] }, 'TODAY'],
  ['a day to come', { date: tomorrow }, 'AHEAD'],
  ['a day of the past, which no state of the present explains', { date: yesterday, isPaused: true }, 'NO_RUNS'],
] as const)('explains an empty day by %s', (_, change, reason) => {
  expect(emptyDayReason({ ...plain, ...change })).toBe(reason);
});
