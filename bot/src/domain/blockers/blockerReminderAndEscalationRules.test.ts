import { localDate, zoneId } from '#contracts/core/idDateAndZoneSchemas.ts';
import {
  escalationNumber,
  reminderMoment,
  reminderNumber,
  wasRemindedOn,
} from './blockerReminderAndEscalationRules.ts';

const hour = 3_600_000;
const week = {
  ...{ monday: true, tuesday: true, wednesday: true, thursday: true, friday: true, saturday: false, sunday: false },
};
const berlin = { zone: zoneId.parse('Europe/Berlin'), quietHours: null };
// Friday, 20 November 2026, 9:00 in Berlin.
const start = Date.parse('2026-11-20T08:00:00Z');
const monday = start + 72 * hour;

describe('the moment of a reminder', () => {
  it('begins at 9:00 and ends eight hours later', () => {
    const today = { date: '2026-11-20', dueAt: start };
    expect(reminderMoment(week, berlin, start - 1)).toEqual({ today: null, next: start });
    expect(reminderMoment(week, berlin, start)).toEqual({ today, next: monday });
    expect(reminderMoment(week, berlin, start + 8 * hour - 1)).toEqual({ today, next: monday });
    expect(reminderMoment(week, berlin, start + 8 * hour)).toEqual({ today: null, next: monday });
  });

  it('is on no other day than those of the report', () => {
    expect(reminderMoment(week, berlin, start + 24 * hour)).toEqual({ today: null, next: monday });
  });

  it('begins at the end of quiet hours, and is not within later ones', () => {
    const lateRiser = { ...berlin, quietHours: { from: 12 * 60, to: 11 * 60 } };
    const end = start + 2 * hour;
    expect(reminderMoment(week, lateRiser, start)).toEqual({ today: null, next: end });
    expect(reminderMoment(week, lateRiser, end).today).toEqual({ date: '2026-11-20', dueAt: end });
    expect(reminderMoment(week, lateRiser, start + 3 * hour).today).toBeNull();
  });

  it('has a day in a report that asks on one day a week', () => {
    const fridays = { ...week, monday: false, tuesday: false, wednesday: false, thursday: false };
    expect(reminderMoment(fridays, berlin, start).next).toBe(start + 7 * 24 * hour);
  });
});

describe('the numbers of reminders', () => {
  const number = (date: string): number => reminderNumber(localDate.parse(date));
  const sent = [{ who: 'bob', number: number('2026-11-24') }];

  it('show that a person was reminded on that day or on a later one', () => {
    expect(wasRemindedOn(sent, { who: 'bob', number: number('2026-11-24') })).toBe(true);
    expect(wasRemindedOn(sent, { who: 'bob', number: number('2026-11-23') })).toBe(true);
    expect(wasRemindedOn(sent, { who: 'bob', number: number('2026-11-25') })).toBe(false);
    expect(wasRemindedOn(sent, { who: 'cy', number: number('2026-11-24') })).toBe(false);
  });

  it('are not those of escalations', () => {
    const escalated = [{ who: 'bob', number: escalationNumber(localDate.parse('2026-11-25')) }];
    expect(wasRemindedOn(escalated, { who: 'bob', number: number('2026-11-24') })).toBe(false);
  });
});
