import type { Instant } from '#contracts/ids.ts';
import { trialDaysLeft } from './paying.ts';

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
