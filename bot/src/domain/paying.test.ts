import type { Instant } from '#contracts/ids.ts';
import { payingOf, trialDaysLeft } from './paying.ts';

const endsAt = '2026-11-28T09:00:00.000Z' as Instant;

describe('days of the trial that are left', () => {
  it.each([
    ['2026-11-20T18:30:00Z', 9],
    ['2026-11-27T08:00:00Z', 2],
    ['2026-11-27T23:59:59Z', 2],
    ['2026-11-28T00:00:00Z', 1],
    ['2026-11-28T08:59:59Z', 1],
    ['2026-11-28T09:00:00Z', 0],
    ['2026-12-28T09:00:00Z', 0],
  ])('as of %s: %d', (now, left) => {
    expect(trialDaysLeft(endsAt, Date.parse(now))).toBe(left);
  });
});

describe('without the card that was there', () => {
  const lostAt = '2027-03-10T09:00:00.000Z' as Instant;
  const before = '2027-03-07T09:00:00.000Z' as Instant;
  const facts = { trialEndsAt: endsAt, hasMethod: false, overdueSince: null, methodLostAt: lostAt };

  it.each([
    ['from the day it went', facts, '2027-03-17T09:00:00.000Z'],
    ['no longer than a payment that had failed before', { ...facts, overdueSince: before }, '2027-03-14T09:00:00.000Z'],
    [
      'and no shorter than the trial',
      { ...facts, trialEndsAt: '2027-03-12T09:00:00.000Z' },
      '2027-03-19T09:00:00.000Z',
    ],
  ])('a week passes: %s', (_what, given, readOnlyFrom) => {
    const as = { ...given, trialEndsAt: given.trialEndsAt as Instant };
    const is = as.overdueSince === null ? 'METHOD_LOST' : 'OVERDUE';
    expect(payingOf(as, Date.parse('2027-03-13T09:00:00Z'))).toEqual({ is, readOnlyFrom });
    const after = { is: 'READ_ONLY', because: 'PAYMENT', since: readOnlyFrom };
    expect(payingOf(as, Date.parse(readOnlyFrom))).toEqual(after);
  });
});
