import { demoPassword } from '../../bot/src/demo/demoPeople.ts';

// The demo organisation on one fixed day: Wednesday, ten minutes before the daily stand-up opens.

export const startsAt = '2026-11-18T09:50:00Z';

export const dates = {
  today: '2026-11-18',
  /** Tuesday: everybody answered, Bob is blocked. */
  answered: '2026-11-17',
  sunday: '2026-11-15',
  /** Stand-up and retrospective. */
  twoMeetings: '2026-11-13',
  /** Farid is away. */
  vacation: '2026-11-12',
  holiday: '2026-11-06',
} as const;

export const ann = { email: 'admin@rollcall.test', password: demoPassword };
export const bob = { email: 'bob@rollcall.test', password: demoPassword };
/** Admin of the other organisation, whose team has no meetings. */
export const grace = { email: 'grace@fabrikam.test', password: demoPassword };

/** From the start of the clock to just after the stand-up opened. */
export const minutesToOpening = 10;
