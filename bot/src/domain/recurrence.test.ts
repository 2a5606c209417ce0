import type { LocalDate } from '#contracts/ids.ts';
import { occurrences } from './recurrence.ts';
import type { RecurrenceRule } from './recurrence.ts';

const rule = (parts: Partial<RecurrenceRule>): RecurrenceRule => ({
  ...{ freq: 'YEARLY', interval: 1, count: null, until: null, byMonth: [], byMonthDay: [], byYearDay: [] },
  ...{ byDay: [], bySetPos: [], weekStart: 1 },
  ...parts,
});
const every = (nth: number, day: number) => ({ nth, day });
const [sunday, monday, tuesday, thursday, friday] = [0, 1, 2, 4, 5];
const window = { from: '2026-11-20' as LocalDate, to: '2028-11-20' as LocalDate };

/** The first days of the rule in the two years from 20 November 2026. */
const days = (begins: string, parts: Partial<RecurrenceRule>, most = 4): readonly string[] | undefined =>
  occurrences(begins as LocalDate, rule(parts), window, { left: 100_000 })?.slice(0, most);

describe('the days of a repeating event', () => {
  it.each<[string, string, Partial<RecurrenceRule>, string[]]>([
    ['each year the same day', '1990-12-25', {}, ['2026-12-25', '2027-12-25']],
    ['29 February only where it is', '1996-02-29', {}, ['2028-02-29']],
    [
      'the fourth Thursday of November',
      '2000-11-23',
      { byMonth: [11], byDay: [every(4, thursday)] },
      ['2026-11-26', '2027-11-25'],
    ],
    [
      'the last Monday of May',
      '2020-05-25',
      { byMonth: [5], byDay: [every(-1, monday)] },
      ['2027-05-31', '2028-05-29'],
    ],
    ['the last day of the year', '2020-12-31', { byYearDay: [-1] }, ['2026-12-31', '2027-12-31']],
    ['the twentieth Monday of a year', '2020-05-18', { byDay: [every(20, monday)] }, ['2027-05-17', '2028-05-15']],
    [
      'every other week',
      '2026-11-02',
      { freq: 'WEEKLY', interval: 2 },
      ['2026-11-30', '2026-12-14', '2026-12-28', '2027-01-11'],
    ],
    [
      'Tuesdays and Fridays',
      '2026-11-03',
      { freq: 'WEEKLY', byDay: [every(0, tuesday), every(0, friday)] },
      ['2026-11-20', '2026-11-24', '2026-11-27', '2026-12-01'],
    ],
    [
      'every other week, which begins on Sundays',
      '2026-11-01',
      { freq: 'WEEKLY', interval: 2, weekStart: 0, byDay: [every(0, sunday), every(0, tuesday)] },
      ['2026-11-29', '2026-12-01', '2026-12-13', '2026-12-15'],
    ],
    [
      'the last day of a month',
      '2020-01-31',
      { freq: 'MONTHLY', byMonthDay: [-1] },
      ['2026-11-30', '2026-12-31', '2027-01-31', '2027-02-28'],
    ],
    [
      'the 31st where there is one',
      '2020-01-31',
      { freq: 'MONTHLY' },
      ['2026-12-31', '2027-01-31', '2027-03-31', '2027-05-31'],
    ],
    [
      'the second last working day',
      '2026-10-29',
      { freq: 'MONTHLY', byDay: [1, 2, 3, 4, 5].map((day) => every(0, day)), bySetPos: [-2] },
      ['2026-11-27', '2026-12-30', '2027-01-28', '2027-02-25'],
    ],
    [
      'every third day',
      '2020-01-01',
      { freq: 'DAILY', interval: 3 },
      ['2026-11-22', '2026-11-25', '2026-11-28', '2026-12-01'],
    ],
  ])('%s', (_what, begins, parts, expected) => {
    expect(days(begins, parts)).toEqual(expected);
  });

  it('ends after its count, which begins at the first, and at its last day', () => {
    expect(days('2020-12-25', { count: 7 })).toEqual(['2026-12-25']);
    expect(days('2020-12-25', { count: 6 })).toEqual([]);
    expect(days('2020-12-25', { until: '2027-12-25' as LocalDate })).toEqual(['2026-12-25', '2027-12-25']);
    expect(days('2020-12-25', { until: '2027-12-24' as LocalDate })).toEqual(['2026-12-25']);
  });

  it('is empty for a rule that never comes true, and for one that begins later', () => {
    expect(days('2020-01-01', { freq: 'DAILY', byMonth: [2], byMonthDay: [31] })).toEqual([]);
    expect(days('2020-02-01', { byMonth: [2], byMonthDay: [30] })).toEqual([]);
    expect(days('2029-01-01', {})).toEqual([]);
  });

  it('is given up when it takes more than the budget', () => {
    const budget = { left: 1000 };
    const count = { freq: 'DAILY', count: 1_000_000 } as const;
    expect(occurrences('1900-01-01' as LocalDate, rule(count), window, budget)).toBeUndefined();
  });
});
