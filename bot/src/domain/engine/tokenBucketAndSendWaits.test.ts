import fc from 'fast-check';
import {
  conversationWait,
  fullBucket,
  withHalvedRate,
  recentlyAnswered,
  recentSends,
  refilledBucket,
  withTokenTaken,
  tenantWait,
  waitFor,
} from './tokenBucketAndSendWaits.ts';
import type { AnsweredRequests, Bucket, Limit } from './tokenBucketAndSendWaits.ts';
import { hourMs } from '../core/zonedTimeAndCalendarDates.ts';
import { teamsLimits } from '../../gateways/botframework/teamsRateLimits.ts';

const { tenant, conversation, person } = teamsLimits;

it('admits ten requests at once, then forty a second', () => {
  const empty = withTokenTaken(fullBucket(tenant, 0), 10);
  expect(waitFor(fullBucket(tenant, 0), 10)).toBe(0);
  expect(waitFor(empty, 8)).toBe(200);
  expect(waitFor(refilledBucket(tenant, empty, 200), 8)).toBe(0);
});

it('stays within fifty requests in any second at the service, for every request duration', () => {
  const sendWindow = fc.record({
    idle: fc.integer({ min: 0, max: 600 }),
    count: fc.integer({ min: 1, max: 10 }),
    there: fc.integer({ min: 0, max: 700 }),
    back: fc.integer({ min: 0, max: 100 }),
  });
  // Worst case: ten requests that take 700 ms to arrive reach the chat service in the same second as ten fast requests
  // and 45 single requests.
  const quick = { idle: 0, count: 10, there: 0, back: 0 };
  const singles = Array.from({ length: 45 }, () => ({ ...quick, count: 1 }));
  const together = [{ ...quick, there: 700 }, quick, ...singles];
  fc.assert(
    fc.property(fc.array(sendWindow, { maxLength: 60, size: 'max' }), (sendWindows) => {
      let bucket = fullBucket(tenant, 0);
      let answered: readonly AnsweredRequests[] = [];
      let now = 0;
      const seen: number[] = [];
      for (const { idle, count, there, back } of sendWindows) {
        now += idle;
        now += Math.max(
          waitFor(refilledBucket(tenant, bucket, now), count),
          tenantWait(tenant, recentlyAnswered(tenant, answered, now), { count, inFlight: 0 }, now),
        );
        bucket = withTokenTaken(refilledBucket(tenant, bucket, now), count);
        seen.push(...Array.from({ length: count }, () => now + there));
        now += there + back;
        answered = [...recentlyAnswered(tenant, answered, now), { at: now, count }];
      }
      return seen.every((at) => seen.filter((value) => value >= at && value < at + 1_000).length <= 50);
    }),
    { examples: [[together]] },
  );
});

it('halves after a refusal and climbs by one a second', () => {
  const slow = withHalvedRate(tenant, fullBucket(tenant, 0));
  expect(slow.rate).toBe(20);
  expect(refilledBucket(tenant, slow, 5_000).rate).toBe(25);
  expect(refilledBucket(tenant, slow, 60_000).rate).toBe(40);
});

it('halves once for all refusals within one second', () => {
  const halved = Array.from({ length: 8 }).reduce<Bucket>(
    (bucket) => withHalvedRate(tenant, bucket),
    fullBucket(tenant, 0),
  );
  expect(halved.rate).toBe(20);
  expect(withHalvedRate(tenant, refilledBucket(tenant, halved, 999)).rate).toBeCloseTo(20.999);
  expect(withHalvedRate(tenant, refilledBucket(tenant, halved, 1_000)).rate).toBe(10.5);
});

it('halves at a refusal after the clock was set back', () => {
  const before = { ...fullBucket(tenant, 60_000), halvedAt: 60_000 };
  expect(withHalvedRate(tenant, refilledBucket(tenant, before, 0))).toMatchObject({ rate: 20, halvedAt: 0 });
});

it('never falls below five a second', () => {
  const slowest = Array.from({ length: 20 }).reduce<Bucket>(
    (bucket, _, at) => withHalvedRate(tenant, refilledBucket(tenant, bucket, at * 1_000)),
    fullBucket(tenant, 0),
  );
  expect(slowest.rate).toBe(5);
});

it('is not filled when the clock moves back', () => {
  expect(refilledBucket(tenant, withTokenTaken(fullBucket(tenant, 10_000), 10), 0).tokens).toBe(0);
});

/** The documented rate limits of Teams, copied so that the test does not depend on the product's constants. */
const ofConversations = [
  { count: 7, ms: 1_000 },
  { count: 8, ms: 2_000 },
  { count: 60, ms: 30_000 },
  { count: 1_800, ms: 3_600_000 },
];
/**
 * The rate limits of Teams plus the limit on notifications in the rules of the Microsoft Teams Store. Each message
 * counts as a notification.
 */
const ofPeople = [...ofConversations, { count: 10, ms: 60_000 }];

/** Returns the instants at which messages with these gaps are sent, each as early as the limits allow. */
const momentsOf = (gaps: readonly number[], limits: readonly Limit[]): readonly number[] => {
  const moments: number[] = [];
  let now = 0;
  let sent: readonly number[] = [];
  for (const gap of gaps) {
    now += gap;
    now += conversationWait(recentSends(sent, hourMs, now), now, limits);
    sent = [...recentSends(sent, hourMs, now), now];
    moments.push(now);
  }
  return moments;
};

const maxWithin = (moments: readonly number[], ms: number): number =>
  Math.max(
    0,
    ...moments.map((at, first) => moments.slice(first, first + 2_000).filter((moment) => moment < at + ms).length),
  );

const gaps = fc.array(fc.integer({ min: 0, max: 500 }), { maxLength: 80, size: 'max' });

it.each(ofConversations)('allows at most $count messages to a conversation within $ms ms', ({ count, ms }) => {
  fc.assert(fc.property(gaps, (items) => maxWithin(momentsOf(items, conversation), ms) <= count));
});

it.each(ofPeople)("lets at most $count into a person's chat within $ms ms", ({ count, ms }) => {
  fc.assert(fc.property(gaps, (items) => maxWithin(momentsOf(items, person), ms) <= count));
});

it('reaches each limit and exceeds none when more messages are due than the limits allow', () => {
  const toAConversation = momentsOf(
    Array.from({ length: 1_900 }, () => 0),
    conversation,
  );
  expect(ofConversations.map(({ ms }) => maxWithin(toAConversation, ms))).toEqual([7, 8, 60, 1_800]);
  const inTwoRushes = momentsOf(
    Array.from({ length: 2_000 }, (_, index) => (index === 1_000 ? 2_700_000 : 0)),
    conversation,
  );
  expect(ofConversations.map(({ ms }) => maxWithin(inTwoRushes, ms))).toEqual([7, 8, 60, 1_800]);
  const toAPerson = momentsOf(
    Array.from({ length: 700 }, () => 0),
    person,
  );
  expect(ofPeople.map(({ ms }) => maxWithin(toAPerson, ms))).toEqual([7, 8, 10, 600, 10]);
});

it('counts sends that were reserved ahead, and drops those far in the future after the clock was set back', () => {
  expect(recentSends([0, 3_600_000, 900, 7_200_000], hourMs, 500)).toEqual([0, 900]);
});

describe('the tenant’s limit', () => {
  const ten = (at: number): AnsweredRequests => ({ at, count: 10 });
  const none = { count: 10, inFlight: 0 };

  it('drops answers after exactly a second, and future answers after the clock was set back', () => {
    const kept = recentlyAnswered(tenant, [ten(0), ten(1), ten(900), ten(1_000), ten(1_001)], 1_000);
    expect(kept.map(({ at }) => at)).toEqual([1, 900, 1_000]);
  });

  it('admits fifty a second, then waits for the oldest response', () => {
    const answered = [ten(100), ten(200), ten(300), ten(400)];
    expect(tenantWait(tenant, answered, none, 500)).toBe(0);
    expect(tenantWait(tenant, answered, { ...none, count: 11 }, 500)).toBe(600);
    expect(tenantWait(tenant, answered, { ...none, count: 21 }, 500)).toBe(700);
    expect(tenantWait(tenant, [...answered, ten(450)], none, 500)).toBe(600);
  });

  it('counts a request in flight as answered now, and returns no wait that has passed', () => {
    const answered = [ten(100), ten(200), ten(300)];
    expect(tenantWait(tenant, answered, { count: 10, inFlight: 10 }, 500)).toBe(0);
    expect(tenantWait(tenant, answered, { count: 10, inFlight: 11 }, 500)).toBe(600);
    expect(tenantWait(tenant, answered, { count: 30, inFlight: 0 }, 2_000)).toBe(0);
  });
});

it('waits until the missing tokens arrive at the current rate', () => {
  const bucket = { ...fullBucket(tenant, 0), tokens: 2 };
  expect(waitFor(bucket, 2)).toBe(0);
  expect(waitFor(bucket, 3)).toBe(25);
  expect(waitFor({ ...bucket, tokens: -6, rate: 5 }, 4)).toBe(2_000);
});

it('a second refusal halves the rate again only after a second', () => {
  const once = withHalvedRate(tenant, fullBucket(tenant, 5_000));
  expect(withHalvedRate(tenant, { ...once, at: 5_999 }).rate).toBe(20);
  expect(withHalvedRate(tenant, { ...once, at: 6_000 }).rate).toBe(10);
});

it('keeps the sends of the last hour and those reserved ahead', () => {
  const now = 10_000_000;
  const sent = [now - 3_600_000, now - 3_599_999, now, now + 1_000, now + 1_001];
  expect(recentSends(sent, hourMs, now)).toEqual([now - 3_599_999, now, now + 1_000]);
});
