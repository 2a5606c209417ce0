import type { Answer } from '#contracts/answer.ts';
import type { Occurrence } from '#contracts/occurrence.ts';
import type { MemberId } from '#contracts/ids.ts';
import type { DaySheet } from './timesheet.ts';

// What stays of what an erased person wrote: everything that is counted, and nothing that was said.

const namelessId = (at: number): string => String(at).padStart(16, '0');

/** How many goals it had and which were ticked, whether it was late, whether something blocked. */
export const answerTombstone = <T extends Answer>(answer: T): T => ({
  ...answer,
  values: {},
  sentFrom: null,
  goals: answer.goals.map(({ ticked }, at) => ({ id: namelessId(at), text: '', ticked })),
});

/** The hours by meeting, without what they went into. */
export const sheetTombstone = <T extends DaySheet>(sheet: T): T => ({
  ...sheet,
  tasks: sheet.tasks.map((one) => ({ ...one, task: '', lineId: null })),
  // Names lines by the hash of what they said.
  moved: {},
});

export const runWithout = (run: Occurrence, memberId: MemberId, name: string): Occurrence => ({
  ...run,
  members: run.members.map((one) => (one.memberId === memberId ? { ...one, name } : one)),
});

const element = ', ';

/** A value of the log, with these names replaced where they are all of it or an element of its list. */
export const withoutNames = (value: string, names: readonly string[], replacement: string): string =>
  value
    .split(element)
    .map((one) => (names.includes(one) ? replacement : one))
    .join(element);
