import type { LocalDate, ZoneId } from '#contracts/core/idDateAndZoneSchemas.ts';
import { lastDateOf } from '../blockers/blockerDuration.ts';
import { sinceOf, wasReported } from '../blockers/blockerStateAndAllowedChanges.ts';
import type { TrackedBlocker } from '../blockers/blockerStateAndAllowedChanges.ts';

// Derives the beginnings and ends of a member's blockers in one report from the answers. Blocker rows of an earlier
// version need this, because they contain only the last blocker. A person can also end a blocker with the button
// "Resolved". No answer shows such an end, so the end of the last blocker is read from the row.

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
  /** Zone of the report. It determines the date on which a person ended the blocker with the button "Resolved". */
  readonly zone: ZoneId;
}

/** The last blocker of the row. `end`: null if the blocker is open, or if its end was not recorded. */
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
  // An answer before the opening can report a blocker. Such a blocker can end before its first date begins.
  const end = isOpen || closedAt === null ? null : later(lastDateOf(blocker, zone, blocker.date), since);
  return { since, isOpen, end };
};

/**
 * Returns the end of the last blocker if no answer ends it. The event has the date of the end in the row, or the date
 * of the newest answer if that is later or the row contains no end.
 */
const endByHand = (known: Known | undefined, newest: JudgedAnswer | undefined): BlockerEvent[] => {
  if (known === undefined || known.isOpen) return [];
  if (newest === undefined) return known.end === null ? [] : [{ kind: 'RESOLVED', date: known.end }];
  if (!newest.hasBlocker || known.since > newest.date) return [];
  return [{ kind: 'RESOLVED', date: later(known.end ?? newest.date, newest.date) }];
};

/**
 * Returns the end of a blocker that, according to the answer of `date`, is over. `before`: date of the previous answer.
 * If the row contains the end of this blocker, that end is used, limited to the time between both answers; otherwise
 * `date`.
 */
const endBefore = (date: LocalDate, before: LocalDate | undefined, known: Known | undefined): LocalDate => {
  if (known === undefined || known.end === null || before === undefined || known.since > before) return date;
  return later(earlier(known.end, date), before);
};

/**
 * Returns the events of a member's blockers in one report, oldest first. `answers`: oldest first. A blocking answer
 * continues the blocker of the previous answer, unless the row shows that a new blocker began with it. A non-blocking
 * answer ends the blocker, unless the row contains an earlier end.
 */
export const blockerEvents = (answers: readonly JudgedAnswer[], last: LastBlocker | undefined): BlockerEvent[] => {
  const known = last === undefined ? undefined : knownOf(last);
  const [first] = answers;
  const began = known !== undefined && first !== undefined && known.since < first.date;
  // If the blocker of the row began before all answers, a blocking first answer continues it. Another first answer ends
  // it if the row contains an end.
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

/**
 * Returns the events of the blockers that began before `from`, the first date from which the row contains all blockers.
 */
export const eventsBefore = (from: LocalDate, answers: readonly JudgedAnswer[], last: LastBlocker): BlockerEvent[] => {
  const upTo = answers.filter(({ date }) => date <= from);
  if (upTo.length === 0) return [];
  const events = blockerEvents(upTo, last);
  const own = events.findIndex(({ kind, date }) => kind === 'OPENED' && date >= from);
  return own < 0 ? events : events.slice(0, own);
};
