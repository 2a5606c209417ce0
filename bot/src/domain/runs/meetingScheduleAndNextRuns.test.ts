import fc from 'fast-check';
import type { LocalDate, ZoneId } from '#contracts/core/idDateAndZoneSchemas.ts';
import {
  earliestOpening,
  isExistingTime,
  isScheduled,
  isStillPlanned,
  nextDate,
  nextRun,
  nextRuns,
  opening,
  openingsIn,
  runsMidway,
} from './meetingScheduleAndNextRuns.ts';
import type { Schedule } from './meetingScheduleAndNextRuns.ts';
import { addDays, dateExists, instantOf, localDateAt, msOf, toInstant } from '../core/zonedTimeAndCalendarDates.ts';

const zone = (name: string): ZoneId => name as ZoneId;
const day = (date: string): LocalDate => date as LocalDate;
const utc = (text: string): number => Date.parse(text);

const workdays = { monday: true, tuesday: true, wednesday: true, thursday: true, friday: true };
const aSchedule = (change: Partial<Schedule> = {}): Schedule => ({
  time: 600,
  timezone: zone('Europe/Berlin'),
  sunday: false,
  saturday: false,
  ...workdays,
  type: 'STANDUP',
  interval: 'WEEK',
  timeBasis: 'MEETING',
  ...change,
});
const noDay = { monday: false, tuesday: false, wednesday: false, thursday: false, friday: false };
const everyDay = { ...workdays, saturday: true, sunday: true };
const aRetro = (interval: Schedule['interval'], change: Partial<Schedule> = {}): Schedule =>
  aSchedule({ type: 'RETRO', interval, ...noDay, friday: true, ...change });

const datesFrom = (schedule: Schedule, after: string, firstRun: LocalDate | null, count: number): string[] => {
  const dates: string[] = [];
  let date = nextDate(schedule, day(after), firstRun);
  while (date !== undefined && dates.length < count) {
    dates.push(date);
    date = nextDate(schedule, date, firstRun);
  }
  return dates;
};

describe('the dates of a meeting', () => {
  it('the dates of a meeting are the chosen weekdays', () => {
    expect(datesFrom(aSchedule(), '2026-11-19', null, 3)).toEqual(['2026-11-20', '2026-11-23', '2026-11-24']);
  });

  it('are empty for a schedule without weekdays', () => {
    expect(nextDate(aSchedule(noDay), day('2026-11-19'), null)).toBeUndefined();
  });

  it('ignore the interval outside retros', () => {
    const standup = aSchedule({ interval: 'MONTH', ...noDay, friday: true });
    expect(datesFrom(standup, '2026-11-19', null, 2)).toEqual(['2026-11-20', '2026-11-27']);
  });

  it('are every week for WEEK', () => {
    for (const firstRun of [null, day('2026-11-13')])
      expect(datesFrom(aRetro('WEEK'), '2026-11-19', firstRun, 2)).toEqual(['2026-11-20', '2026-11-27']);
  });

  it('counts even weeks from the first run, also across the end of a year', () => {
    const first = day('2026-12-16');
    expect(datesFrom(aRetro('ALTWEEK'), '2026-12-10', first, 3)).toEqual(['2026-12-18', '2027-01-01', '2027-01-15']);
    expect(isScheduled(aRetro('ALTWEEK'), day('2026-12-25'), first)).toBe(false);
    // Weeks before the first run alternate as well, although the meeting had no runs then.
    expect(isScheduled(aRetro('ALTWEEK'), day('2026-12-04'), first)).toBe(true);
    expect(isScheduled(aRetro('ALTWEEK'), day('2026-12-11'), first)).toBe(false);
  });

  it('keep two days of one even week together', () => {
    const twice = aRetro('ALTWEEK', { monday: true, sunday: true, friday: false });
    expect(datesFrom(twice, '2026-11-15', day('2026-11-22'), 3)).toEqual(['2026-11-16', '2026-11-22', '2026-11-30']);
  });

  it('may begin in any week before the first run', () => {
    expect(nextDate(aRetro('ALTWEEK'), day('2026-11-13'), null)).toBe('2026-11-20');
  });

  it('are the first such weekday of each month for MONTH', () => {
    expect(datesFrom(aRetro('MONTH'), '2026-10-20', null, 3)).toEqual(['2026-11-06', '2026-12-04', '2027-01-01']);
    expect(datesFrom(aRetro('MONTH'), '2026-05-01', null, 3)).toEqual(['2026-06-05', '2026-07-03', '2026-08-07']);
    expect(isScheduled(aRetro('MONTH'), day('2026-05-08'), null)).toBe(false);
    const twice = aRetro('MONTH', { monday: true });
    expect(datesFrom(twice, '2026-10-31', null, 2)).toEqual(['2026-11-02', '2026-11-06']);
  });

  it('leave out a date that the zone skipped', () => {
    const apia = aSchedule({ ...everyDay, timezone: zone('Pacific/Apia') });
    expect(datesFrom(apia, '2011-12-28', null, 2)).toEqual(['2011-12-29', '2011-12-31']);
  });

  it('the dates of a meeting end with the calendar', () => {
    expect(datesFrom(aSchedule(everyDay), '9999-12-29', null, 9)).toEqual(['9999-12-30', '9999-12-31']);
  });
});

describe('the opening', () => {
  it('is the time in the zone of the meeting', () => {
    expect(toInstant(opening(aSchedule(), day('2026-07-01')))).toBe('2026-07-01T08:00:00.000Z');
    expect(toInstant(opening(aSchedule(), day('2026-12-01')))).toBe('2026-12-01T09:00:00.000Z');
  });

  const zones = ['America/New_York', 'Australia/Sydney', 'America/Los_Angeles'].map(zone);

  it('ignores the members with MEETING', () => {
    expect(earliestOpening(aSchedule(), day('2026-07-01'), zones)).toBe(opening(aSchedule(), day('2026-07-01')));
  });

  it('is that of the first zone with MEMBER', () => {
    const schedule = aSchedule({ timeBasis: 'MEMBER', time: 570, timezone: zone('America/New_York') });
    expect(toInstant(earliestOpening(schedule, day('2026-11-20'), zones))).toBe('2026-11-19T22:30:00.000Z');
    expect(earliestOpening(schedule, day('2026-11-20'), [])).toBe(opening(schedule, day('2026-11-20')));
  });

  it('does not count a zone that skips the date', () => {
    const schedule = aSchedule({ timeBasis: 'MEMBER', timezone: zone('Europe/Berlin') });
    const members = [zone('Pacific/Apia'), zone('Europe/Berlin')];
    expect(toInstant(earliestOpening(schedule, day('2011-12-30'), members))).toBe('2011-12-30T09:00:00.000Z');
  });
});

describe('the opening after a given instant', () => {
  const schedule = aSchedule({ timeBasis: 'MEMBER' });
  const zones = [zone('Europe/Berlin'), zone('America/New_York')];
  const after = (at: string): string => toInstant(earliestOpening(schedule, day('2026-11-20'), zones, utc(at)));

  it('is that of the first zone which reaches the time later than the instant', () => {
    expect(after('2026-11-20T08:59:59.999Z')).toBe('2026-11-20T09:00:00.000Z');
    expect(after('2026-11-20T09:00:00Z')).toBe('2026-11-20T15:00:00.000Z');
  });

  it('is that of the meeting when every zone has reached the time', () => {
    expect(after('2026-11-20T15:00:00Z')).toBe('2026-11-20T09:00:00.000Z');
  });
});

describe('the openings of a date', () => {
  const zones = ['America/New_York', 'Pacific/Apia', 'Europe/Berlin'].map(zone);
  const openings = (timeBasis: Schedule['timeBasis']): string[] =>
    openingsIn(aSchedule({ timeBasis }), day('2011-12-30'), zones).map(toInstant);

  it('are one for all members with MEETING', () => {
    expect(openings('MEETING')).toEqual(['2011-12-30T09:00:00.000Z']);
  });

  it('follow the order of the zones with MEMBER and leave out a zone that skips the date', () => {
    expect(openings('MEMBER')).toEqual(['2011-12-30T15:00:00.000Z', '2011-12-30T09:00:00.000Z']);
  });

  it('exist with MEETING even if the zones of all members skip the date', () => {
    const apia = [zone('Pacific/Apia')];
    expect(isExistingTime(aSchedule(), day('2011-12-30'), apia)).toBe(true);
    expect(isExistingTime(aSchedule({ timeBasis: 'MEMBER' }), day('2011-12-30'), apia)).toBe(false);
    expect(isExistingTime(aSchedule({ timeBasis: 'MEMBER' }), day('2011-12-30'), [...apia, zone('Asia/Tokyo')])).toBe(
      true,
    );
  });
});

describe('a run planned earlier', () => {
  const date = day('2026-11-20');
  const zones = [zone('Europe/Berlin'), zone('America/New_York')];
  const isRight = (at: string, change: Partial<Schedule> = {}, afterMs?: number, on = date): boolean =>
    isStillPlanned(aSchedule(change), { date: on, at: utc(at), afterMs }, { firstRun: null, zones });

  it('accepts a prompt row with MEETING only at the meeting’s time', () => {
    expect(isRight('2026-11-20T09:00Z')).toBe(true);
    expect(isRight('2026-11-20T08:59Z')).toBe(false);
    expect(isRight('2026-11-20T09:01Z')).toBe(false);
  });

  it('accepts a prompt row with MEMBER once the first of the members’ zones has reached the time', () => {
    const change = { timeBasis: 'MEMBER', timezone: zone('Asia/Tokyo') } as const;
    expect(isRight('2026-11-20T08:59Z', change)).toBe(false);
    expect(isRight('2026-11-20T09:00Z', change)).toBe(true);
    // The member moved to a zone in which the opening time has passed. The run is late for the member but not lost.
    expect(isRight('2026-11-20T09:01Z', change)).toBe(true);
  });

  it('waits for the zones that had not reached the time when the report was saved', () => {
    const saved = utc('2026-11-20T10:00Z');
    expect(isRight('2026-11-20T14:59Z', { timeBasis: 'MEMBER' }, saved)).toBe(false);
    expect(isRight('2026-11-20T15:00Z', { timeBasis: 'MEMBER' }, saved)).toBe(true);
  });

  it('is too late for a zone that opened more than an hour earlier', () => {
    const tokyo = { timeBasis: 'MEMBER', timezone: zone('Asia/Tokyo') } as const;
    expect(isRight('2026-11-20T10:00:00.000Z', tokyo)).toBe(true);
    expect(isRight('2026-11-20T10:00:00.001Z', tokyo)).toBe(false);
    // The report was saved long before, so only the time of the run decides.
    expect(isRight('2026-11-20T10:00:00.001Z', tokyo, utc('2026-11-19T00:00Z'))).toBe(false);
  });

  it('ignores zones that had reached the time at the instant of saving', () => {
    expect(isRight('2026-11-20T09:30Z', { timeBasis: 'MEMBER' }, utc('2026-11-20T08:59:59.999Z'))).toBe(true);
    expect(isRight('2026-11-20T09:30Z', { timeBasis: 'MEMBER' }, utc('2026-11-20T09:00Z'))).toBe(false);
  });

  it('a run planned earlier without members opens by the zone of the meeting with MEMBER', () => {
    const isPlanned = (at: string): boolean =>
      isStillPlanned(aSchedule({ timeBasis: 'MEMBER' }), { date, at: utc(at) }, { firstRun: null, zones: [] });
    expect(['2026-11-20T08:59Z', '2026-11-20T09:00Z', '2026-11-20T12:00Z'].map(isPlanned)).toEqual([false, true, true]);
  });

  it('rejects a date whose weekday the schedule no longer contains', () => {
    for (const timeBasis of ['MEETING', 'MEMBER'] as const) {
      expect(isRight('2026-11-20T09:00Z', { timeBasis, friday: false })).toBe(false);
      expect(isRight('2026-11-21T09:00Z', { timeBasis }, undefined, day('2026-11-21'))).toBe(false);
    }
  });
});

describe('the next runs', () => {
  const lines = (change: Partial<Schedule>, after: string, zones: readonly string[]): string[] =>
    nextRuns(aSchedule({ ...everyDay, ...change }), {
      ...{ afterMs: utc(after), firstRun: null, zones: zones.map((name) => zone(name)) },
    }).map((run) => `${run.date} ${toInstant(run.at)}`);
  const line = ['Pacific/Apia', 'Pacific/Pago_Pago'];

  it('are one on an ordinary day', () => {
    expect(lines({}, '2026-11-20T00:00:00Z', line)).toEqual(['2026-11-20 2026-11-20T09:00:00.000Z']);
    expect(lines({ timeBasis: 'MEMBER' }, '2026-11-20T00:00:00Z', line)).toEqual([
      '2026-11-21 2026-11-20T21:00:00.000Z',
    ]);
  });

  it('come in the order of their openings if the date after a skipped one opens first', () => {
    expect(lines({ timeBasis: 'MEMBER' }, '2011-12-29T20:00:00Z', line)).toEqual([
      '2011-12-31 2011-12-30T20:00:00.000Z',
      '2011-12-30 2011-12-30T21:00:00.000Z',
    ]);
    expect(lines({ timeBasis: 'MEMBER' }, '2011-12-30T20:00:00Z', line)).toEqual([
      '2011-12-30 2011-12-30T21:00:00.000Z',
    ]);
  });

  it('include both runs that open at the same instant', () => {
    expect(lines({ timeBasis: 'MEMBER' }, '2011-12-29T21:00:00Z', ['Pacific/Apia', 'Pacific/Honolulu'])).toEqual([
      '2011-12-30 2011-12-30T20:00:00.000Z',
      '2011-12-31 2011-12-30T20:00:00.000Z',
    ]);
  });

  it('leave out a date that exists for no member, and keep it if there is no member yet', () => {
    expect(lines({ timeBasis: 'MEMBER' }, '2011-12-29T20:00:00Z', ['Pacific/Apia'])).toEqual([
      '2011-12-31 2011-12-30T20:00:00.000Z',
    ]);
    expect(lines({ timeBasis: 'MEMBER' }, '2011-12-30T00:00:00Z', [])).toEqual(['2011-12-30 2011-12-30T09:00:00.000Z']);
  });
});

describe('the next run', () => {
  const query = (after: string) => ({ afterMs: utc(after), firstRun: null, zones: [] });

  it('is today while the opening is in the future', () => {
    expect(nextRun(aSchedule(), query('2026-11-20T08:59:59.999Z'))).toEqual({
      date: '2026-11-20',
      at: utc('2026-11-20T09:00Z'),
    });
  });

  it('is the next day once it opened', () => {
    expect(nextRun(aSchedule(), query('2026-11-20T09:00Z'))?.date).toBe('2026-11-23');
  });

  it('is never before the requested date', () => {
    const request = { ...query('2026-11-18T00:00Z'), notBeforeDate: day('2026-11-20') };
    expect(nextRun(aSchedule(), request)?.date).toBe('2026-11-20');
  });

  it('does not exist for a schedule without weekdays', () => {
    expect(nextRun(aSchedule(noDay), query('2026-11-18T00:00Z'))).toBeUndefined();
  });

  it('opens for Sydney on the evening before with MEMBER', () => {
    const schedule = aSchedule({ timeBasis: 'MEMBER', timezone: zone('America/Los_Angeles') });
    const zones = [zone('America/Los_Angeles'), zone('Australia/Sydney')];
    const run = nextRun(schedule, { ...query('2026-11-18T20:00Z'), zones });
    expect(run).toEqual({ date: '2026-11-19', at: utc('2026-11-18T23:00Z') });
    expect(nextRun(schedule, { ...query('2026-11-18T23:00Z'), zones })?.date).toBe('2026-11-20');
  });

  it('does not open twice in a repeated hour', () => {
    const schedule = aSchedule({ ...everyDay, timezone: zone('America/New_York'), time: 90 });
    expect(nextRun(schedule, query('2026-11-01T05:29Z'))?.date).toBe('2026-11-01');
    expect(nextRun(schedule, query('2026-11-01T05:30Z'))?.date).toBe('2026-11-02');
    expect(nextRun(schedule, query('2026-11-01T06:29Z'))?.date).toBe('2026-11-02');
  });

  it('opens on a day whose midnight the clock change skips', () => {
    // The clocks of Beirut jump from 24:00 to 01:00. On the 29th, 00:30 therefore becomes 01:30, which still belongs to the run of the
    // 29th.
    const schedule = aSchedule({ ...everyDay, timezone: zone('Asia/Beirut'), time: 30 });
    expect(nextRun(schedule, query('2026-03-28T12:00Z'))).toEqual({ date: '2026-03-29', at: utc('2026-03-28T22:30Z') });
  });

  it.each([
    'America/New_York',
    'Australia/Lord_Howe',
    'Africa/Casablanca',
    'America/Havana',
    'Asia/Beirut',
    'Africa/Cairo',
  ])('occurs exactly once on each of 365 days in %s, at every hour', (name) => {
    const wrong: string[] = [];
    for (let time = 0; time < 1440; time += 155) {
      const schedule = aSchedule({ ...everyDay, timezone: zone(name), time });
      let after = instantOf(day('2026-01-01'), time, zone(name)) - 1;
      for (let ahead = 0; ahead < 365; ahead += 1) {
        const run = nextRun(schedule, { afterMs: after, firstRun: null, zones: [] });
        const expected = addDays(day('2026-01-01'), ahead);
        if (run?.date !== expected) wrong.push(`${time} ${expected} ${run?.date ?? 'none'}`);
        after = run?.at ?? after;
      }
    }
    expect(wrong).toEqual([]);
  });

  it('occurs exactly once on each existing day around the day that Samoa skipped', () => {
    const schedule = aSchedule({ ...everyDay, timezone: zone('Pacific/Apia'), time: 600 });
    const first = nextRun(schedule, query('2011-12-29T00:00Z'));
    const second = nextRun(schedule, { ...query('2011-12-29T00:00Z'), afterMs: first?.at ?? 0 });
    expect([first, second]).toEqual([
      { date: '2011-12-29', at: utc('2011-12-29T20:00Z') },
      { date: '2011-12-31', at: utc('2011-12-30T20:00Z') },
    ]);
  });

  const anyZone = fc
    .constantFrom(
      ...[
        'UTC',
        'America/New_York',
        'Australia/Lord_Howe',
        'Africa/Casablanca',
        'Pacific/Kiritimati',
        'Etc/GMT+12',
        'Asia/Beirut',
      ],
    )
    .map(zone);
  const anySchedule = fc.record({
    time: fc.integer({ min: 0, max: 1439 }),
    timezone: anyZone,
    timeBasis: fc.constantFrom('MEETING' as const, 'MEMBER' as const),
    type: fc.constantFrom('STANDUP' as const, 'RETRO' as const),
    interval: fc.constantFrom('WEEK' as const, 'ALTWEEK' as const, 'MONTH' as const),
    monday: fc.boolean(),
    thursday: fc.boolean(),
    saturday: fc.boolean(),
  });

  it('equals the result of walking over every date', () => {
    fc.assert(
      fc.property(
        anySchedule,
        fc.array(anyZone, { maxLength: 4 }),
        fc.integer({ min: utc('2026-01-01T00:00Z'), max: utc('2027-01-01T00:00Z') }),
        fc.option(fc.constant(day('2026-05-13'))),
        (change, zones, afterMs, firstRun) => {
          const schedule = aSchedule({ ...noDay, sunday: true, ...change });
          const start = addDays(localDateAt(afterMs, zone('UTC')), -3);
          const walked = Array.from({ length: 75 }, (_, ahead) => addDays(start, ahead))
            .filter((date) => isScheduled(schedule, date, firstRun))
            .map((date) => ({ date, at: earliestOpening(schedule, date, zones) }))
            .find((run) => run.at > afterMs);
          expect(walked).toBeDefined();
          expect(nextRun(schedule, { afterMs, firstRun, zones })).toEqual(walked);
        },
      ),
      { numRuns: 300 },
    );
  });

  it('returns an instant on the local date of the run, unless that time does not exist', () => {
    fc.assert(
      fc.property(
        anySchedule,
        fc.integer({ min: utc('2026-01-01T00:00Z'), max: utc('2027-01-01T00:00Z') }),
        (change, afterMs) => {
          const schedule = aSchedule({
            ...everyDay,
            ...change,
            wednesday: true,
            timeBasis: 'MEETING',
            type: 'STANDUP',
          });
          const run = nextRun(schedule, { afterMs, firstRun: null, zones: [] });
          expect(run && localDateAt(run.at, schedule.timezone)).toBe(run?.date);
          expect(run && dateExists(run.date, schedule.timezone)).toBe(true);
          expect(run && msOf(toInstant(run.at))).toBe(run?.at);
        },
      ),
    );
  });
});

describe('a day that has begun for some members', () => {
  const zones = [zone('Australia/Sydney'), zone('Europe/Berlin'), zone('America/New_York')];
  const midway = (at: string, change: Partial<Schedule> = {}) =>
    runsMidway(aSchedule({ timeBasis: 'MEMBER', ...change }), { afterMs: utc(at), firstRun: null, zones }).map(
      (run) => `${run.date} ${toInstant(run.at)}`,
    );

  it('still applies to members whose opening is in the future', () => {
    expect(midway('2026-11-17T06:00:00Z')).toEqual(['2026-11-17 2026-11-17T09:00:00.000Z']);
    expect(midway('2026-11-17T09:00:00Z')).toEqual(['2026-11-17 2026-11-17T15:00:00.000Z']);
  });

  it('exists only between its first and last opening, on a scheduled day, with one time for each member', () => {
    expect(midway('2026-11-16T22:59:00Z')).toEqual([]);
    expect(midway('2026-11-17T15:00:00Z')).toEqual([]);
    expect(midway('2026-11-21T06:00:00Z')).toEqual([]);
    expect(midway('2026-11-17T06:00:00Z', { timeBasis: 'MEETING' })).toEqual([]);
  });

  it('is found behind a date that opens later than the date after it', () => {
    // Apia skipped 2011-12-30, so 10:00 in Apia is 20:00 UTC of the day before. In Pago Pago, 10:00 is 21:00 UTC.
    const ends = [zone('Pacific/Apia'), zone('Pacific/Pago_Pago')];
    const query = { afterMs: utc('2011-12-30T20:30:00Z'), firstRun: null, zones: ends };
    const runs = runsMidway(aSchedule({ timeBasis: 'MEMBER', ...everyDay }), query);
    expect(runs.map((run) => `${run.date} ${toInstant(run.at)}`)).toEqual(['2011-12-31 2011-12-31T21:00:00.000Z']);
  });

  it('is also the date of a member who is two dates behind the first', () => {
    // At this instant it is 2 June on Kiritimati, and 31 May, 22:30, in the zone twelve hours behind UTC.
    const ends = [zone('Etc/GMT+12'), zone('Pacific/Kiritimati')];
    const change = { ...everyDay, timezone: zone('Pacific/Kiritimati'), time: 23 * 60 };
    const query = { afterMs: utc('2026-06-01T10:30:00Z'), firstRun: null, zones: ends };
    const runs = runsMidway(aSchedule({ timeBasis: 'MEMBER', ...change }), query);
    expect(runs.map((run) => `${run.date} ${toInstant(run.at)}`)).toEqual([
      '2026-05-31 2026-06-01T11:00:00.000Z',
      '2026-06-01 2026-06-02T11:00:00.000Z',
    ]);
  });

  it('is found behind a date that no zone has reached', () => {
    // Apia skipped 30 December. Its run of the 31st therefore opens before the run of the 30th in Pago Pago, the meeting's zone.
    const ends = [zone('Pacific/Apia'), zone('Pacific/Pago_Pago')];
    const schedule = aSchedule({ timeBasis: 'MEMBER', ...everyDay, timezone: zone('Pacific/Pago_Pago') });
    const runs = runsMidway(schedule, { afterMs: utc('2011-12-30T20:30:00Z'), firstRun: null, zones: ends });
    expect(runs.map((run) => run.date)).toEqual(['2011-12-31']);
  });

  it('include two dates if one zone ends a day after another has begun the next', () => {
    const ends = [zone('Pacific/Niue'), zone('Pacific/Kiritimati')];
    const query = { afterMs: utc('2026-11-17T20:30:00Z'), firstRun: null, zones: ends };
    const runs = runsMidway(aSchedule({ timeBasis: 'MEMBER', ...everyDay }), query);
    expect(runs.map((run) => `${run.date} ${toInstant(run.at)}`)).toEqual([
      '2026-11-17 2026-11-17T21:00:00.000Z',
      '2026-11-18 2026-11-18T21:00:00.000Z',
    ]);
  });
});
