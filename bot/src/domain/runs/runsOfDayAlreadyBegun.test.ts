import { runsMidway } from './meetingScheduleAndNextRuns.ts';
import type { Schedule } from './meetingScheduleAndNextRuns.ts';
import { toInstant } from '../core/zonedTimeAndCalendarDates.ts';
import { zone, utc, aSchedule, everyDay } from '../../testing/scheduleBuilders.ts';

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
