import type { LocalDate } from '#contracts/core/idDateAndZoneSchemas.ts';
import {
  earliestOpening,
  isExistingTime,
  isScheduled,
  isStillPlanned,
  nextDate,
  opening,
  openingsIn,
} from './meetingScheduleAndNextRuns.ts';
import type { Schedule } from './meetingScheduleAndNextRuns.ts';
import { toInstant } from '../core/zonedTimeAndCalendarDates.ts';
import { zone, day, utc, aSchedule, noDay, everyDay } from '../../testing/scheduleBuilders.ts';

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
