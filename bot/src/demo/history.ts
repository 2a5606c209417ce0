import type { LocalDate } from '#contracts/ids.ts';
import { addDays, localDateAt, weekdayOf } from '../domain/time.ts';
import type { JobDeps } from '../jobs/jobDeps.ts';
import type { AnswerDeps } from '../services/answers.ts';
import type { Deps } from '../services/deps.ts';
import type { MeetingDeps } from '../services/meetings.ts';
import { createDemoMessenger } from './chat.ts';
import type { DemoPlace } from './chat.ts';

export type DemoDeps = Deps & AnswerDeps & MeetingDeps & Omit<JobDeps, 'clock' | 'messenger' | 'sleep'>;

/** How long the demo organisation has been at it, in days. */
export const historyDays = 21;

/** The seed's own time: the store fills as it would have over three weeks. */
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

/** The n-th working day before (negative) or after a date. */
export const workingDay = (from: LocalDate, steps: number): LocalDate => {
  let date = from;
  for (let left = Math.abs(steps); left > 0;) {
    date = addDays(date, Math.sign(steps));
    if (working(date)) left -= 1;
  }
  return date;
};
