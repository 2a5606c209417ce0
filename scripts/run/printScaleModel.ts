import { documented, millionPeople, productSettings, scaleOf } from '../lib/scaleModel.ts';
import { measured } from '../lib/scaleMeasurements.ts';

// npm run scale: plays a working day of a million people by the model of docs/scale.md, and prints its tables.

const short = (value: number, digits = 0): string =>
  value.toLocaleString('en-GB', { maximumFractionDigits: digits, minimumFractionDigits: digits });

const clockOf = (minute: number): string =>
  `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')} UTC`;

const scale = scaleOf(millionPeople, measured);
const total = [...scale.costs.values()].reduce((sum, cost) => sum + cost, 0);

const { peak, slowest } = scale;

const messageRows: readonly (readonly [string, string])[] = [
  ['messages a day', short(scale.messagesADay)],
  ['answers a day', short(scale.answersADay)],
  ['most answers a second', short(scale.mostAnswersASecond)],
  ['largest minute', `${clockOf(peak.minute)}: ${short(peak.messages)} messages`],
  [
    '– its prompts, reminders and summaries',
    [peak.due.prompts, peak.due.reminders, peak.due.summaries].map((count) => short(count)).join('; '),
  ],
  ...[...scale.drainSeconds].map(
    ([instances, seconds]) =>
      [
        `– its last message with ${instances} ${instances === 1 ? 'instance' : 'instances'}`,
        `after ${short(seconds)} s`,
      ] as const,
  ),
];

const resourceRows: readonly (readonly [string, string])[] = [
  ['instances needed', `${scale.instances} of at most ${productSettings.shards} that share the work`],
  [
    '– with these, the last message of the slowest minute',
    `${clockOf(slowest.minute)}: after ${short(slowest.seconds)} s`,
  ],
  ['– processors that the busiest minute uses', short(scale.processors, 1)],
  ['table requests on a working day', `${short(scale.requestsADay / 1e6, 1)} million`],
  ['– for the work of one person', short(scale.requestsOfPerson, 1)],
  [
    '– a second in the largest minute',
    `${short(scale.peakRequestsASecond)} of ${short(documented.accountRequestsASecond)}`,
  ],
  ['largest tenant, all at once', `${short(scale.largestTenantSeconds / 60, 1)} minutes`],
  ['stored data after a year', `${short(scale.storedGigabytesAYear)} GB`],
];

const rows: readonly (readonly [string, string])[] = [
  ...messageRows,
  ...resourceRows,
  ...[...scale.costs].map(([item, cost]) => [`cost a month: ${item}`, `${short(cost)} USD`] as const),
  ['cost a month', `${short(total)} USD, ${short((total / millionPeople.people) * 100, 2)} cents a person`],
];

process.stdout.write(
  `| figure | value |\n| --- | --- |\n${rows.map(([what, value]) => `| ${what} | ${value} |\n`).join('')}`,
);
