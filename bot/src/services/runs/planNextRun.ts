import type { LocalDate, OrgId, ZoneId } from '#contracts/core/idDateAndZoneSchemas.ts';
import type { Meeting } from '#contracts/meetings/meetingSchemasAndCalls.ts';
import { inOrg } from '../../store/recordKindsAndAccess.ts';
import { msOf } from '../../domain/core/zonedTimeAndCalendarDates.ts';
import { runKind } from '../../store/kinds/runs/run.ts';
import type { TableStore } from '../../store/tableStorePort.ts';
import { dueOfMidwayRun, nextPromptRows } from './plannedPromptRows.ts';
import type { DueRow, PlanQuery } from './plannedPromptRows.ts';
import { putDueRow } from './putDueRow.ts';

/**
 * Writes the due rows of a meeting's next runs, with the meeting's revision. Call it before the meeting's own row is
 * written: a crash then leaves at most an unused due row, never a meeting without a next run. A repeated call is safe.
 * `zones` comes from `zonesOfMeetingMembers`; only the time basis MEMBER uses it.
 */
export const planNextRun = async (
  deps: { readonly store: TableStore },
  orgId: OrgId,
  meeting: Meeting,
  { zones, ...query }: PlanQuery & { readonly zones: readonly ZoneId[] },
): Promise<void> => {
  for (const row of nextPromptRows(orgId, meeting, zones, query)) await putDueRow(deps.store, row);
};

/**
 * Writes the due rows again whose instant passed while the meeting was being saved: the engine may have dropped them,
 * because the meeting was not stored yet. Call it after the meeting's own row is written, with the result of
 * `planSavedMeeting`.
 */
export const putPassedRowsAgain = async (
  deps: { readonly store: TableStore; readonly clock: { now(): number } },
  rows: readonly DueRow[],
): Promise<void> => {
  for (const row of rows) if (msOf(row.at) <= deps.clock.now()) await putDueRow(deps.store, row);
};

const isThere = async (store: TableStore, orgId: OrgId, meeting: Meeting, date: LocalDate): Promise<boolean> =>
  (await inOrg(store, orgId).get(runKind, { teamId: meeting.teamId, meetingId: meeting.id, date })) !== undefined;

/**
 * Plans a meeting that is being saved: its next run and, with the time basis MEMBER, also dates whose opening is still
 * ahead for some members. A member whose opening has already passed is not counted as missing, because the meeting did
 * not exist yet. Returns the due rows, for `putPassedRowsAgain`.
 */
export const planSavedMeeting = async (
  deps: { readonly store: TableStore },
  orgId: OrgId,
  meeting: Meeting,
  { zones, now }: { readonly zones: readonly ZoneId[]; readonly now: number },
): Promise<readonly DueRow[]> => {
  const rows: DueRow[] = [];
  for (const row of dueOfMidwayRun(orgId, meeting, zones, now))
    if (!(await isThere(deps.store, orgId, meeting, row.date))) rows.push(row);
  rows.push(...nextPromptRows(orgId, meeting, zones, { afterMs: now }));
  for (const row of rows) await putDueRow(deps.store, row);
  return rows;
};
