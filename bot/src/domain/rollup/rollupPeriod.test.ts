import type { LocalDate } from '#contracts/core/idDateAndZoneSchemas.ts';
import { rollupPeriod } from './rollupPeriod.ts';

const date = (text: string) => text as LocalDate;
const today = date('2026-11-20');
const daysOf = (query: Parameters<typeof rollupPeriod>[0], day = today): string => {
  const { from, to } = rollupPeriod(query, day);
  return `${from} ${to}`;
};
const refusalOf = (query: Parameters<typeof rollupPeriod>[0]): unknown => {
  try {
    return daysOf(query);
  } catch (error) {
    const { code, details } = error as { readonly code: string; readonly details: object };
    return { code, ...details };
  }
};

const missing = (field: string) => ({ code: 'INVALID_INPUT', message: 'rollup.dateMissing', path: [field] });

it.each([
  ['THIS_WEEK', '2026-11-16 2026-11-22'],
  ['LAST_WEEK', '2026-11-09 2026-11-15'],
  ['THIS_MONTH', '2026-11-01 2026-11-30'],
  ['LAST_MONTH', '2026-10-01 2026-10-31'],
] as const)('%s has whole weeks from Monday, or whole months', (preset, days) => {
  expect(daysOf({ preset })).toBe(days);
});

it('returns the last month of a year in January, and February with its own length', () => {
  expect(daysOf({ preset: 'LAST_MONTH' }, date('2027-01-15'))).toBe('2026-12-01 2026-12-31');
  expect(daysOf({ preset: 'THIS_MONTH' }, date('2028-02-29'))).toBe('2028-02-01 2028-02-29');
});

describe('a sprint', () => {
  const sprint = (preset: 'SPRINT' | 'LAST_SPRINT', anchor: string, day = today): string =>
    daysOf({ preset, weeks: 2, anchor: date(anchor) }, day);

  it('contains today, whether the anchor is the first, an earlier or a later sprint', () => {
    for (const anchor of ['2026-11-11', '2026-01-07', '2027-03-03'])
      expect(sprint('SPRINT', anchor)).toBe('2026-11-11 2026-11-24');
  });

  it('is followed by the next one without a gap', () => {
    expect(sprint('SPRINT', '2026-11-11', date('2026-11-24'))).toBe('2026-11-11 2026-11-24');
    expect(sprint('SPRINT', '2026-11-11', date('2026-11-25'))).toBe('2026-11-25 2026-12-08');
  });

  it('has the sprint before it as the last one', () => {
    expect(sprint('LAST_SPRINT', '2026-11-11')).toBe('2026-10-28 2026-11-10');
  });

  it('needs a length and a first day', () => {
    expect(refusalOf({ preset: 'SPRINT', anchor: today })).toEqual(missing('weeks'));
    expect(refusalOf({ preset: 'SPRINT', weeks: 2 })).toEqual(missing('anchor'));
  });
});

describe('own dates', () => {
  const range = (from?: string, to?: string) => ({
    ...{ preset: 'RANGE' as const, from: from as LocalDate | undefined, to: to as LocalDate | undefined },
  });

  it('have at most 92 days', () => {
    expect(daysOf(range('2026-08-21', '2026-11-20'))).toBe('2026-08-21 2026-11-20');
    expect(refusalOf(range('2026-08-20', '2026-11-20'))).toEqual({
      ...{ code: 'INVALID_INPUT', message: 'rollup.tooLong', path: ['from'], values: { days: 92 } },
    });
  });

  it('need both days in their order', () => {
    expect(refusalOf(range(undefined, '2026-11-20'))).toEqual(missing('from'));
    expect(refusalOf(range('2026-11-20'))).toEqual(missing('to'));
    expect(refusalOf(range('2026-11-21', '2026-11-20'))).toEqual({
      ...{ code: 'INVALID_INPUT', message: 'rollup.dateOrder', path: ['from'] },
    });
    expect(daysOf(range('2026-11-20', '2026-11-20'))).toBe('2026-11-20 2026-11-20');
  });
});
