import fc from 'fast-check';
import {
  conversationLimits,
  conversationWait,
  fullBucket,
  halved,
  personLimits,
  recentSends,
  refilled,
  taken,
  waitFor,
} from './rates.ts';

it('lets ten go at once, then forty a second', () => {
  const empty = taken(fullBucket(0), 10);
  expect(waitFor(fullBucket(0), 10)).toBe(0);
  expect(waitFor(empty, 8)).toBe(200);
  expect(waitFor(refilled(empty, 200), 8)).toBe(0);
});

it('stays within fifty in any second, however its messages come', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.integer({ min: 0, max: 600 }), fc.integer({ min: 1, max: 10 }))), (waves) => {
      let bucket = fullBucket(0);
      let now = 0;
      const sent: number[] = [];
      for (const [gap, count] of waves) {
        now += gap;
        bucket = refilled(bucket, now);
        const wait = waitFor(bucket, count);
        bucket = taken(bucket, count);
        now += wait;
        sent.push(...Array.from({ length: count }, () => now));
      }
      return sent.every((at) => sent.filter((one) => one >= at && one < at + 1_000).length <= 50);
    }),
  );
});

it('halves after a refusal and climbs by one a second', () => {
  const slow = halved(fullBucket(0));
  expect(slow.rate).toBe(20);
  expect(refilled(slow, 5_000).rate).toBe(25);
  expect(refilled(slow, 60_000).rate).toBe(40);
});

it('never falls below one a second', () => {
  const slowest = Array.from({ length: 20 }).reduce<ReturnType<typeof fullBucket>>(
    (bucket) => halved(bucket),
    fullBucket(0),
  );
  expect(slowest.rate).toBe(1);
});

it('is not filled by a clock that goes back', () => {
  expect(refilled(taken(fullBucket(10_000), 10), 0).tokens).toBe(0);
});

/** Whether messages that come with these gaps, each as soon as it may, keep to `count` within `ms`. */
const keepsTo = (
  gaps: readonly number[],
  limits: typeof personLimits,
  { count, ms }: { count: number; ms: number },
) => {
  let now = 0;
  let sent: readonly number[] = [];
  for (const gap of gaps) {
    now += gap;
    now += conversationWait(recentSends(sent, now), now, limits);
    sent = [...recentSends(sent, now), now];
  }
  return sent.every((at) => sent.filter((one) => one >= at && one < at + ms).length <= count);
};

const gaps = fc.array(fc.integer({ min: 0, max: 500 }), { maxLength: 80 });

it.each(conversationLimits)('lets at most $count into a conversation within $ms ms', (limit) => {
  fc.assert(fc.property(gaps, (some) => keepsTo(some, conversationLimits, limit)));
});

it.each(personLimits)("lets at most $count into a person's chat within $ms ms", (limit) => {
  fc.assert(fc.property(gaps, (some) => keepsTo(some, personLimits, limit)));
});

it('counts those that are given a moment soon, and forgets what a clock set back has left far ahead', () => {
  expect(recentSends([0, 900, 7_200_000], 500)).toEqual([0, 900]);
});
