import type { Answer } from '#contracts/answers/answerCardAndDraftCalls.ts';
import type { Run } from '#contracts/runs/runSchema.ts';
import type { MemberId } from '#contracts/core/idDateAndZoneSchemas.ts';
import type { DaySheet } from '../timesheets/daySheetMergeAndTotals.ts';

// Tombstones replace the rows of an erased person. A tombstone keeps the values that reports count, but no text.

const namelessId = (at: number): string => String(at).padStart(16, '0');

/**
 * Returns the tombstone of an answer. The tombstone keeps the number of goals with their ticks and states, and all
 * times and flags, such as late and blocked.
 */
export const answerTombstone = <T extends Answer>(answer: T): T => ({
  ...answer,
  values: {},
  sentFrom: null,
  goals: answer.goals.map(({ ticked, state }, index) => ({
    ...{ id: namelessId(index), text: '', ticked },
    ...(state === undefined ? {} : { state }),
  })),
});

/** Returns the tombstone of a skipped run. The run stays skipped, but the reason is removed. */
export const skipTombstone = <T extends { readonly reason: string; readonly sentFrom: string | null }>(skip: T): T => ({
  ...skip,
  reason: '',
  sentFrom: null,
});

/** Returns the tombstone of a day sheet. The tombstone keeps the hours by meeting, but not the texts of the tasks. */
export const sheetTombstone = <T extends DaySheet>(sheet: T): T => ({
  ...sheet,
  tasks: sheet.tasks.map((task) => ({ ...task, task: '', lineId: null })),
  // The keys of `moved` contain hashes of the erased texts, so they are removed too.
  moved: {},
});

export const runWithoutMember = (run: Run, memberId: MemberId, name: string): Run => ({
  ...run,
  members: run.members.map((member) => (member.memberId === memberId ? { ...member, name } : member)),
});

const separator = ', ';

/** Replaces a name that is the whole text or an element of the list. The name itself may contain the separator. */
const withoutName = (list: string, name: string, replacement: string): string =>
  `${separator}${list}${separator}`
    .replaceAll(`${separator}${name}${separator}`, `${separator}${replacement}${separator}`)
    // Two equal neighbours share one separator, which the first match consumes. A second pass replaces the other one.
    .replaceAll(`${separator}${name}${separator}`, `${separator}${replacement}${separator}`)
    .slice(separator.length, -separator.length);

/**
 * Replaces these names in a value of the log. Longer names are replaced first, because a shorter name may be an element
 * of a longer one.
 */
export const withoutNames = (value: string, names: readonly string[], replacement: string): string =>
  names
    .filter((name) => name !== '')
    .toSorted((text, other) => other.length - text.length)
    .reduce((list, name) => withoutName(list, name, replacement), value);
