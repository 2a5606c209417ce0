import { localDate, zoneId } from '#contracts/core/idDateAndZoneSchemas.ts';
import type { LocalDate } from '#contracts/core/idDateAndZoneSchemas.ts';
import { digestLimits } from '#contracts/digests/digestLimits.ts';
import { limits } from '#contracts/core/limitsAndProductConstants.ts';
import { digestSchedule } from '#contracts/digests/digestCalls.ts';
import type { DigestSchedule } from '#contracts/digests/digestCalls.ts';
import { addDays } from '../core/zonedTimeAndCalendarDates.ts';
import { coveredFrom, holidayRange, isDigestDay, lastDigest, nextDigest } from './digestSchedule.ts';
import type { DigestPlan } from './digestSchedule.ts';

const date = (text: string): LocalDate => localDate.parse(text);

const plan = (change: Partial<DigestSchedule> = {}, holidays: readonly string[] = []): DigestPlan => ({
  schedule: digestSchedule.parse({ cadence: 'DAILY', time: 540, timezone: 'Europe/Berlin', ...change }),
  holidays: new Set(holidays.map(date)),
});

/** Returns the next instants, such as "2026-11-20T08:00". */
const nextOf = (of: DigestPlan, after: string, count: number): string[] => {
  const found: string[] = [];
  for (let at = Date.parse(after); found.length < count;) {
    const next = nextDigest(of, at);
    if (next === undefined) break;
    ({ at } = next);
    found.push(new Date(at).toISOString().slice(0, 16));
  }
  return found;
};

it('sends a daily digest at the local time, also over both time changes', () => {
  const every = plan({ isWorkingDaysOnly: false });
  expect(nextOf(every, '2026-10-24T00:00:00Z', 3)).toEqual([
    '2026-10-24T07:00',
    '2026-10-25T08:00',
    '2026-10-26T08:00',
  ]);
  expect(nextOf(every, '2026-03-28T00:00:00Z', 2)).toEqual(['2026-03-28T08:00', '2026-03-29T07:00']);
});

it('moves a skipped time forward, and takes the first of a repeated time', () => {
  const night = plan({ isWorkingDaysOnly: false, time: 150 });
  expect(nextOf(night, '2026-03-28T12:00:00Z', 1)).toEqual(['2026-03-29T01:30']);
  expect(nextOf(night, '2026-10-24T12:00:00Z', 2)).toEqual(['2026-10-25T00:30', '2026-10-26T01:30']);
});

it('leaves out the weekend of a daily digest', () => {
  expect(nextOf(plan(), '2026-11-20T09:00:00Z', 2)).toEqual(['2026-11-23T08:00', '2026-11-24T08:00']);
});

it('moves a weekly digest on a holiday to the next working day, and sends it once', () => {
  const weekly = plan({ cadence: 'WEEKLY', weekday: 'friday' }, ['2026-11-20', '2026-11-23']);
  expect(nextOf(weekly, '2026-11-19T00:00:00Z', 2)).toEqual(['2026-11-24T08:00', '2026-11-27T08:00']);
});

it('sends a daily digest once after several holidays', () => {
  const daily = plan({}, ['2026-12-24', '2026-12-25', '2026-12-28']);
  expect(nextOf(daily, '2026-12-23T09:00:00Z', 2)).toEqual(['2026-12-29T08:00', '2026-12-30T08:00']);
});

it('ignores holidays if the digest does not respect them', () => {
  const weekly = plan({ cadence: 'WEEKLY', weekday: 'friday', isHolidayAware: false }, ['2026-11-20']);
  expect(nextOf(weekly, '2026-11-19T00:00:00Z', 1)).toEqual(['2026-11-20T08:00']);
});

it('counts sprints from the anchor, and sends none before it', () => {
  const sprint = plan({ cadence: 'SPRINT', sprintWeeks: 3, sprintAnchor: date('2026-12-11') });
  expect(nextOf(sprint, '2026-11-01T00:00:00Z', 3)).toEqual([
    '2026-12-11T08:00',
    '2027-01-01T08:00',
    '2027-01-22T08:00',
  ]);
});

it('moves the end of a sprint on a Saturday to Monday', () => {
  const sprint = plan({ cadence: 'SPRINT', sprintWeeks: 1, sprintAnchor: date('2026-11-21') });
  expect(nextOf(sprint, '2026-11-20T00:00:00Z', 2)).toEqual(['2026-11-23T08:00', '2026-11-30T08:00']);
});

it('passes over a date that the zone skips', () => {
  const samoa = plan({ timezone: zoneId.parse('Pacific/Apia'), isWorkingDaysOnly: false });
  expect(nextOf(samoa, '2011-12-29T12:00:00Z', 2)).toEqual(['2011-12-29T19:00', '2011-12-30T19:00']);
});

it('returns no digest if a year of holidays leaves no date', () => {
  const days = Array.from({ length: 400 }, (_, index) => addDays(date('2026-11-01'), index));
  expect(nextDigest(plan({}, days), Date.parse('2026-11-20T00:00:00Z'))).toBeUndefined();
});

it('finds the newest digest that was due', () => {
  const weekly = plan({ cadence: 'WEEKLY', weekday: 'friday' });
  expect(lastDigest(weekly, Date.parse('2026-11-20T07:59:59Z'))?.date).toBe('2026-11-13');
  expect(lastDigest(weekly, Date.parse('2026-11-20T08:00:00Z'))?.date).toBe('2026-11-20');
});

it('covers one period at first, then from the end of the last one, and at most 62 days', () => {
  const { schedule } = plan({ cadence: 'WEEKLY' });
  const to = Date.parse('2026-11-20T08:00:00Z');
  const day = 86_400_000;
  expect(coveredFrom(schedule, null, to)).toBe(to - 7 * day);
  expect(coveredFrom(schedule, to - 21 * day, to)).toBe(to - 21 * day);
  expect(coveredFrom(schedule, to - 100 * day, to)).toBe(to - 62 * day);
});

it.each([
  ['DAILY', 1],
  ['WEEKLY', 7],
  ['SPRINT', 21],
] as const)('covers by the first digest of the cadence %s the last %i days', (cadence, covered) => {
  const { schedule } = plan({ cadence, sprintWeeks: 3, sprintAnchor: date('2026-11-20') });
  const to = Date.parse('2026-11-20T08:00:00Z');
  expect(coveredFrom(schedule, null, to)).toBe(to - covered * 86_400_000);
});

it('finds the first sprint if its anchor is more than two years ahead, and ignores the anchor of other cadences', () => {
  const anchor = date('2029-01-05');
  const sprint = plan({ cadence: 'SPRINT', sprintWeeks: 1, sprintAnchor: anchor });
  expect(nextOf(sprint, '2026-11-20T00:00:00Z', 1)).toEqual(['2029-01-05T08:00']);
  expect(nextOf(plan({ sprintAnchor: anchor }), '2026-11-20T00:00:00Z', 1)).toEqual(['2026-11-20T08:00']);
});

/** Returns `count` consecutive dates, beginning with `first`. */
const daysFrom = (first: LocalDate, count: number): LocalDate[] =>
  Array.from({ length: count }, (_, index) => addDays(first, index));

it('moves a digest by the largest permitted number of days off, and leaves it out after one more', () => {
  const friday = date('2026-11-20');
  const moved = digestLimits.digestMovedDays;
  const change = { cadence: 'SPRINT', sprintWeeks: 8, sprintAnchor: friday, isWorkingDaysOnly: false } as const;
  expect(isDigestDay(plan(change, daysFrom(friday, moved)), addDays(friday, moved))).toBe(true);
  expect(isDigestDay(plan(change, daysFrom(friday, moved + 1)), addDays(friday, moved + 1))).toBe(false);
});

it('finds the digest before a longest sprint whose end moves by the largest permitted number of days off', () => {
  const anchor = date('2026-01-05');
  const end = addDays(anchor, limits.sprintWeeks * 7);
  const sent = addDays(end, digestLimits.digestMovedDays);
  const sprint = plan(
    { cadence: 'SPRINT', sprintWeeks: limits.sprintWeeks, sprintAnchor: anchor, isWorkingDaysOnly: false },
    daysFrom(end, digestLimits.digestMovedDays),
  );
  const next = nextDigest(sprint, Date.parse(`${anchor}T12:00:00Z`));
  expect(next?.date).toBe(sent);
  expect(lastDigest(sprint, (next?.at ?? 0) - 1)?.date).toBe(anchor);
});

it('needs the holidays from the first day that can move a digest to the next one that is searched', () => {
  const searched = limits.sprintWeeks * 7 + digestLimits.digestMovedDays;
  // At this instant, it is already Saturday, 21 November, in Auckland.
  const { from, to } = holidayRange(zoneId.parse('Pacific/Auckland'), Date.parse('2026-11-20T12:00:00Z'));
  expect(from).toBe(addDays(date('2026-11-21'), -searched - digestLimits.digestMovedDays));
  expect(to).toBe(addDays(date('2026-11-21'), searched + 1));
});

/** A generator of the same numbers for each seed, so that a failure can be repeated. */
const seeded = (seed: number) => {
  let state = seed;
  return (below: number): number => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * below);
  };
};

const zones = [
  'Europe/Berlin',
  'America/New_York',
  'Australia/Lord_Howe',
  'Asia/Kathmandu',
  'Pacific/Apia',
  'Africa/Casablanca',
];
const days = ['monday', 'wednesday', 'friday', 'saturday', 'sunday'] as const;

/**
 * Returns the date and time of the zone at an instant. Uses Intl alone, because the test must share no code with the
 * rule.
 */
const clockIn = (zone: string, at: number): string => {
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'short' });
  return format.format(at);
};

it('sends each planned date of 40 random schedules exactly once, never on a day off and never twice a day', () => {
  for (let seed = 1; seed <= 40; seed += 1) {
    const pick = seeded(seed * 7919);
    const cadence = (['DAILY', 'WEEKLY', 'SPRINT'] as const)[pick(3)] ?? 'DAILY';
    const start = date('2026-01-01');
    const of = plan(
      {
        cadence,
        ...{ time: pick(1440), weekday: days[pick(days.length)] ?? 'monday', isWorkingDaysOnly: pick(2) === 0 },
        timezone: zoneId.parse(zones[pick(zones.length)]),
        ...{ sprintWeeks: 1 + pick(4), sprintAnchor: addDays(start, pick(28)) },
      },
      Array.from({ length: pick(30) }, () => addDays(start, pick(200))),
    );
    const { schedule, holidays } = of;
    const seen = new Set<string>();
    for (let at = Date.parse('2026-01-01T00:00:00Z'); at < Date.parse('2026-05-01T00:00:00Z');) {
      const next = nextDigest(of, at);
      if (next === undefined) throw new Error(`seed ${seed}: no next digest`);
      expect(next.at).toBeGreaterThan(at);
      const local = clockIn(schedule.timezone, next.at);
      expect(seen.has(local.slice(0, 10))).toBe(false);
      seen.add(local.slice(0, 10));
      expect(local.slice(0, 10)).toBe(next.date);
      expect(holidays.has(next.date)).toBe(false);
      const weekday = new Date(`${next.date}T12:00:00Z`).getUTCDay();
      expect(schedule.isWorkingDaysOnly ? weekday % 6 : 1).not.toBe(0);
      expect(lastDigest(of, next.at)).toEqual(next);
      ({ at } = next);
    }
    // Each date is a digest day exactly if it is in the list.
    for (let day = date('2026-01-05'); day < '2026-04-25'; day = addDays(day, 1))
      expect(`${seed} ${day} ${isDigestDay(of, day)}`).toBe(`${seed} ${day} ${seen.has(day)}`);
  }
});
