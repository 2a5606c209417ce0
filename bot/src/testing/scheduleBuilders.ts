import type { LocalDate, ZoneId } from '#contracts/core/idDateAndZoneSchemas.ts';
import type { Schedule } from '../domain/runs/meetingScheduleAndNextRuns.ts';

// Builds schedules for the tests of `domain/runs`.

export const zone = (name: string): ZoneId => name as ZoneId;
export const day = (date: string): LocalDate => date as LocalDate;
export const utc = (text: string): number => Date.parse(text);

const workdays = { monday: true, tuesday: true, wednesday: true, thursday: true, friday: true };
export const aSchedule = (change: Partial<Schedule> = {}): Schedule => ({
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
export const noDay = { monday: false, tuesday: false, wednesday: false, thursday: false, friday: false };
export const everyDay = { ...workdays, saturday: true, sunday: true };
