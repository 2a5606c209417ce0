import type { Answer } from '#contracts/meetings/answer.ts';
import type { Run } from '#contracts/meetings/run.ts';
import type { MemberId } from '#contracts/core/ids.ts';
import type { DaySheet } from '../timesheets/daySheet.ts';

// Tombstones of an erased person's rows. They keep everything that is counted and no text.

const namelessId = (at: number): string => String(at).padStart(16, '0');

/** Keeps the number of goals, the ticked ones, and the flags for late and blocked. */
export const answerTombstone = <T extends Answer>(answer: T): T => ({
  ...answer,
  values: {},
  sentFrom: null,
  goals: answer.goals.map(({ ticked }, index) => ({ id: namelessId(index), text: '', ticked })),
});

/** The hours by meeting, without what they went into. */
export const sheetTombstone = <T extends DaySheet>(sheet: T): T => ({
  ...sheet,
  tasks: sheet.tasks.map((task) => ({ ...task, task: '', lineId: null })),
  // Its keys name lines by the hash of their text.
  moved: {},
});

export const runWithoutMember = (run: Run, memberId: MemberId, name: string): Run => ({
  ...run,
  members: run.members.map((member) => (member.memberId === memberId ? { ...member, name } : member)),
});

const separator = ', ';

/** Replaces a name where it is the whole text or an element of its list. The name itself may contain the separator. */
const withoutName = (list: string, name: string, replacement: string): string =>
  `${separator}${list}${separator}`
    .replaceAll(`${separator}${name}${separator}`, `${separator}${replacement}${separator}`)
    // Of two equal neighbours the first match has taken the separator between them.
    .replaceAll(`${separator}${name}${separator}`, `${separator}${replacement}${separator}`)
    .slice(separator.length, -separator.length);

/** A value of the log in which these names are replaced, the longest first: it may contain a shorter one as an element. */
export const withoutNames = (value: string, names: readonly string[], replacement: string): string =>
  names
    .filter((name) => name !== '')
    .toSorted((text, other) => other.length - text.length)
    .reduce((list, name) => withoutName(list, name, replacement), value);
