import {
  documented,
  millionPeople,
  playDay,
  productSettings,
  rateWith,
  scaleOf,
} from '../../scripts/lib/scaleModel.ts';
import type { Assumptions, Measured, MessageKind, Minute } from '../../scripts/lib/scaleModel.ts';
import { measured } from '../../scripts/lib/scaleMeasurements.ts';
import { teamsLimits } from '../../bot/src/gateways/botframework/teamsRateLimits.ts';
import { jobSettings } from '../../bot/src/jobs/core/jobDepsAndSettings.ts';
import { tenantLimit } from '../support/fakes/teamsLimitsAndLargestBurst.ts';
import { documentedRates } from '../support/fakes/tableService/tableRates.ts';

/** 6,000 people of one zone and one opening; 50 % of them answer, nearly all of these within the first minutes. */
const village: Assumptions = {
  ...millionPeople,
  ...{ people: 6_000, zones: new Map([[2, 1]]), openings: new Map([[540, 1]]) },
  ...{ shareOfAnswers: 0.5, minutesToAnswer: 1, secondsToSend: 60 },
};
const inProportion = (rate: number): Measured['messagesASecond'][MessageKind] => new Map([[1, rate]]);
const atRate = (rate: number): Measured['messagesASecond'] => ({
  prompt: inProportion(rate),
  reminder: inProportion(rate),
  summary: inProportion(rate),
});
const easy: Measured = {
  ...{ messagesASecond: atRate(100), bytesADay: 1_000 },
  requests: { prompt: 2, answer: 10, reminder: 3, summary: 20 },
  cpuMs: { prompt: 1, answer: 10, reminder: 1, summary: 10 },
};

const total = (day: readonly Minute[], key: keyof Minute): number => day.reduce((sum, minute) => sum + minute[key], 0);

it('prompts each person once, at the opening of their zone', () => {
  const day = playDay(village);
  expect(day[7 * 60]?.prompts).toBe(6_000);
  expect(total(day, 'prompts')).toBe(6_000);
});

it('counts the answers within the run, and reminds those who have not answered', () => {
  const day = playDay(village);
  expect(total(day, 'answers')).toBeCloseTo(3_000, 6);
  expect(day[7 * 60 + 60]?.reminders).toBeCloseTo(3_000, 6);
  expect(day[7 * 60 + 120]?.summaries).toBe(600);
});

it('wraps zones around the day without losing people', () => {
  const day = playDay({
    ...village,
    zones: new Map([
      [12, 0.5],
      [-11, 0.5],
    ]),
  });
  expect([day[21 * 60]?.prompts, day[20 * 60]?.prompts]).toEqual([3_000, 3_000]);
});

it('gives every person of the assumed day one zone and one opening', () => {
  const shares = (all: ReadonlyMap<number, number>): number => [...all.values()].reduce((sum, share) => sum + share, 0);
  expect(millionPeople.zones.size).toBe(24);
  expect(shares(millionPeople.zones)).toBeCloseTo(1, 9);
  expect(shares(millionPeople.openings)).toBeCloseTo(1, 9);
  expect(total(playDay(millionPeople), 'prompts')).toBeCloseTo(1_000_000, 3);
});

it('needs as many instances as send the messages of each minute in the given time', () => {
  const scale = scaleOf(village, easy);
  expect(scale.peak).toMatchObject({ minute: 7 * 60, messages: 6_000 });
  expect(scale.drainSeconds.get(1)).toBe(60);
  expect(scaleOf(village, { ...easy, messagesASecond: atRate(20) }).instances).toBe(5);
  expect(scaleOf({ ...village, secondsToSend: 120 }, { ...easy, messagesASecond: atRate(20) }).instances).toBe(3);
});

it('needs more instances if the summaries are slower than the prompts', () => {
  const scale = scaleOf(village, { ...easy, messagesASecond: { ...atRate(100), summary: inProportion(2) } });
  expect(scale.slowest).toEqual({ minute: 9 * 60, seconds: 60 });
  expect(scale.instances).toBe(5);
});

it('reads the rate between the measured numbers of instances from a straight line', () => {
  const rates = new Map([
    [1, 200],
    [4, 500],
    [8, 800],
  ]);
  expect([1, 2, 4, 6, 8].map((instances) => rateWith(rates, instances))).toEqual([200, 300, 500, 650, 800]);
});

it('assumes that more instances than measured send as many messages each as in the largest measurement', () => {
  const rates = new Map([
    [1, 200],
    [8, 800],
  ]);
  expect(rateWith(rates, 16)).toBe(1_600);
});

it('needs at least two instances, and more if the processors are the limit', () => {
  expect(scaleOf(village, easy).instances).toBe(2);
  expect(scaleOf(village, { ...easy, cpuMs: { ...easy.cpuMs, prompt: 50 } }).instances).toBe(6);
});

it('adds the requests of all messages and answers, and those of the instances', () => {
  const asked = 6_000 * 2 + 3_000 * 10 + 600 * 20;
  // Both reminders go to the same 3,000 people, because nearly no answers come between them.
  const work = asked + 2 * 3_000 * 3;
  // Two instances: 32 reads every 5 s together; each two requests every 3 s and one read every 2 s.
  const own = 17_280 * 32 + 2 * (28_800 * 2 + 43_200);
  const scale = scaleOf(village, easy);
  expect(scale.requestsADay).toBeCloseTo(work + own, 3);
  expect(scale.requestsOfPerson).toBeCloseTo(work / 6_000, 6);
  expect(scale.costs.get('table requests')).toBeCloseTo(((work * 22 + (own * 730) / 24) * 0.00045) / 10_000, 9);
});

it('has the limits of the product and of the documentation', () => {
  expect(productSettings.shards).toBe(jobSettings.shards.length);
  expect(productSettings.tenantMessagesASecond).toBe(teamsLimits.tenant.fullRate);
  expect(documented.chatRequestsASecondOfTenant).toBe(tenantLimit[0]);
  expect(documented.accountRequestsASecond).toBe(documentedRates.accountASecond);
});

it('shows that one account and the shards serve a million people', () => {
  const scale = scaleOf(millionPeople, measured);
  expect(scale.instances).toBeLessThanOrEqual(productSettings.shards);
  expect(scale.accountShare).toBeLessThan(1);
});
