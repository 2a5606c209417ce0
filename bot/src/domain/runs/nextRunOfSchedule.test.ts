import fc from 'fast-check';
import { earliestOpening, isScheduled, nextRun, nextRuns } from './meetingScheduleAndNextRuns.ts';
import type { Schedule } from './meetingScheduleAndNextRuns.ts';
import { addDays, dateExists, instantOf, localDateAt, msOf, toInstant } from '../core/zonedTimeAndCalendarDates.ts';
import { zone, day, utc, aSchedule, noDay, everyDay } from '../../testing/scheduleBuilders.ts';

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
