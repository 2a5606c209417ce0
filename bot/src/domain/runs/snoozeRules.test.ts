import type { LocalDate } from '#contracts/core/idDateAndZoneSchemas.ts';
import { zoneId } from '#contracts/core/idDateAndZoneSchemas.ts';
import type { QuietHours } from '#contracts/people/quietHours.ts';
import { snoozeLengths } from '#contracts/answers/skipAndSnoozeCalls.ts';
import type { Instants } from '#contracts/runs/runSchema.ts';
import { instantOf, minuteMs, minutesAt, msOf, toInstant } from '../core/zonedTimeAndCalendarDates.ts';
import { instantsAfterSnooze, isSamePress, offeredSnoozes, snoozeEnd } from './snoozeRules.ts';

// In both zones, one of the dates has a clock change.
const days = [
  ['Europe/Berlin', '2026-10-25'],
  ['Europe/Berlin', '2026-11-20'],
  ['Pacific/Auckland', '2026-09-27'],
  ['Pacific/Auckland', '2026-11-20'],
] as const;

const windowMinutes = 240;

interface Moment {
  readonly zone: ReturnType<typeof zoneId.parse>;
  readonly now: number;
  readonly closesAt: ReturnType<typeof toInstant>;
  readonly quietHours: QuietHours | null;
}

/** Instants seven minutes apart in a window that opens at 10:00 on the member's clock, each with other seconds. */
const moments: Moment[] = days.flatMap(([name, date]) => {
  const zone = zoneId.parse(name);
  const opensAt = instantOf(date as LocalDate, 10 * 60, zone);
  const closesAt = toInstant(opensAt + windowMinutes * minuteMs);
  return Array.from({ length: 35 }, (_, index) => ({
    zone,
    closesAt,
    quietHours: null,
    now: opensAt + index * 7 * minuteMs + index * 1_700,
  }));
});

describe('the end of a snooze', () => {
  it('is a whole minute after now and before the close, in every zone', () => {
    for (const moment of moments)
      for (const length of snoozeLengths) {
        const until = snoozeEnd(length, moment);
        if (until === undefined) continue;
        expect(msOf(until)).toBeGreaterThan(moment.now);
        expect(msOf(until)).toBeLessThan(msOf(moment.closesAt));
        expect(msOf(until) % minuteMs).toBe(0);
      }
  });

  it('is thirty or sixty minutes after the minute of the press', () => {
    for (const moment of moments) {
      const minute = moment.now - (moment.now % minuteMs);
      for (const [length, minutes] of [
        ['HALF_HOUR', 30],
        ['HOUR', 60],
      ] as const) {
        const at = minute + minutes * minuteMs;
        expect(snoozeEnd(length, moment)).toBe(at < msOf(moment.closesAt) ? toInstant(at) : undefined);
      }
    }
  });

  it('the end of a snooze after lunch is one o’clock on the clock of the member, and no choice after that', () => {
    for (const moment of moments) {
      const until = snoozeEnd('AFTER_LUNCH', moment);
      const isBefore = minutesAt(moment.now, moment.zone) < 13 * 60;
      expect(until === undefined ? undefined : minutesAt(msOf(until), moment.zone)).toBe(
        isBefore ? 13 * 60 : undefined,
      );
    }
  });

  it('ends with the quiet hours that cover it, and is not offered if they last until the close', () => {
    const quietHours = { from: 12 * 60, to: 14 * 60 };
    const isQuiet = (minutes: number): boolean => minutes >= quietHours.from && minutes < quietHours.to;
    for (const moment of moments)
      for (const length of snoozeLengths) {
        const plain = snoozeEnd(length, moment);
        const moved = snoozeEnd(length, { ...moment, quietHours });
        const minutes = plain === undefined ? undefined : minutesAt(msOf(plain), moment.zone);
        const expected = minutes !== undefined && isQuiet(minutes) ? quietHours.to : minutes;
        expect([undefined, expected]).toContain(moved === undefined ? undefined : minutesAt(msOf(moved), moment.zone));
        expect(moved === undefined && plain !== undefined && !isQuiet(minutes ?? 0)).toBe(false);
        expect(snoozeEnd(length, { ...moment, quietHours: { from: 10 * 60, to: 23 * 60 } })).toBeUndefined();
      }
  });

  it('is offered exactly if it is accepted', () => {
    for (const moment of moments)
      expect(offeredSnoozes(moment)).toEqual(snoozeLengths.filter((length) => snoozeEnd(length, moment) !== undefined));
  });
});

describe('the reminders after a snooze', () => {
  const setOf = ({ zone, closesAt }: Moment): Instants => {
    const opensAt = msOf(closesAt) - windowMinutes * minuteMs;
    return {
      ...{ zone, opensAt: toInstant(opensAt), closesAt, graceEndsAt: closesAt },
      firstReminderAt: toInstant(opensAt + (windowMinutes / 2) * minuteMs),
      secondReminderAt: toInstant(msOf(closesAt) - 15 * minuteMs),
    };
  };

  it('are after the prompt, before the close, and never earlier than planned', () => {
    for (const moment of moments)
      for (const length of snoozeLengths) {
        const until = snoozeEnd(length, moment);
        if (until === undefined) continue;
        const [before, after] = [setOf(moment), instantsAfterSnooze(setOf(moment), until)];
        expect([after.opensAt, after.closesAt]).toEqual([until, before.closesAt]);
        for (const kind of ['firstReminderAt', 'secondReminderAt'] as const) {
          const [planned, moved] = [before[kind], after[kind]];
          if (planned === null || moved === null) throw new Error('Both reminders are planned.');
          expect(msOf(moved)).toBeGreaterThan(msOf(until));
          expect(msOf(moved)).toBeLessThan(msOf(after.closesAt));
          expect(msOf(moved)).toBeGreaterThanOrEqual(msOf(planned));
        }
      }
  });

  it('stay where they are if they come well after the prompt', () => {
    const [moment] = moments;
    if (moment === undefined) throw new Error('There are moments.');
    const set = setOf(moment);
    const until = toInstant(msOf(set.opensAt) + 30 * minuteMs);
    expect(instantsAfterSnooze(set, until)).toEqual({ ...set, opensAt: until });
    const none = { ...set, firstReminderAt: null, secondReminderAt: null };
    expect(instantsAfterSnooze(none, until)).toEqual({ ...none, opensAt: until });
  });
});

describe('a second press of the same button', () => {
  const snoozedAt = toInstant(Date.parse('2026-11-20T09:00:10Z'));
  const stored = {
    round: 1,
    length: 'HALF_HOUR',
    snoozedAt,
    until: toInstant(Date.parse('2026-11-20T09:30:00Z')),
  } as const;
  const press = { round: 1, length: 'HALF_HOUR' } as const;
  const at = (time: string): number => Date.parse(`2026-11-20T${time}Z`);

  it.each([
    ['at once', press, '09:00:11', true],
    ['within two minutes', press, '09:02:09', true],
    ['after two minutes', press, '09:02:10', false],
    ['with a clock that went back a little', press, '08:59:30', true],
    ['after the snooze has ended', press, '09:30:00', false],
    ['for another length', { ...press, length: 'HOUR' as const }, '09:00:11', false],
    ['in another round', { ...press, round: 2 }, '09:00:11', false],
  ] as const)('%s', (_what, again, time, isSame) => {
    expect(isSamePress(stored, again, at(time))).toBe(isSame);
  });
});
