import type { Instant, LocalDate } from '#contracts/core/ids.ts';
import { weekdays } from '#contracts/meetings/meeting.ts';
import type { Weekday } from '#contracts/meetings/meeting.ts';
import type { Schedule } from '../runs/meetingSchedule.ts';
import { addDays, daysBetween, weekdayOf } from '../core/zonedTime.ts';

/**
 * Blocker of a member in one meeting. The row is kept after the blocker closes, so that answers that arrive out of order are
 * handled correctly.
 */
export interface BlockerState {
  readonly isOpen: boolean;
  readonly since: LocalDate;
  /** Date of the newest answer that this state includes. */
  readonly date: LocalDate;
  /** The member's text about the blocker; empty if it is closed. */
  readonly text: string;
}

interface JudgedAnswer {
  readonly date: LocalDate;
  readonly hasBlocker: boolean;
  readonly text: string;
}

/**
 * Returns the blocker after an answer. The blocker keeps its first date while the answers report it, and closes with
 * the first answer that does not. An answer older than the newest one changes nothing. If the newest answer is edited
 * from "no" to "yes", the blocker keeps its old date.
 */
export const nextBlocker = (previous: BlockerState | undefined, answer: JudgedAnswer): BlockerState => {
  const { date, hasBlocker, text } = answer;
  if (previous !== undefined && date < previous.date) return previous;
  const goesOn = previous !== undefined && (previous.isOpen || previous.date === date);
  const since = goesOn ? previous.since : date;
  return { isOpen: hasBlocker, since, date, text: hasBlocker ? text : '' };
};

/**
 * Closes the blocker after the member or an admin pressed "Resolved". The next blocking answer of another day opens a new
 * blocker.
 */
export const resolveBlocker = (blocker: BlockerState): BlockerState => ({ ...blocker, isOpen: false, text: '' });

/** Instants at which a blocker opened and closed; null = not yet, or not recorded. */
export interface BlockerMoments {
  readonly openedAt: Instant | null;
  readonly closedAt: Instant | null;
}

/** Returns the moments of the state that follows `previous`. A closed blocker keeps its moments until the next blocker opens. */
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

/**
 * Returns the age of a blocker: the number of the meeting's weekdays after `since`, up to and including `date`. `holidays` of the
 * team do not count.
 */
export const workingDaysBetween = (
  schedule: Pick<Schedule, Weekday>,
  since: LocalDate,
  date: LocalDate,
  holidays: readonly LocalDate[] = [],
): number => {
  const days = daysBetween(since, date);
  if (days <= 0) return 0;
  const aWeek = weekdays.filter((day) => schedule[day]).length;
  const odd = Array.from({ length: days % 7 }, (_, ahead) => weekdayOf(addDays(since, ahead + 1)));
  const off = new Set(holidays.filter((day) => day > since && day <= date && schedule[weekdayOf(day)]));
  return Math.floor(days / 7) * aWeek + odd.filter((day) => schedule[day]).length - off.size;
};
