import fc from 'fast-check';
import type { Instant, LocalDate, ZoneId } from '#contracts/core/idDateAndZoneSchemas.ts';
import { blockerMoments, nextBlocker, workingDaysBetween } from './blockerStateFromAnswers.ts';
import type { BlockerState } from './blockerStateFromAnswers.ts';
import type { Schedule } from '../runs/meetingScheduleAndNextRuns.ts';
import { addDays, weekdayOf } from '../core/zonedTimeAndCalendarDates.ts';

const day = (date: string): LocalDate => date as LocalDate;
const yes = (date: string, text = 'Database') => ({ date: day(date), hasBlocker: true, text });
const no = (date: string) => ({ date: day(date), hasBlocker: false, text: '' });
const after = (...answers: { date: LocalDate; hasBlocker: boolean; text: string }[]): BlockerState | undefined =>
  answers.reduce<BlockerState | undefined>(nextBlocker, undefined);

describe('a blocker', () => {
  it('opens with the first blocking answer and keeps that date', () => {
    expect(after(yes('2026-11-16'), yes('2026-11-17'), yes('2026-11-19', 'Still the database'))).toEqual({
      isOpen: true,
      since: '2026-11-16',
      date: '2026-11-19',
      text: 'Still the database',
    });
  });

  it('closes with the next answer that does not block', () => {
    expect(after(yes('2026-11-16'), no('2026-11-17'))).toEqual({
      isOpen: false,
      since: '2026-11-16',
      date: '2026-11-17',
      text: '',
    });
  });

  it('begins again after it closed', () => {
    expect(after(yes('2026-11-16'), no('2026-11-17'), yes('2026-11-18'))).toMatchObject({
      isOpen: true,
      since: '2026-11-18',
    });
  });

  it('closes when its only answer is edited, and reopens when the edit is reverted', () => {
    expect(after(yes('2026-11-16'), no('2026-11-16'))?.isOpen).toBe(false);
    expect(after(yes('2026-11-16'), yes('2026-11-17'), no('2026-11-17'), yes('2026-11-17'))).toMatchObject({
      isOpen: true,
      since: '2026-11-16',
    });
    expect(after(yes('2026-11-16'), no('2026-11-17'), no('2026-11-18'), yes('2026-11-18'))?.since).toBe('2026-11-18');
  });

  it('is not changed by a late answer to an older run', () => {
    expect(after(yes('2026-11-17'), no('2026-11-16'))).toEqual(after(yes('2026-11-17')));
    expect(after(no('2026-11-17'), yes('2026-11-16'))).toEqual(after(no('2026-11-17')));
  });
});

describe('the moments of a blocker', () => {
  const instant = (time: string): Instant => `2026-11-20T${time}:00.000Z` as Instant;

  it('survive while the blocker lasts and until another blocker follows', () => {
    const open = blockerMoments(undefined, true, instant('09:00'));
    expect(open).toEqual({ openedAt: instant('09:00'), closedAt: null });
    const still = blockerMoments({ ...open, isOpen: true }, true, instant('10:00'));
    expect(still).toEqual(open);
    const closed = blockerMoments({ ...still, isOpen: true }, false, instant('11:00'));
    expect(closed).toEqual({ openedAt: instant('09:00'), closedAt: instant('11:00') });
    expect(blockerMoments({ ...closed, isOpen: false }, false, instant('12:00'))).toEqual(closed);
    const reopened = blockerMoments({ ...closed, isOpen: false }, true, instant('13:00'));
    expect(reopened).toEqual({ openedAt: instant('13:00'), closedAt: null });
  });

  it('have no opening for a blocker that never opened or that an older version wrote', () => {
    expect(blockerMoments(undefined, false, instant('09:00'))).toEqual({ openedAt: null, closedAt: null });
    const old = { isOpen: true, openedAt: null, closedAt: null };
    expect(blockerMoments(old, true, instant('09:00'))).toEqual({ openedAt: null, closedAt: null });
    expect(blockerMoments(old, false, instant('09:00'))).toEqual({ openedAt: null, closedAt: instant('09:00') });
  });
});

describe('the age of a blocker', () => {
  const workdays: Schedule = {
    time: 600,
    timezone: 'Europe/Berlin' as ZoneId,
    sunday: false,
    monday: true,
    tuesday: true,
    wednesday: true,
    thursday: true,
    friday: true,
    saturday: false,
    type: 'STANDUP',
    interval: 'WEEK',
    timeBasis: 'MEETING',
  };

  it.each([
    ['2026-11-16', '2026-11-16', 0],
    ['2026-11-16', '2026-11-17', 1],
    ['2026-11-20', '2026-11-23', 1],
    ['2026-11-16', '2026-11-30', 10],
    ['2026-11-14', '2026-11-15', 0],
    ['2026-11-17', '2026-11-16', 0],
  ])('a blocker from %s to %s is %i working days old', (since, date, age) => {
    expect(workingDaysBetween(workdays, day(since), day(date))).toBe(age);
  });

  it('equals the result of counting day by day', () => {
    const anyDay = fc.integer({ min: 0, max: 20_000 }).map((days) => addDays(day('1990-01-01'), days));
    const flags = fc.record({
      monday: fc.boolean(),
      friday: fc.boolean(),
      saturday: fc.boolean(),
      sunday: fc.boolean(),
    });
    fc.assert(
      fc.property(anyDay, fc.integer({ min: 0, max: 60 }), flags, (since, days, chosen) => {
        const schedule = { ...workdays, ...chosen };
        const counted = Array.from({ length: days }, (_, ahead) => addDays(since, ahead + 1));
        const expected = counted.filter((item) => schedule[weekdayOf(item)]).length;
        expect(workingDaysBetween(schedule, since, addDays(since, days))).toBe(expected);
      }),
    );
  });
});
