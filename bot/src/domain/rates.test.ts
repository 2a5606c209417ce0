import fc from 'fast-check';
import {
  conversationLimits,
  conversationWait,
  fullBucket,
  halved,
  personLimits,
  recentlyAnswered,
  recentSends,
  refilled,
  taken,
  tenantWait,
  waitFor,
} from './rates.ts';
import type { Answered, Bucket } from './rates.ts';

it('lets ten go at once, then forty a second', () => {
  const empty = taken(fullBucket(0), 10);
  expect(waitFor(fullBucket(0), 10)).toBe(0);
  expect(waitFor(empty, 8)).toBe(200);
  expect(waitFor(refilled(empty, 200), 8)).toBe(0);
});

it('stays within fifty in any second at the service, however long its requests are on their way', () => {
  const wave = fc.record({
    idle: fc.integer({ min: 0, max: 600 }),
    count: fc.integer({ min: 1, max: 10 }),
    there: fc.integer({ min: 0, max: 700 }),
    back: fc.integer({ min: 0, max: 100 }),
  });
  // Ten that are long on their way arrive with the ten that were saved up meanwhile, and forty more in the second after.
  const quick = { idle: 0, count: 10, there: 0, back: 0 };
  const singles = Array.from({ length: 45 }, () => ({ ...quick, count: 1 }));
  const together = [{ ...quick, there: 700 }, quick, ...singles];
  fc.assert(
    fc.property(fc.array(wave, { maxLength: 60, size: 'max' }), (waves) => {
      let bucket = fullBucket(0);
      let answered: readonly Answered[] = [];
      let now = 0;
      const seen: number[] = [];
      for (const { idle, count, there, back } of waves) {
        now += idle;
        now += Math.max(waitFor(refilled(bucket, now), count), tenantWait(recentlyAnswered(answered, now), count, now));
        bucket = taken(refilled(bucket, now), count);
        seen.push(...Array.from({ length: count }, () => now + there));
        now += there + back;
        answered = [...recentlyAnswered(answered, now), { at: now, count }];
      }
      return seen.every((at) => seen.filter((one) => one >= at && one < at + 1_000).length <= 50);
    }),
    { examples: [[together]] },
  );
});

it('halves after a refusal and climbs by one a second', () => {
  const slow = halved(fullBucket(0));
  expect(slow.rate).toBe(20);
  expect(refilled(slow, 5_000).rate).toBe(25);
  expect(refilled(slow, 60_000).rate).toBe(40);
});

it('halves once for the refusals of one second', () => {
  const wave = Array.from({ length: 8 }).reduce<Bucket>((bucket) => halved(bucket), fullBucket(0));
  expect(wave.rate).toBe(20);
  expect(halved(refilled(wave, 999)).rate).toBeCloseTo(20.999);
  expect(halved(refilled(wave, 1_000)).rate).toBe(10.5);
});

it('never falls below one a second', () => {
  const slowest = Array.from({ length: 20 }).reduce<Bucket>(
    (bucket, _, at) => halved(refilled(bucket, at * 1_000)),
    fullBucket(0),
  );
  expect(slowest.rate).toBeGreaterThanOrEqual(1);
  expect(slowest.rate).toBeLessThan(3);
});

it('is not filled by a clock that goes back', () => {
  expect(refilled(taken(fullBucket(10_000), 10), 0).tokens).toBe(0);
});

/** Documented by Teams, and written out here: what the product holds itself to may not decide what it is held to. */
const ofConversations = [
  { count: 7, ms: 1_000 },
  { count: 8, ms: 2_000 },
  { count: 60, ms: 30_000 },
  { count: 1_800, ms: 3_600_000 },
];
/** And by the rules of its store, where each message is a notification. */
const ofPeople = [...ofConversations, { count: 10, ms: 60_000 }];

/** When messages go that come with these gaps, each as soon as it may. */
const momentsOf = (gaps: readonly number[], limits: typeof personLimits): readonly number[] => {
  const moments: number[] = [];
  let now = 0;
  let sent: readonly number[] = [];
  for (const gap of gaps) {
    now += gap;
    now += conversationWait(recentSends(sent, now), now, limits);
    sent = [...recentSends(sent, now), now];
    moments.push(now);
  }
  return moments;
};

const mostWithin = (moments: readonly number[], ms: number): number =>
  Math.max(0, ...moments.map((at, first) => moments.slice(first, first + 2_000).filter((one) => one < at + ms).length));

const gaps = fc.array(fc.integer({ min: 0, max: 500 }), { maxLength: 80, size: 'max' });

it.each(ofConversations)('lets at most $count into a conversation within $ms ms', ({ count, ms }) => {
  fc.assert(fc.property(gaps, (some) => mostWithin(momentsOf(some, conversationLimits), ms) <= count));
});

it.each(ofPeople)("lets at most $count into a person's chat within $ms ms", ({ count, ms }) => {
  fc.assert(fc.property(gaps, (some) => mostWithin(momentsOf(some, personLimits), ms) <= count));
});

it('lets each limit be reached and none be passed by who has more to say than all of them allow', () => {
  const toAConversation = momentsOf(
    Array.from({ length: 1_900 }, () => 0),
    conversationLimits,
  );
  expect(ofConversations.map(({ ms }) => mostWithin(toAConversation, ms))).toEqual([7, 8, 60, 1_800]);
  const inTwoRushes = momentsOf(
    Array.from({ length: 2_000 }, (_, at) => (at === 1_000 ? 2_700_000 : 0)),
    conversationLimits,
  );
  expect(ofConversations.map(({ ms }) => mostWithin(inTwoRushes, ms))).toEqual([7, 8, 60, 1_800]);
  const toAPerson = momentsOf(
    Array.from({ length: 700 }, () => 0),
    personLimits,
  );
  expect(ofPeople.map(({ ms }) => mostWithin(toAPerson, ms))).toEqual([7, 8, 10, 600, 10]);
});

it('counts those that are given a moment soon, and forgets what a clock set back has left far ahead', () => {
  expect(recentSends([0, 900, 7_200_000], 500)).toEqual([0, 900]);
});
