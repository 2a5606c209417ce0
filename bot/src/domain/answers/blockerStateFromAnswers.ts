import type { Instant, LocalDate } from '#contracts/core/idDateAndZoneSchemas.ts';

/**
 * A member's blocker in one meeting. The row is kept after the blocker has closed, so that an older answer that arrives
 * later is handled correctly.
 */
export interface BlockerState {
  readonly isOpen: boolean;
  readonly since: LocalDate;
  /** Date of the newest answer that was applied to this state. */
  readonly date: LocalDate;
  /** The member's text about the blocker; empty if the blocker is closed. */
  readonly text: string;
}

interface JudgedAnswer {
  readonly date: LocalDate;
  readonly hasBlocker: boolean;
  readonly text: string;
}

/**
 * Returns the blocker after an answer. A blocker keeps its first date while answers report it, and closes with the
 * first answer that does not. An answer older than the newest one changes nothing. If an edit of the newest answer
 * reports the blocker again, the blocker keeps its first date.
 */
export const nextBlocker = (previous: BlockerState | undefined, answer: JudgedAnswer): BlockerState => {
  const { date, hasBlocker, text } = answer;
  if (previous !== undefined && date < previous.date) return previous;
  const isContinued = previous !== undefined && (previous.isOpen || previous.date === date);
  const since = isContinued ? previous.since : date;
  return { isOpen: hasBlocker, since, date, text: hasBlocker ? text : '' };
};

/**
 * Instants at which a blocker opened and closed; null if the blocker has not done so, or if the instant was not
 * recorded.
 */
export interface BlockerMoments {
  readonly openedAt: Instant | null;
  readonly closedAt: Instant | null;
}

/**
 * Returns the opening and closing instants of the state that follows `previous`. A closed blocker keeps both instants
 * until the next blocker opens.
 */
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
