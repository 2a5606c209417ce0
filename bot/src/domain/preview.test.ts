import type { LocalDate, MemberId, ZoneId } from '#contracts/ids.ts';
import type { PreviewRun } from '#contracts/meetingPreview.ts';
import type { Occurrence } from '#contracts/occurrence.ts';
import type { Person, Plannable } from './opening.ts';
import { previewRuns } from './preview.ts';
import type { PreviewFacts } from './preview.ts';

const zone = (name: string): ZoneId => name as ZoneId;
const who = (name: string): MemberId => name as MemberId;
const utc = (text: string): number => Date.parse(text);

const workdays = { monday: true, tuesday: true, wednesday: true, thursday: true, friday: true };
const everyDay = { ...workdays, saturday: true, sunday: true };
const noDay = { monday: false, tuesday: false, wednesday: false, thursday: false, friday: false };

const aMeeting = (change: Partial<Plannable> = {}): Plannable => ({
  time: 600,
  timezone: zone('Europe/Berlin'),
  sunday: false,
  saturday: false,
  ...workdays,
  type: 'STANDUP',
  interval: 'WEEK',
  timeBasis: 'MEETING',
  members: [who('ann')],
  reportSummaryTime: 120,
  isReminderEnabled: true,
  firstRun: null,
  ...change,
});

const aPerson = (name: string, change: Partial<Person> = {}): Person => ({
  memberId: who(name),
  name,
  timezone: null,
  isEnabled: true,
  leftOn: null,
  ...change,
});

interface Given {
  readonly meeting?: Partial<Plannable>;
  readonly people?: readonly Person[];
  readonly holidays?: readonly string[];
  /** `name date` */
  readonly vacations?: readonly string[];
  readonly there?: Readonly<Record<string, Occurrence['state']>>;
  readonly isEnabled?: boolean;
  readonly now?: string;
  readonly count?: number;
}

const runsOf = (given: Given = {}): PreviewRun[] => {
  const { holidays = [], vacations = [], there = {}, now = '2026-11-20T08:00:00Z' } = given;
  const facts: PreviewFacts = {
    meeting: aMeeting(given.meeting),
    people: given.people ?? [aPerson('ann')],
    isEnabled: given.isEnabled ?? true,
    isHoliday: (date) => holidays.includes(date),
    isOnVacation: (memberId, date) => vacations.includes(`${memberId} ${date}`),
    stateOf: (date) => there[date],
    now: utc(now),
    count: given.count ?? 3,
  };
  return previewRuns(facts);
};

const told = (runs: readonly PreviewRun[]): string[] =>
  runs.map(({ date, at, state, reason, shift }) =>
    [date, at.slice(5, 16), state, reason, shift].filter((one) => one !== undefined).join(' '),
  );

describe('the runs to come', () => {
  it('are the next ones of the schedule, in the order of their dates, today’s only while it is ahead', () => {
    expect(told(runsOf())).toEqual([
      '2026-11-20 11-20T09:00 RUN',
      '2026-11-23 11-23T09:00 RUN',
      '2026-11-24 11-24T09:00 RUN',
    ]);
    expect(told(runsOf({ now: '2026-11-20T09:00:00Z', count: 1 }))).toEqual(['2026-11-23 11-23T09:00 RUN']);
  });

  it('are none without a weekday, and as many as asked for with one', () => {
    expect(runsOf({ meeting: noDay })).toEqual([]);
    expect(runsOf({ count: 400 })).toHaveLength(400);
  });

  it('of a retro every other week count from the first one shown, or from the first it had', () => {
    const retro = { ...noDay, friday: true, type: 'RETRO', interval: 'ALTWEEK' } as const;
    expect(runsOf({ meeting: retro }).map((one) => one.date)).toEqual(['2026-11-20', '2026-12-04', '2026-12-18']);
    const odd = { ...retro, firstRun: '2026-11-13' as LocalDate };
    expect(runsOf({ meeting: odd }).map((one) => one.date)).toEqual(['2026-11-27', '2026-12-11', '2026-12-25']);
    // The first date is over for today, so the weeks count from the next one.
    expect(runsOf({ meeting: retro, now: '2026-11-20T10:00:00Z', count: 2 }).map((one) => one.date)).toEqual([
      '2026-11-27',
      '2026-12-11',
    ]);
  });

  it('of a monthly retro are its first such weekdays', () => {
    const retro = { ...noDay, friday: true, type: 'RETRO', interval: 'MONTH' } as const;
    expect(runsOf({ meeting: retro }).map((one) => one.date)).toEqual(['2026-12-04', '2027-01-01', '2027-02-05']);
  });
});

describe('a run that asks nobody', () => {
  it('says why', () => {
    const people = [aPerson('ann'), aPerson('bob')];
    const meeting = { members: [who('ann'), who('bob')] };
    const given = {
      ...{ people, meeting, count: 5, holidays: ['2026-11-20'] },
      vacations: ['ann 2026-11-23', 'bob 2026-11-23', 'bob 2026-11-24'],
      there: { '2026-11-25': 'CANCELLED', '2026-11-26': 'OPEN' },
    } as const;
    const runs = runsOf(given);
    expect(told(runs)).toEqual([
      '2026-11-20 11-20T09:00 SKIPPED HOLIDAY',
      '2026-11-23 11-23T09:00 SKIPPED AWAY',
      '2026-11-24 11-24T09:00 RUN',
      '2026-11-25 11-25T09:00 SKIPPED CANCELLED',
      '2026-11-26 11-26T09:00 SKIPPED ALREADY_RUN',
    ]);
    expect(runs.map((one) => one.members.map((member) => member.memberId))).toEqual([[], [], ['ann'], [], []]);
  });

  it('has nobody to ask when all are disabled or gone, or none is a member; a draft without members is about dates', () => {
    const gone = [aPerson('ann', { isEnabled: false }), aPerson('bob', { leftOn: '2026-11-01T00:00:00.000Z' })];
    const meeting = { members: [who('ann'), who('bob'), who('stranger')] };
    expect(told(runsOf({ people: gone, meeting, count: 1 }))).toEqual(['2026-11-20 11-20T09:00 SKIPPED NOBODY']);
    expect(told(runsOf({ meeting: { members: [] }, count: 1 }))).toEqual(['2026-11-20 11-20T09:00 RUN']);
  });

  it('is every one of a deactivated meeting', () => {
    expect(told(runsOf({ isEnabled: false, count: 1 }))).toEqual(['2026-11-20 11-20T09:00 SKIPPED DEACTIVATED']);
  });

  it('is the one on a date its zone leaves out; the run after it says that the clocks changed', () => {
    const meeting = { ...everyDay, timezone: zone('Pacific/Apia') };
    expect(told(runsOf({ meeting, now: '2011-12-29T00:00:00Z' }))).toEqual([
      '2011-12-29 12-29T20:00 RUN',
      '2011-12-30 12-30T20:00 SKIPPED NO_SUCH_DATE',
      '2011-12-31 12-30T20:00 RUN OFFSET_CHANGED',
    ]);
  });
});

describe('who is asked', () => {
  const people = [
    aPerson('ann', { timezone: zone('America/New_York') }),
    aPerson('bob'),
    aPerson('cy', { timezone: zone('Pacific/Auckland') }),
  ];
  const members = people.map((one) => one.memberId);
  const membersOf = (run: PreviewRun | undefined): string[] =>
    (run?.members ?? []).map(({ memberId, at, localTime, timezone }) =>
      [memberId, at.slice(5, 16), localTime, timezone].join(' '),
    );

  it('is asked at one instant by the clock of the meeting, each told in their own time', () => {
    const [run] = runsOf({ people, meeting: { members } });
    expect(membersOf(run)).toEqual([
      'ann 11-20T09:00 2026-11-20T04:00 America/New_York',
      'bob 11-20T09:00 2026-11-20T10:00 Europe/Berlin',
      'cy 11-20T09:00 2026-11-20T22:00 Pacific/Auckland',
    ]);
  });

  it('is asked by their own clocks with MEMBER, the run opening with the first of them', () => {
    const [run] = runsOf({ people, meeting: { members, timeBasis: 'MEMBER' } });
    // Friday 10:00 is over in Auckland, so the whole date is.
    expect(run?.date).toBe('2026-11-23');
    expect(run?.at).toBe('2026-11-22T21:00:00.000Z');
    expect(membersOf(run)).toEqual([
      'ann 11-23T15:00 2026-11-23T10:00 America/New_York',
      'bob 11-23T09:00 2026-11-23T10:00 Europe/Berlin',
      'cy 11-22T21:00 2026-11-23T10:00 Pacific/Auckland',
    ]);
  });

  it('leaves out who is away on the date they themselves live then', () => {
    // 23:30 in New York is the next day in Berlin and Auckland.
    const meeting = { members, time: 23 * 60 + 30, timezone: zone('America/New_York') };
    const [run] = runsOf({ people, meeting, vacations: ['ann 2026-11-21', 'bob 2026-11-21', 'cy 2026-11-21'] });
    expect(run?.date).toBe('2026-11-20');
    // Of bob no zone is known, so the meeting's stands in.
    expect(run?.members.map((one) => one.memberId)).toEqual(['ann', 'bob']);
  });

  it('with MEMBER leaves out who does not live that date', () => {
    const two = [aPerson('ann', { timezone: zone('Pacific/Apia') }), aPerson('bob', { timezone: zone('Asia/Tokyo') })];
    const meeting = {
      ...everyDay,
      members: [who('ann'), who('bob')],
      timeBasis: 'MEMBER' as const,
      timezone: zone('UTC'),
    };
    const runs = runsOf({ people: two, meeting, now: '2011-12-29T00:00:00Z', count: 3 });
    expect(runs.find((one) => one.date === '2011-12-30')?.members.map((one) => one.memberId)).toEqual(['bob']);
  });
});

describe('a change of the clocks', () => {
  const newYork = { ...everyDay, timezone: zone('America/New_York') };

  it('is named at a time that is not there, at one that comes twice, and at the first run after it', () => {
    const spring = { meeting: { ...newYork, time: 150 }, now: '2026-03-07T00:00:00Z', count: 4 };
    expect(told(runsOf(spring))).toEqual([
      '2026-03-07 03-07T07:30 RUN',
      '2026-03-08 03-08T07:30 RUN GAP',
      '2026-03-09 03-09T06:30 RUN',
      '2026-03-10 03-10T06:30 RUN',
    ]);
    const autumn = { meeting: { ...newYork, time: 90 }, now: '2026-10-31T00:00:00Z', count: 3 };
    expect(told(runsOf(autumn))).toEqual([
      '2026-10-31 10-31T05:30 RUN',
      '2026-11-01 11-01T05:30 RUN OVERLAP',
      '2026-11-02 11-02T06:30 RUN OFFSET_CHANGED',
    ]);
    const workdaysOnly = {
      meeting: { ...newYork, ...{ saturday: false, sunday: false } },
      now: '2026-03-06T00:00:00Z',
      count: 3,
    };
    expect(told(runsOf(workdaysOnly))).toEqual([
      '2026-03-06 03-06T15:00 RUN',
      '2026-03-09 03-09T14:00 RUN OFFSET_CHANGED',
      '2026-03-10 03-10T14:00 RUN',
    ]);
  });

  it('between now and the first run is named there', () => {
    const given = { meeting: { ...newYork, time: 600 }, now: '2026-03-08T05:00:00Z', count: 2 };
    expect(told(runsOf(given))).toEqual(['2026-03-08 03-08T14:00 RUN OFFSET_CHANGED', '2026-03-09 03-09T14:00 RUN']);
  });

  it('with MEMBER is that of any member who is asked', () => {
    const people = [aPerson('ann', { timezone: zone('America/New_York') })];
    const given = {
      ...{ people, now: '2026-03-07T12:00:00Z', count: 1 },
      meeting: { ...everyDay, time: 150, timeBasis: 'MEMBER', timezone: zone('Asia/Tokyo') },
    } as const;
    expect(told(runsOf(given))).toEqual(['2026-03-08 03-08T07:30 RUN GAP']);
  });
});

/** What Intl.DateTimeFormat says of a zone, and nothing else: no line of this oracle knows the time library. */
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

/** Every change of the clocks of a year, to the minute. */
const changesIn = (offsetAt: (ms: number) => number, year: number): number[] => {
  const found: number[] = [];
  for (let ms = Date.UTC(year, 0, 1); ms < Date.UTC(year + 1, 0, 1); ms += 6 * hour) {
    if (offsetAt(ms) === offsetAt(ms + 6 * hour)) continue;
    let [low, high] = [ms, ms + 6 * hour];
    while (high - low > 60_000) {
      const middle = low + Math.floor((high - low) / 120_000) * 60_000;
      if (offsetAt(middle) === offsetAt(low)) low = middle;
      else high = middle;
    }
    found.push(high);
  }
  return found;
};

/** `local`: the wall clock read as if it were UTC. */
const oracle = (offsetAt: (ms: number) => number, local: number, before: number): { at: number; shift: string } => {
  const offsets = new Set([-30, -12, -6, 0, 6, 12, 30].map((hours) => offsetAt(local + hours * hour)));
  const real = [...offsets].map((one) => local - one).filter((ms) => ms + offsetAt(ms) === local);
  const at = real.length > 0 ? Math.min(...real) : local - offsetAt(local - 30 * hour);
  if (real.length === 0) return { at, shift: 'GAP' };
  if (real.length > 1) return { at, shift: 'OVERLAP' };
  return { at, shift: offsetAt(at) === offsetAt(before) ? '' : 'OFFSET_CHANGED' };
};

describe('against an oracle of Intl alone', () => {
  const isMoving = (name: string): boolean => changesIn(offsetsOf(name), 2026).length > 0;
  // Every third of those that change their clocks, and the odd ones: half hours, quarter hours, midnight, Ramadan.
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
  const zones = [...odd, ...moving.filter((_, at) => at % 3 === 0)].slice(0, 48);
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
        const runs = runsOf({
          meeting: { ...everyDay, time, timezone: zone(name), members: [] },
          now: new Date(now).toISOString(),
          count: 6,
        });
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
