import type { LocalDate } from '#contracts/core/idDateAndZoneSchemas.ts';
import { addDays } from '../core/zonedTimeAndCalendarDates.ts';
import { sinceOf, wasReported } from './blockerStateAndAllowedChanges.ts';
import type { PastBlockers, TrackedBlocker } from './blockerStateAndAllowedChanges.ts';

// The row of a member's blocker describes only the last blocker. Its field `past` keeps the dates of earlier blockers,
// without texts, so that trends can count these blockers.

/**
 * Number of days for which an earlier blocker is kept: the longest range of a trend, which is 26 weeks and the running
 * week, with a margin for blockers that were open at the start of the range.
 */
const keptDays = 220;

/**
 * Returns the earlier blockers of a row. For a row of an earlier version, only the last blocker is known, so the list
 * is empty.
 */
export const pastOf = (blocker: TrackedBlocker): PastBlockers =>
  blocker.past ?? { from: wasReported(blocker) ? sinceOf(blocker) : null, ended: [] };

/**
 * Returns the earlier blockers after a change. The blocker before the change is one of them if the change begins a new
 * blocker. Blockers that began more than `keptDays` before the new one are then removed.
 */
export const pastAfter = (
  before: TrackedBlocker | undefined,
  next: Pick<TrackedBlocker, 'isOpen' | 'since'>,
): PastBlockers => {
  if (before === undefined) return { from: null, ended: [] };
  const { from, ended } = pastOf(before);
  const since = sinceOf(before);
  const isNew = next.isOpen && !before.isOpen && wasReported(before) && since !== next.since;
  if (!isNew) return { from, ended };
  const oldest = addDays(next.since, -keptDays);
  return { from, ended: [...ended, { since, closedAt: before.closedAt }].filter((item) => item.since >= oldest) };
};

/** Returns the earlier blockers without those that began before the organisation's retention period. */
export const pastSince = (past: PastBlockers | null | undefined, from: LocalDate): PastBlockers | null =>
  past == null ? null : { ...past, ended: past.ended.filter(({ since }) => since >= from) };
