import type { LocalDate } from '#contracts/core/idDateAndZoneSchemas.ts';
import { recurrenceDates } from './icsRecurrence.ts';
import type { RecurrenceRule } from './icsRecurrence.ts';

const rule = (parts: Partial<RecurrenceRule>): RecurrenceRule => ({
  ...{ freq: 'YEARLY', interval: 1, count: null, until: null, byMonth: [], byMonthDay: [], byYearDay: [] },
  ...{ byDay: [], bySetPos: [], weekStart: 1 },
  ...parts,
});
const every = (nth: number, day: number) => ({ nth, day });
const [sunday, monday, tuesday, thursday, friday] = [0, 1, 2, 4, 5];
const window = { from: '2026-11-20' as LocalDate, to: '2028-11-20' as LocalDate };

const drained = <T>(steps: Generator<unknown, T>): T => {
  let step = steps.next();
  while (step.done !== true) step = steps.next();
  return step.value;
};

/** Returns the first days of the rule within two years after 20 November 2026. */
const days = (begins: string, parts: Partial<RecurrenceRule>, most = 4): readonly string[] | undefined =>
  drained(recurrenceDates(begins as LocalDate, rule(parts), window, { left: 100_000 }))?.slice(0, most);

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
    [
      'the last Tuesday of a month, up to six days before its end',
      '2020-01-28',
      { freq: 'MONTHLY', byDay: [every(-1, tuesday)] },
      ['2026-11-24', '2026-12-29', '2027-01-26', '2027-02-23'],
    ],
    [
      'every Tuesday of a week, since a week has no second one',
      '2020-01-07',
      { freq: 'WEEKLY', byDay: [every(2, tuesday)] },
      ['2026-11-24', '2026-12-01', '2026-12-08', '2026-12-15'],
    ],
    ['the hundredth day of a year', '2020-01-01', { byYearDay: [100] }, ['2027-04-10', '2028-04-09']],
    [
      'the hundredth day of a year only in the months that are named',
      '2020-01-01',
      { byMonth: [4], byYearDay: [100, 200] },
      ['2027-04-10', '2028-04-09'],
    ],
    [
      'the same day of each named month',
      '2020-03-05',
      { byMonth: [9, 3] },
      ['2027-03-05', '2027-09-05', '2028-03-05', '2028-09-05'],
    ],
    [
      'the same day of the month all year',
      '2020-01-15',
      { byMonthDay: [15] },
      ['2026-12-15', '2027-01-15', '2027-02-15', '2027-03-15'],
    ],
    [
      'the same weekday all year',
      '2020-01-06',
      { byDay: [every(0, monday)] },
      ['2026-11-23', '2026-11-30', '2026-12-07', '2026-12-14'],
    ],
    [
      'every third month, counted from the first',
      '2020-01-10',
      { freq: 'MONTHLY', interval: 3, byMonthDay: [15] },
      ['2027-01-15', '2027-04-15', '2027-07-15', '2027-10-15'],
    ],
    [
      'every other week from the Monday before a Wednesday on',
      '2026-11-04',
      { freq: 'WEEKLY', interval: 2, byDay: [every(0, sunday), every(0, monday), every(0, friday)] },
      ['2026-11-20', '2026-11-22', '2026-11-30', '2026-12-04'],
    ],
    [
      'the first day of a month, also by weeks',
      '2020-01-07',
      { freq: 'WEEKLY', byMonthDay: [1] },
      ['2026-12-01', '2027-01-01', '2027-02-01', '2027-03-01'],
    ],
    [
      'the first day of a year, also by weeks',
      '2020-01-07',
      { freq: 'WEEKLY', byYearDay: [1] },
      ['2027-01-01', '2028-01-01'],
    ],
    [
      'no day before the first',
      '2026-12-02',
      { freq: 'WEEKLY', byDay: [every(0, monday), every(0, friday)] },
      ['2026-12-04', '2026-12-07', '2026-12-11', '2026-12-14'],
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

  it('is empty for a rule that never matches and for one that begins later', () => {
    expect(days('2020-01-01', { freq: 'DAILY', byMonth: [2], byMonthDay: [31] })).toEqual([]);
    expect(days('2020-02-01', { byMonth: [2], byMonthDay: [30] })).toEqual([]);
    expect(days('2029-01-01', {})).toEqual([]);
  });

  it('is given up when it takes more than the budget', () => {
    const budget = { left: 1000 };
    const count = { freq: 'DAILY', count: 1_000_000 } as const;
    expect(drained(recurrenceDates('1900-01-01' as LocalDate, rule(count), window, budget))).toBeUndefined();
  });

  it.each<[string, string, Partial<RecurrenceRule>, number]>([
    ['the days of the window and of the period before it for an old daily rule', '1990-01-01', { freq: 'DAILY' }, 733],
    ['one day a year, from two years before the window on, for a rule that names none', '2020-12-25', {}, 4],
    ['the named months only', '2020-11-26', { byMonth: [11], byDay: [every(4, thursday)] }, 5 * 30],
  ])('examines %s', (_, begins, parts, cost) => {
    const found = (left: number) => drained(recurrenceDates(begins as LocalDate, rule(parts), window, { left }));
    expect(found(cost)).toBeDefined();
    expect(found(cost - 1)).toBeUndefined();
  });

  it('pauses at least once for every 366 days that it checks', () => {
    const budget = { left: 50_000 };
    const steps = recurrenceDates(
      '1900-01-01' as LocalDate,
      rule({ byYearDay: [-366], count: 100_000 }),
      window,
      budget,
    );
    let most = 0;
    for (let before = budget.left; steps.next().done !== true; before = budget.left)
      most = Math.max(most, before - budget.left);
    expect([most, budget.left]).toEqual([366, 50_000 - 366 * 32 - 365 * 97]);
  });
});
