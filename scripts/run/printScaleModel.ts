import { documented, millionPeople, scaleOf } from '../lib/scaleModel.ts';
import { measured } from '../lib/scaleMeasurements.ts';

// npm run scale: plays a working day of a million people by the model of docs/scale.md, and prints its tables.

const short = (value: number, digits = 0): string =>
  value.toLocaleString('en-GB', { maximumFractionDigits: digits, minimumFractionDigits: digits });

const clockOf = (minute: number): string =>
  `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')} UTC`;

const scale = scaleOf(millionPeople, measured);
const total = [...scale.costs.values()].reduce((sum, cost) => sum + cost, 0);

const rows: readonly (readonly [string, string])[] = [
  ['messages a day', short(scale.messagesADay)],
  ['answers a day', short(scale.answersADay)],
  ['largest minute', `${clockOf(scale.peak.minute)}: ${short(scale.peak.messages)} messages`],
  ['most answers a second', short(scale.peak.answersASecond)],
  ...[...scale.drainSeconds].map(
    ([instances, seconds]) =>
      [
        `– its last message with ${instances} ${instances === 1 ? 'instance' : 'instances'}`,
        `after ${short(seconds)} s`,
      ] as const,
  ),
  ['instances needed', `${scale.instances} of at most ${documented.shards} that share the work`],
  ['– processors that the busiest minute uses', short(scale.processors, 1)],
  ['table requests a day', `${short(scale.requestsADay / 1e6, 1)} million`],
  [
    '– a second in the largest minute',
    `${short(scale.peakRequestsASecond)} of ${short(documented.accountRequestsASecond)}`,
  ],
  ['largest tenant, all at once', `${short(scale.largestTenantSeconds / 60, 1)} minutes`],
  ['stored data after a year', `${short(scale.storedGigabytesAYear)} GB`],
  ...[...scale.costs].map(([item, cost]) => [`cost a month: ${item}`, `${short(cost)} USD`] as const),
  ['cost a month', `${short(total)} USD, ${short((total / millionPeople.people) * 100, 2)} cents a person`],
];

process.stdout.write(
  `| figure | value |\n| --- | --- |\n${rows.map(([what, value]) => `| ${what} | ${value} |\n`).join('')}`,
);
