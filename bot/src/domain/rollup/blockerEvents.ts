import type { LocalDate, ZoneId } from '#contracts/core/ids.ts';
import { lastDateOf } from '../blockers/blockerDuration.ts';
import { sinceOf, wasReported } from '../blockers/blockerLife.ts';
import type { TrackedBlocker } from '../blockers/blockerLife.ts';

// Finds the beginnings and ends of a member's blockers in one report. Answers decide, as they decide whether a blocker is open; the row of
// the last blocker adds its end by "Resolved", which no answer shows.

export interface JudgedAnswer {
  readonly date: LocalDate;
  readonly hasBlocker: boolean;
}

export interface BlockerEvent {
  readonly kind: 'OPENED' | 'RESOLVED';
  readonly date: LocalDate;
}

export interface LastBlocker {
  readonly blocker: TrackedBlocker;
  /** Zone of the report, in which an end by "Resolved" has a date. */
  readonly zone: ZoneId;
}

/** The last blocker of the row: its first date, and its end if it is resolved and the end was recorded. */
interface Known {
  readonly since: LocalDate;
  readonly isOpen: boolean;
  readonly end: LocalDate | null;
}

const earlier = (a: LocalDate, b: LocalDate): LocalDate => (a < b ? a : b);
const later = (a: LocalDate, b: LocalDate): LocalDate => (a < b ? b : a);

const knownOf = ({ blocker, zone }: LastBlocker): Known | undefined => {
  if (!wasReported(blocker)) return undefined;
  const { isOpen, closedAt } = blocker;
  const since = sinceOf(blocker);
  // A blocker that was reported ahead can end before its first date begins.
  const end = isOpen || closedAt === null ? null : later(lastDateOf(blocker, zone, blocker.date), since);
  return { since, isOpen, end };
};

/** Returns the end of the last blocker; null if it is open or its end was not recorded. */
export const recordedEnd = (last: LastBlocker): LocalDate | null => knownOf(last)?.end ?? null;

/** Returns the end of a blocker that no later answer ends: the date of "Resolved", at the earliest the date of the newest answer. */
const endByHand = (known: Known | undefined, newest: JudgedAnswer | undefined): BlockerEvent[] => {
  if (known === undefined || known.isOpen) return [];
  if (newest === undefined) return known.end === null ? [] : [{ kind: 'RESOLVED', date: known.end }];
  if (!newest.hasBlocker || known.since > newest.date) return [];
  return [{ kind: 'RESOLVED', date: later(known.end ?? newest.date, newest.date) }];
};

/** Returns the end of a blocker that had ended by `date`: the recorded one of the last blocker, otherwise `date`. `before`: the answer before. */
const endBefore = (date: LocalDate, before: LocalDate | undefined, known: Known | undefined): LocalDate => {
  if (known === undefined || known.end === null || before === undefined || known.since > before) return date;
  return later(earlier(known.end, date), before);
};

/**
 * Returns the events of a member's blockers in one report, oldest first. `answers`: oldest first. A blocking answer continues the blocker
 * of the answer before it, unless the row shows that another blocker began with it. An answer that does not block ends the blocker, unless
 * the row shows that it ended before.
 */
export const blockerEvents = (answers: readonly JudgedAnswer[], last: LastBlocker | undefined): BlockerEvent[] => {
  const known = last === undefined ? undefined : knownOf(last);
  const [first] = answers;
  const began = known !== undefined && first !== undefined && known.since < first.date;
  // A blocker that is older than all answers: the first answer continues or ends it.
  let isOpen = began && (first.hasBlocker || known.end !== null);
  const events: BlockerEvent[] = [];
  let before = known?.since;
  for (const { date, hasBlocker } of answers) {
    const beginsAnother = hasBlocker && date === known?.since;
    if (isOpen && (!hasBlocker || beginsAnother))
      events.push({ kind: 'RESOLVED', date: endBefore(date, before, known) });
    if (hasBlocker && (!isOpen || beginsAnother)) events.push({ kind: 'OPENED', date });
    isOpen = hasBlocker;
    before = date;
  }
  return [...events, ...endByHand(known, answers.at(-1))];
};
