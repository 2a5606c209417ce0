import fc from 'fast-check';
import { conversationWait, fullBucket, halved, recentSends, refilled, taken, waitFor } from './rates.ts';

it('lets forty go at once, then forty a second', () => {
  const empty = taken(fullBucket(0), 40);
  expect(waitFor(fullBucket(0), 40)).toBe(0);
  expect(waitFor(empty, 8)).toBe(200);
  expect(waitFor(refilled(empty, 200), 8)).toBe(0);
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
  expect(refilled(taken(fullBucket(10_000), 40), 0).tokens).toBe(0);
});

it.each([
  [7, 1_000],
  [8, 2_000],
  [60, 30_000],
  [1_800, 3_600_000],
])('lets at most %d into a conversation within %d ms', (count, ms) => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 500 }), { maxLength: 80 }), (gaps) => {
      let now = 0;
      let sent: readonly number[] = [];
      for (const gap of gaps) {
        now += gap;
        now += conversationWait(recentSends(sent, now), now);
        sent = [...recentSends(sent, now), now];
      }
      return sent.every((at) => sent.filter((one) => one >= at && one < at + ms).length <= count);
    }),
  );
});
