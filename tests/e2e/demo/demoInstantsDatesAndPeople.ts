import { demoPassword } from '../../../bot/src/demo/demoPeopleAndTeams.ts';

/**
 * Most browser tests start the server at this instant: a Wednesday, ten minutes before the daily stand-up of the demo.
 */
export const startsAt = '2026-11-18T09:50:00Z';

export const dates = {
  today: '2026-11-18',
  /** On this Tuesday all members answered, and Bob reported a blocker. */
  answered: '2026-11-17',
  sunday: '2026-11-15',
  /** On this Friday the stand-up and the retrospective both ran. */
  twoMeetings: '2026-11-13',
  /** Farid is on vacation on this day. */
  vacation: '2026-11-12',
  holiday: '2026-11-06',
} as const;

export const ann = { email: 'admin@rollcall.test', password: demoPassword };
export const bob = { email: 'bob@rollcall.test', password: demoPassword };
/** Sign-in of a person in the second organisation of the demo, whose team has no meetings. */
export const grace = { email: 'grace@fabrikam.test', password: demoPassword };

/** Minutes from `startsAt` until just after the stand-up has opened. */
export const minutesToOpening = 10;
