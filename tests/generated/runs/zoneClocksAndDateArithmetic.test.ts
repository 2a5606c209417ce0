import { dateAt, instantOf, isLived, isoTime } from './zoneClocksAndDateArithmetic.ts';

// Compares the model's clocks with published clock changes.

it.each([
  ['an ordinary day', '2026-11-18', 600, 'Europe/Berlin', '2026-11-18T09:00:00Z'],
  ['an hour that is skipped moves on', '2026-03-29', 150, 'Europe/Berlin', '2026-03-29T01:30:00Z'],
  ['an hour that comes twice is the first', '2026-10-25', 150, 'Europe/Berlin', '2026-10-25T00:30:00Z'],
  ['half an hour that is skipped moves on', '2026-10-04', 135, 'Australia/Lord_Howe', '2026-10-03T15:45:00Z'],
  ['a midnight that is skipped moves on', '2026-03-08', 0, 'America/Havana', '2026-03-08T05:00:00Z'],
  ['quarters of an hour', '2026-06-01', 600, 'Asia/Kathmandu', '2026-06-01T04:15:00Z'],
  ['the last day before the date line moved', '2011-12-29', 600, 'Pacific/Apia', '2011-12-29T20:00:00Z'],
  ['the first day after it', '2011-12-31', 600, 'Pacific/Apia', '2011-12-30T20:00:00Z'],
])('%s', (_name, date, minutes, zone, instant) => {
  expect(isoTime(instantOf(date, minutes, zone))).toBe(instant);
});

it('recognises the dates that a zone skips', () => {
  expect(isLived('2011-12-30', 'Pacific/Apia')).toBe(false);
  expect(isLived('2011-12-31', 'Pacific/Apia')).toBe(true);
  expect(isLived('1993-08-21', 'Pacific/Kwajalein')).toBe(false);
  expect(isLived('1993-08-22', 'Pacific/Kwajalein')).toBe(true);
});

it('returns the local date of people', () => {
  const at = Date.parse('2026-06-01T10:30:00Z');
  expect(dateAt(at, 'Pacific/Kiritimati')).toBe('2026-06-02');
  expect(dateAt(at, 'Pacific/Niue')).toBe('2026-05-31');
});
