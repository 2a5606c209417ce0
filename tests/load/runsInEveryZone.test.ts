import type { LocalDate, ZoneId } from '#contracts/core/idDateAndZoneSchemas.ts';
import { nextRun } from '../../bot/src/domain/runs/meetingScheduleAndNextRuns.ts';
import type { Schedule } from '../../bot/src/domain/runs/meetingScheduleAndNextRuns.ts';
import { reportFigures } from '../support/files/printFigures.ts';

// Compares the runs in every zone with an independent calculation by Intl: one run on each existing date, at the
// report's time, or later by the gap if the clocks skip that time.

const dayMs = 86_400_000;
const zones = Intl.supportedValuesOf('timeZone');

/**
 * Returns a function that uses Intl to find the epoch ms at which UTC shows the time that the zone shows at an instant.
 */
const wallClock = (zone: string): ((ms: number) => number) => {
  const format = new Intl.DateTimeFormat('en-US', {
    ...{ timeZone: zone, hourCycle: 'h23', year: 'numeric', month: 'numeric', day: 'numeric' },
    ...{ hour: 'numeric', minute: 'numeric', second: 'numeric' },
  });
  return (ms) => {
    const [month = 0, day, year = 0, hour, minute, second] = format.format(ms).match(/\d+/g)?.map(Number) ?? [];
    return Date.UTC(year, month - 1, day, hour, minute, second);
  };
};

const dateOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

/**
 * True if the zone has this date: its clock shows the date at an instant from 1.5 days before to 2.5 days after
 * `midnight`.
 */
const isLived = (clock: (ms: number) => number, midnight: number): boolean => {
  for (let ms = midnight - 1.5 * dayMs; ms <= midnight + 2.5 * dayMs; ms += dayMs / 4)
    if (dateOf(clock(ms)) === dateOf(midnight)) return true;
  return false;
};

const everyDay = {
  ...{ sunday: true, monday: true, tuesday: true, wednesday: true, thursday: true, friday: true, saturday: true },
};
const scheduleIn = (timezone: string, change: Partial<Schedule> = {}): Schedule => ({
  ...{ time: 600, timezone: timezone as ZoneId, type: 'STANDUP', interval: 'WEEK', timeBasis: 'MEETING' },
  ...everyDay,
  ...change,
});

/** Yields consecutive runs of a report, as the engine plans them. */
const runsFrom = function* (schedule: Schedule, after: number, firstRun: LocalDate | null) {
  for (let afterMs = after; ;) {
    const run = nextRun(schedule, { afterMs, firstRun, zones: [] });
    if (run === undefined) return;
    yield run;
    afterMs = run.at;
  }
};

// Checks a time by day, times at night during clock changes, and the date that Samoa skipped.
it.each([
  ['10:00, from January 2026', 540, 600, Date.UTC(2026, 0, 1)],
  ['02:30, from March 2026', 60, 150, Date.UTC(2026, 2, 1)],
  ['00:00, from December 2011', 40, 0, Date.UTC(2011, 11, 1)],
])('every zone, %s: exactly one run for each of %d dates', (name, days, time, first) => {
  const wrong: string[] = [];
  let checks = 0;
  let moved = 0;
  for (const zone of zones) {
    const clock = wallClock(zone);
    const runs = runsFrom(scheduleIn(zone, { time }), first - 2 * dayMs, null);
    let run = runs.next().value;
    while (run !== undefined && run.date < dateOf(first)) run = runs.next().value;
    for (let day = 0; day < days; day += 1) {
      const midnight = first + day * dayMs;
      checks += 1;
      if (run === undefined || run.date !== dateOf(midnight)) {
        if (isLived(clock, midnight)) wrong.push(`${zone} ${dateOf(midnight)}: no run`);
        continue;
      }
      const shown = clock(run.at);
      const late = shown - (midnight + time * 60_000);
      // A run may be late only if the clocks skip its time, so the clock must show an earlier time one moment before.
      const isSkipped = late > 0 && late <= 2 * 3_600_000 && clock(run.at - late - 1000) < midnight + time * 60_000;
      if (late !== 0 && !isSkipped) wrong.push(`${zone} ${run.date}: ${new Date(shown).toISOString()}`);
      if (late !== 0) moved += 1;
      run = runs.next().value;
    }
  }
  reportFigures(
    `${zones.length} zones, ${name}: ${checks} daily checks, ${wrong.length} wrong, ${moved} moved by a gap`,
  );
  expect(wrong).toEqual([]);
  expect(checks).toBe(zones.length * days);
});

/** Returns all Fridays of a range, in steps of seven days. */
const fridays = (first: number, last: number): number[] => {
  const all: number[] = [];
  for (let ms = first; ms <= last; ms += 7 * dayMs) all.push(ms);
  return all;
};

it('every zone, each interval: the right dates for two years', () => {
  const first = Date.UTC(2026, 0, 2);
  const last = Date.UTC(2027, 11, 31);
  const all = fridays(first, last);
  const expected = {
    WEEK: all,
    ALTWEEK: all.filter((_, index) => index % 2 === 0),
    MONTH: all.filter((ms) => new Date(ms).getUTCDate() <= 7),
  };
  const onFridays = Object.fromEntries(Object.keys(everyDay).map((day) => [day, day === 'friday']));
  const wrong: string[] = [];
  let checks = 0;
  for (const zone of zones) {
    for (const interval of ['WEEK', 'ALTWEEK', 'MONTH'] as const) {
      const schedule = scheduleIn(zone, { ...onFridays, type: 'RETRO', interval });
      const runs = runsFrom(schedule, first - 2 * dayMs, dateOf(first) as LocalDate);
      for (const ms of expected[interval]) {
        const date = runs.next().value?.date;
        checks += 1;
        if (date !== dateOf(ms)) wrong.push(`${zone} ${interval} ${dateOf(ms)}: ${date ?? 'none'}`);
      }
    }
  }
  reportFigures(`${zones.length} zones, three intervals for two years: ${checks} dates, ${wrong.length} wrong`);
  expect(wrong).toEqual([]);
});
