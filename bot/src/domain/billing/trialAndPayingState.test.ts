import type { Instant } from '#contracts/core/idDateAndZoneSchemas.ts';
import { payingState, trialDaysLeft } from './trialAndPayingState.ts';

const endsAt = '2026-11-28T09:00:00.000Z' as Instant;

describe('the remaining days of the trial', () => {
  it.each([
    ['2026-11-20T18:30:00Z', 8],
    ['2026-11-27T08:00:00Z', 1],
    ['2026-11-27T23:59:59Z', 1],
    ['2026-11-28T00:00:00Z', 0],
    ['2026-11-28T08:59:59Z', 0],
    ['2026-11-28T09:00:00Z', 0],
    ['2026-12-28T09:00:00Z', 0],
  ])('as of %s: %d', (now, left) => {
    expect(trialDaysLeft(endsAt, Date.parse(now))).toBe(left);
  });
});

describe('after the payment card was removed', () => {
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
  ])('a week passes: %s', (_what, facts, readOnlyFrom) => {
    const as = { ...facts, trialEndsAt: facts.trialEndsAt as Instant };
    const is = as.overdueSince === null ? 'METHOD_LOST' : 'OVERDUE';
    expect(payingState(as, Date.parse('2027-03-13T09:00:00Z'))).toEqual({ is, readOnlyFrom });
    const after = { is: 'READ_ONLY', because: 'PAYMENT', since: readOnlyFrom };
    expect(payingState(as, Date.parse(readOnlyFrom))).toEqual(after);
  });
});

describe('a trial', () => {
  const trial = { trialEndsAt: endsAt, hasMethod: false, overdueSince: null, methodLostAt: null };
  const lastMoment = Date.parse(endsAt) - 1;

  it('is a trial until its last moment', () => {
    expect(payingState(trial, lastMoment)).toEqual({ is: 'TRIAL', endsAt });
  });

  it('a trial that ended gives a week to add a payment method, then becomes read-only', () => {
    const readOnlyFrom = '2026-12-05T09:00:00.000Z';
    expect(payingState(trial, Date.parse(endsAt))).toEqual({ is: 'TRIAL_ENDED', readOnlyFrom });
    expect(payingState(trial, Date.parse(readOnlyFrom) - 1)).toEqual({ is: 'TRIAL_ENDED', readOnlyFrom });
    const readOnly = { is: 'READ_ONLY', because: 'TRIAL', since: readOnlyFrom };
    expect(payingState(trial, Date.parse(readOnlyFrom))).toEqual(readOnly);
  });

  it('counts as paying as soon as a payment method exists', () => {
    const paying = { ...trial, hasMethod: true };
    expect(payingState(paying, lastMoment)).toEqual({ is: 'PAYING' });
    expect(payingState(paying, Date.parse(endsAt) + 365 * 86_400_000)).toEqual({ is: 'PAYING' });
  });

  it('is neither shortened nor prolonged by a payment that failed before the first card was added', () => {
    for (const failed of ['2026-10-01T00:00:00.000Z', '2026-12-01T00:00:00.000Z']) {
      const facts = { ...trial, overdueSince: failed as Instant };
      expect(payingState(facts, Date.parse(endsAt))).toMatchObject({ readOnlyFrom: '2026-12-05T09:00:00.000Z' });
    }
  });

  it('gives the whole week after its end to a payment by card that failed during it', () => {
    const facts = { ...trial, hasMethod: true, overdueSince: '2026-11-10T00:00:00.000Z' as Instant };
    const readOnlyFrom = '2026-12-05T09:00:00.000Z';
    expect(payingState(facts, lastMoment)).toEqual({ is: 'OVERDUE', readOnlyFrom });
    expect(payingState(facts, Date.parse(endsAt))).toEqual({ is: 'OVERDUE', readOnlyFrom });
    const readOnly = { is: 'READ_ONLY', because: 'PAYMENT', since: readOnlyFrom };
    expect(payingState(facts, Date.parse(readOnlyFrom))).toEqual(readOnly);
  });
});
