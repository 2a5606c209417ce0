import type { LocalDate } from '#contracts/core/idDateAndZoneSchemas.ts';
import { addDays, localDateAt, weekdayOf } from '../domain/core/zonedTimeAndCalendarDates.ts';
import type { JobDeps } from '../jobs/core/jobDepsAndSettings.ts';
import type { AnswerDeps } from '../services/answers/saveAnswerAndShowCard.ts';
import type { Deps } from '../services/core/deps.ts';
import type { MeetingDeps } from '../services/meetings/storeMeeting.ts';
import { createDemoMessenger } from './silentDemoMessengerAndThreads.ts';
import type { DemoPlace } from './silentDemoMessengerAndThreads.ts';

export type DemoDeps = Deps & AnswerDeps & MeetingDeps & Omit<JobDeps, 'clock' | 'messenger' | 'sleep'>;

export const historyDays = 21;

/**
 * The demo history while it is being created. Its clock is set to instants of the three weeks, so that the store
 * contains the same rows as after real use.
 */
export interface History {
  readonly deps: DemoDeps & JobDeps;
  readonly place: DemoPlace;
  readonly today: LocalDate;
  moveTo(ms: number): void;
}

export const startHistory = (deps: DemoDeps, now: number, place: DemoPlace): History => {
  let at = now;
  const clock = { now: () => at };
  const sleep = (ms: number): Promise<void> => {
    at += ms;
    return Promise.resolve();
  };
  return {
    deps: { ...deps, clock, sleep, messenger: createDemoMessenger() },
    place,
    today: localDateAt(now, place.zone),
    moveTo: (ms) => {
      at = ms;
    },
  };
};

export const working = (date: LocalDate): boolean => !['saturday', 'sunday'].includes(weekdayOf(date));

/** Returns the n-th working day after a date, or before it if `steps` is negative. */
export const workingDay = (from: LocalDate, steps: number): LocalDate => {
  let date = from;
  for (let left = Math.abs(steps); left > 0;) {
    date = addDays(date, Math.sign(steps));
    if (working(date)) left -= 1;
  }
  return date;
};
