import { Temporal } from 'temporal-polyfill';
import { zoneId } from '#contracts/core/idDateAndZoneSchemas.ts';
import type { ZoneId } from '#contracts/core/idDateAndZoneSchemas.ts';
import { nextRun } from '../../../bot/src/domain/runs/meetingScheduleAndNextRuns.ts';
import { aMeeting } from '../../../tests/support/data/idDateAndRecordBuilders.ts';
import { rounds, median, timed } from '../../measureTimesBlockingAndMemory.ts';
import { aSecond, times } from '../../benchmarkTypesAndFigureFormats.ts';
import type { Bench } from '../../benchmarkTypesAndFigureFormats.ts';

const zones: readonly ZoneId[] = Intl.supportedValuesOf('timeZone').map((zone) => zoneId.parse(zone));
const firstStart = Date.UTC(2026, 10, 20, 8);
const day = 86_400_000;
const days = 60;

/** Computes the next run of one meeting in each zone and on each day. The product does so for each planned run. */
const ours = (start: number): number => {
  const meeting = aMeeting();
  let match = 0;
  for (const zone of zones) {
    const schedule = { ...meeting, timezone: zone };
    for (let index = 0; index < days; index += 1)
      if (nextRun(schedule, { afterMs: start + index * day, firstRun: null, zones: [] }) !== undefined) match += 1;
  }
  return match;
};

const bare = (start: number): number => {
  let match = 0;
  const first = Temporal.Instant.fromEpochMilliseconds(start).toZonedDateTimeISO('UTC').toPlainDateTime();
  for (const zone of zones)
    for (let index = 0; index < days; index += 1) {
      const instant = first.add({ days: index }).toZonedDateTime(zone, { disambiguation: 'compatible' });
      if (instant.epochMilliseconds > 0) match += 1;
    }
  return match;
};

export const bench: Bench = async () => {
  const rate = async (work: (start: number) => number, round: number): Promise<number> => {
    // Each round has other days, because the results of a zone and day are cached.
    const start = firstStart + round * days * day;
    return (zones.length * days * 1000) / (await timed(() => work(start)));
  };
  const pairs = await rounds(5, async (round) => ({ base: await rate(bare, round), own: await rate(ours, round) }));
  const own = median(pairs.map((pair) => pair.own));
  const ratio = median(pairs.map((pair) => pair.own / pair.base));
  return [
    {
      what: `next occurrence, ${zones.length} zones × ${days} days`,
      figure: aSecond(own),
      baseline: `${aSecond(median(pairs.map((pair) => pair.base)))} bare conversion`,
      ratio: times(ratio),
      target: '≥ 0.5 ×',
      isMet: ratio >= 0.5,
    },
  ];
};
