import type { ZoneId } from '#contracts/core/idDateAndZoneSchemas.ts';
import type { PreviewRun } from '#contracts/meetings/nextRunsPreview.ts';
import type { PlannableMeeting } from './runOpening.ts';
import { previewSteps } from './runPreview.ts';

const runsAfter = (now: number, time: number, timezone: string): PreviewRun[] => {
  const workdays = { monday: true, tuesday: true, wednesday: true, thursday: true, friday: true };
  const meeting: PlannableMeeting = {
    ...{ ...workdays, saturday: true, sunday: true, time, timezone: timezone as ZoneId },
    ...({ type: 'STANDUP', interval: 'WEEK', timeBasis: 'MEETING' } as const),
    ...{ members: [], firstRun: null, reportSummaryTime: 120, isReminderEnabled: true },
  };
  return [
    ...previewSteps({
      ...{ meeting, people: [], isEnabled: true, now, count: 6 },
      isHoliday: () => false,
      isOnVacation: () => false,
      stateOf: () => undefined,
    }),
  ];
};

/**
 * Returns a function that reads the zone's offset from UTC only from Intl, so that this oracle shares no code with the
 * time library.
 */
const offsetsOf = (name: string): ((ms: number) => number) => {
  const format = new Intl.DateTimeFormat('en-US', {
    ...{ timeZone: name, hourCycle: 'h23', year: 'numeric', month: 'numeric', day: 'numeric' },
    ...{ hour: 'numeric', minute: 'numeric', second: 'numeric' },
  });
  return (ms) => {
    const [month = 0, day = 0, year = 0, hour, minute, second] = (format.format(ms).match(/\d+/g) ?? []).map(Number);
    return Date.UTC(year, month - 1, day, hour, minute, second) - ms;
  };
};

const hour = 3_600_000;
const dayMs = 24 * hour;

/** Returns every clock change in a year, exact to the minute. */
const changesIn = (offsetAt: (ms: number) => number, year: number): number[] => {
  const matches: number[] = [];
  let offset = offsetAt(Date.UTC(year, 0, 1));
  for (let ms = Date.UTC(year, 0, 1); ms < Date.UTC(year + 1, 0, 1); ms += 6 * hour) {
    const earlier = offset;
    offset = offsetAt(ms + 6 * hour);
    if (offset === earlier) continue;
    let [low, high] = [ms, ms + 6 * hour];
    while (high - low > 60_000) {
      const middle = low + Math.floor((high - low) / 120_000) * 60_000;
      if (offsetAt(middle) === offsetAt(low)) low = middle;
      else high = middle;
    }
    matches.push(high);
  }
  return matches;
};

/**
 * Returns the instant and the clock change of a local time, computed only with Intl. `local`: epoch ms that the
 * wall-clock time would have in UTC.
 */
const oracle = (offsetAt: (ms: number) => number, local: number, before: number): { at: number; shift: string } => {
  const offsets = new Set([-30, -12, -6, 0, 6, 12, 30].map((hours) => offsetAt(local + hours * hour)));
  const real = [...offsets].map((offset) => local - offset).filter((ms) => ms + offsetAt(ms) === local);
  const at = real.length > 0 ? Math.min(...real) : local - offsetAt(local - 30 * hour);
  if (real.length === 0) return { at, shift: 'GAP' };
  if (real.length > 1) return { at, shift: 'OVERLAP' };
  return { at, shift: offsetAt(at) === offsetAt(before) ? '' : 'OFFSET_CHANGED' };
};

describe('against an oracle of Intl alone', () => {
  // A zone that changes its clock has another offset in some month.
  const isMoving = (name: string): boolean => {
    const offsetAt = offsetsOf(name);
    return new Set(Array.from({ length: 12 }, (_, month) => offsetAt(Date.UTC(2026, month, 10)))).size > 1;
  };
  // Tests at most 48 zones: some unusual zones, with offsets of half or quarter hours or clock changes at midnight or
  // around Ramadan, and then every third other zone with clock changes.
  const odd = [
    'Australia/Lord_Howe',
    'Pacific/Chatham',
    'America/Havana',
    'Africa/Casablanca',
    'Asia/Beirut',
    'Africa/Cairo',
    'America/St_Johns',
  ];
  const moving = Intl.supportedValuesOf('timeZone').filter((name) => !odd.includes(name) && isMoving(name));
  const zones = [...odd, ...moving.filter((_, index) => index % 3 === 0)].slice(0, 48);
  const seen = { GAP: 0, OVERLAP: 0, OFFSET_CHANGED: 0, runs: 0 };

  it.each(zones.map((name) => [name]))('%s, at every quarter of an hour around every change of 2026', (name) => {
    const offsetAt = offsetsOf(name);
    const wrong: string[] = [];
    for (const change of changesIn(offsetAt, 2026)) {
      const wall = change + offsetAt(change - 60_000);
      for (let step = -8; step <= 8; step += 1) {
        const local = Math.floor(wall / 900_000) * 900_000 + step * 900_000;
        const time = Math.floor((((local % dayMs) + dayMs) % dayMs) / 60_000);
        const now = change - 3 * dayMs;
        const runs = runsAfter(now, time, name);
        let before = now;
        for (const run of runs) {
          const expected = oracle(offsetAt, Date.parse(`${run.date}T00:00:00Z`) + time * 60_000, before);
          const { shift = '' } = run;
          if (Date.parse(run.at) !== expected.at || shift !== expected.shift)
            wrong.push(
              `${run.date} ${time}: ${run.at} ${shift}, must be ${new Date(expected.at).toISOString()} ${expected.shift}`,
            );
          if (shift !== '') seen[shift as keyof typeof seen] += 1;
          seen.runs += 1;
          before = expected.at;
        }
        if (runs.length !== 6) wrong.push(`${time}: ${runs.length} runs`);
      }
    }
    expect(wrong).toEqual([]);
  });

  it('meets every kind of change, in at least 40 zones', () => {
    expect(zones.length).toBeGreaterThanOrEqual(40);
    expect(seen.GAP).toBeGreaterThan(150);
    expect(seen.OVERLAP).toBeGreaterThan(150);
    expect(seen.OFFSET_CHANGED).toBeGreaterThan(1000);
    process.stdout.write(`preview against Intl: ${zones.length} zones, ${JSON.stringify(seen)}\n`);
  });
});
