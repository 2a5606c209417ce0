import type { LocalDate, OrgId } from '#contracts/core/idDateAndZoneSchemas.ts';
import { times } from '#contracts/core/limitsAndProductConstants.ts';
import { isScheduled, openingsIn } from '../../domain/runs/meetingScheduleAndNextRuns.ts';
import type { StoredPlan } from '../../domain/runs/meetingScheduleAndNextRuns.ts';
import { minuteMs } from '../../domain/core/zonedTimeAndCalendarDates.ts';
import { outside } from '../../store/recordKindsAndAccess.ts';
import type { Records } from '../../store/recordKindsAndAccess.ts';
import { due } from '../../store/kinds/due/dueRow.ts';
import { listPlannedRuns, planOfRow, promptDueRow } from './plannedPromptRows.ts';
import type { DueRow, PlanOfMembers } from './plannedPromptRows.ts';

// Finds planned runs that have not opened. If a meeting is saved in the middle of a day, a run of that day is planned
// for the members whose opening is still ahead. The schedule does not return it; only its due row contains it.

/**
 * Returns the due row that opens the run of that date by schedule; undefined if there is none. Openings up to one hour
 * (`times.promptLate`) ago still count.
 */
export const storedPlanRow = async (
  records: Records<OrgId>,
  { meeting, zones }: PlanOfMembers,
  date: LocalDate,
  now: number,
): Promise<DueRow | undefined> => {
  if (!isScheduled(meeting, date, meeting.firstRun)) return undefined;
  const openings = new Set(openingsIn(meeting, date, zones));
  const pending = [...openings].filter((at) => at > now - times.promptLate * minuteMs).sort((a, b) => a - b);
  const rows = await Promise.all(
    pending.map((at) => outside(records.store).get(due, promptDueRow(records.scope, meeting, { date, at }))),
  );
  return rows.find((row) => row !== undefined && row.value.source !== 'MANUAL')?.value;
};

export const storedPlan = async (
  records: Records<OrgId>,
  planning: PlanOfMembers,
  date: LocalDate,
  now: number,
): Promise<StoredPlan | undefined> => {
  const { meeting, zones } = planning;
  if (!meeting.isEnabled) return undefined;
  const next = listPlannedRuns(meeting, zones, { afterMs: now }).find((run) => run.date === date);
  if (next !== undefined) return next;
  const row = await storedPlanRow(records, planning, date, now);
  return row === undefined ? undefined : planOfRow(row);
};
