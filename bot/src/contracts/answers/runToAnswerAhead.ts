import { times } from '../core/limitsAndProductConstants.ts';
import type { LocalDate } from '../core/idDateAndZoneSchemas.ts';
import type { PreviewRun } from '../meetings/nextRunsPreview.ts';

const hourMs = 3_600_000;

/** A run that a member can answer before it opens. */
interface RunToAnswerAhead {
  readonly date: LocalDate;
  /** Instant in epoch ms at which the run opens for the member. */
  readonly opensAt: number;
}

/**
 * Returns the next run if it asks the member and opens so soon that the member can answer it ahead now; otherwise null.
 */
export const findRunToAnswerAhead = (
  [run]: readonly PreviewRun[],
  memberId: string | null,
  now: number,
): RunToAnswerAhead | null => {
  const own = run?.members.find((member) => member.memberId === memberId);
  if (run === undefined || own === undefined) return null;
  const opensAt = Date.parse(own.at);
  const isNear = opensAt > now && opensAt - now <= times.aheadHours * hourMs;
  return isNear ? { date: run.date, opensAt } : null;
};
