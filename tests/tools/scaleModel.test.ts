import { documented, millionPeople, playDay, scaleOf } from '../../scripts/lib/scaleModel.ts';
import type { Assumptions, Measured, Minute } from '../../scripts/lib/scaleModel.ts';
import { measured } from '../../scripts/lib/scaleMeasurements.ts';
import { teamsLimits } from '../../bot/src/gateways/botframework/teamsRateLimits.ts';
import { jobSettings } from '../../bot/src/jobs/core/jobDepsAndSettings.ts';
import { tenantLimit } from '../support/fakes/teamsLimitsAndLargestBurst.ts';
import { documentedRates } from '../support/fakes/tableService/tableRates.ts';

/** 6,000 people of one zone and one opening; 50 % of them answer, nearly all of these within the first minutes. */
const village: Assumptions = {
  ...millionPeople,
  ...{ people: 6_000, zones: new Map([[2, 1]]), openings: new Map([[540, 1]]) },
  ...{ shareOfAnswers: 0.5, minutesToAnswer: 1 },
};
const easy: Measured = {
  ...{ messagesASecond: 100, bytesADay: 1_000 },
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

it('needs as many instances as send the largest minute within a minute', () => {
  const scale = scaleOf(village, easy);
  expect(scale.peak).toMatchObject({ minute: 7 * 60, messages: 6_000 });
  expect(scale.drainSeconds.get(1)).toBe(60);
  expect(scaleOf(village, { ...easy, messagesASecond: 20 }).instances).toBe(5);
});

it('needs at least two instances, and more if the processors are the limit', () => {
  expect(scaleOf(village, easy).instances).toBe(2);
  expect(scaleOf(village, { ...easy, cpuMs: { ...easy.cpuMs, prompt: 50 } }).instances).toBe(6);
});

it('adds the requests of all messages and answers', () => {
  const asked = 6_000 * 2 + 3_000 * 10 + 600 * 20;
  // Both reminders go to the same 3,000 people, because nearly no answers come between them.
  expect(scaleOf(village, easy).requestsADay).toBeCloseTo(asked + 2 * 3_000 * 3, 3);
});

it('has the limits of the product and of the documentation', () => {
  expect(documented.shards).toBe(jobSettings.shards.length);
  expect(documented.tenantMessagesASecond).toBe(teamsLimits.tenant.fullRate);
  expect(documented.chatRequestsASecondOfTenant).toBe(tenantLimit[0]);
  expect(documented.accountRequestsASecond).toBe(documentedRates.accountASecond);
});

it('shows that one account and the shards serve a million people', () => {
  const scale = scaleOf(millionPeople, measured);
  expect(scale.instances).toBeLessThanOrEqual(documented.shards);
  expect(scale.accountShare).toBeLessThan(1);
});
