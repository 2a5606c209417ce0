import type { Instant, LocalDate } from '#contracts/ids.ts';
import { weekdays } from '#contracts/meeting.ts';
import type { Schedule } from './schedule.ts';
import { addDays, daysBetween, weekdayOf } from './time.ts';

/** Where a member stands in one meeting. Kept after it closed, so that answers that come out of order are judged right. */
export interface BlockerState {
  readonly isOpen: boolean;
  /** Date of the first blocking answer. */
  readonly since: LocalDate;
  /** Date of the newest answer judged. */
  readonly date: LocalDate;
  /** In the member's own words; empty when not blocked. */
  readonly text: string;
}

interface JudgedAnswer {
  readonly date: LocalDate;
  readonly hasBlocker: boolean;
  readonly text: string;
}

/**
 * A blocker keeps its first date while answers block and closes with the first that does not.
 * An answer older than the newest one changes nothing; the newest one edited from "no" back to "yes" goes on where it was.
 */
export const nextBlocker = (previous: BlockerState | undefined, answer: JudgedAnswer): BlockerState => {
  const { date, hasBlocker, text } = answer;
  if (previous !== undefined && date < previous.date) return previous;
  const goesOn = previous !== undefined && (previous.isOpen || previous.date === date);
  const since = goesOn ? previous.since : date;
  return { isOpen: hasBlocker, since, date, text: hasBlocker ? text : '' };
};

/** "Resolved", said by the member or an admin; the next blocking answer of another day opens a new one. */
export const resolveBlocker = (blocker: BlockerState): BlockerState => ({ ...blocker, isOpen: false, text: '' });

/** When a blocker opened and closed, which dates do not tell; null = not (yet), or before this was kept. */
export interface BlockerMoments {
  readonly openedAt: Instant | null;
  readonly closedAt: Instant | null;
}

/** The moments of what comes after `previous`. One that was closed keeps its own until the next one opens. */
export const blockerMoments = (
  previous: (BlockerMoments & Pick<BlockerState, 'isOpen'>) | undefined,
  isOpen: boolean,
  at: Instant,
): BlockerMoments => {
  if (isOpen) return { openedAt: previous?.isOpen === true ? previous.openedAt : at, closedAt: null };
  return {
    openedAt: previous?.openedAt ?? null,
    closedAt: previous?.isOpen === true ? at : (previous?.closedAt ?? null),
  };
};

/** How many of the meeting's weekdays lie after `since`, up to and with `date`: the age of a blocker. */
export const workingDaysBetween = (schedule: Schedule, since: LocalDate, date: LocalDate): number => {
  const days = daysBetween(since, date);
  if (days <= 0) return 0;
  const aWeek = weekdays.filter((day) => schedule[day]).length;
  const odd = Array.from({ length: days % 7 }, (_, ahead) => weekdayOf(addDays(since, ahead + 1)));
  return Math.floor(days / 7) * aWeek + odd.filter((day) => schedule[day]).length;
};
