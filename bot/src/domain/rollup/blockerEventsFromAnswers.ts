import type { LocalDate, ZoneId } from '#contracts/core/ids.ts';
import { lastDateOf } from '../blockers/blockerDuration.ts';
import { sinceOf, wasReported } from '../blockers/blockerLife.ts';
import type { TrackedBlocker } from '../blockers/blockerLife.ts';

// Finds the beginnings and ends of a member's blockers in one report from the answers, for rows of an earlier version, which have only the
// last blocker. The row adds the end of the last one by "Resolved", which no answer shows.

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

/** Returns the events of the blockers before the one with which the row begins to be complete, on `from`. */
export const eventsBefore = (from: LocalDate, answers: readonly JudgedAnswer[], last: LastBlocker): BlockerEvent[] => {
  const upTo = answers.filter(({ date }) => date <= from);
  if (upTo.length === 0) return [];
  const events = blockerEvents(upTo, last);
  const own = events.findIndex(({ kind, date }) => kind === 'OPENED' && date >= from);
  return own < 0 ? events : events.slice(0, own);
};
