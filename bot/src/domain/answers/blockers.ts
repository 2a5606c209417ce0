import type { Instant, LocalDate } from '#contracts/core/ids.ts';
import { weekdays } from '#contracts/meetings/meeting.ts';
import type { Schedule } from '../runs/meetingSchedule.ts';
import { addDays, daysBetween, weekdayOf } from '../core/zonedTime.ts';

/**
 * Blocker of a member in one meeting. The row is kept after the blocker closed, so that answers that arrive out of order are
 * judged correctly.
 */
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
 * A blocker keeps its first date while answers block, and closes with the first answer that does not. An answer older than the
 * newest one changes nothing. If the newest one is edited from "no" back to "yes", the blocker continues with its old date.
 */
export const nextBlocker = (previous: BlockerState | undefined, answer: JudgedAnswer): BlockerState => {
  const { date, hasBlocker, text } = answer;
  if (previous !== undefined && date < previous.date) return previous;
  const goesOn = previous !== undefined && (previous.isOpen || previous.date === date);
  const since = goesOn ? previous.since : date;
  return { isOpen: hasBlocker, since, date, text: hasBlocker ? text : '' };
};

/**
 * Closes the blocker because the member or an admin pressed "Resolved". The next blocking answer of another day opens a new one.
 */
export const resolveBlocker = (blocker: BlockerState): BlockerState => ({ ...blocker, isOpen: false, text: '' });

/** Instants at which a blocker opened and closed, because the dates do not show them; null = not yet, or not recorded. */
export interface BlockerMoments {
  readonly openedAt: Instant | null;
  readonly closedAt: Instant | null;
}

/** The moments of what comes after `previous`. One that was closed keeps its own until the next one opens. */
export const blockerMoments = (
  previous: (BlockerMoments & Pick<BlockerState, 'isOpen'>) | undefined,
  isOpen: boolean,
  instant: Instant,
): BlockerMoments => {
  if (isOpen) return { openedAt: previous?.isOpen === true ? previous.openedAt : instant, closedAt: null };
  return {
    openedAt: previous?.openedAt ?? null,
    closedAt: previous?.isOpen === true ? instant : (previous?.closedAt ?? null),
  };
};

/** Age of a blocker: the number of the meeting's weekdays after `since`, up to and including `date`. */
export const workingDaysBetween = (schedule: Schedule, since: LocalDate, date: LocalDate): number => {
  const days = daysBetween(since, date);
  if (days <= 0) return 0;
  const aWeek = weekdays.filter((day) => schedule[day]).length;
  const odd = Array.from({ length: days % 7 }, (_, ahead) => weekdayOf(addDays(since, ahead + 1)));
  return Math.floor(days / 7) * aWeek + odd.filter((day) => schedule[day]).length;
};
