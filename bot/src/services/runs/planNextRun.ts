import type { LocalDate, OrgId, ZoneId } from '#contracts/core/idDateAndZoneSchemas.ts';
import type { Meeting } from '#contracts/meetings/meetingSchemasAndCalls.ts';
import { inOrg, outside } from '../../store/recordKindsAndAccess.ts';
import { runKind } from '../../store/kinds/runs/run.ts';
import { due } from '../../store/kinds/due/dueRow.ts';
import { isConflict } from '../../store/tableStorePort.ts';
import type { TableStore } from '../../store/tableStorePort.ts';
import { dueOfMidwayRun, nextPromptRows } from './plannedPromptRows.ts';
import type { DueRow, PlanQuery } from './plannedPromptRows.ts';

const tries = 5;

/**
 * Writes a due row, unless one with the same key and the same or a newer revision of the meeting exists. The key does
 * not contain the revision, so an edit that keeps the times replaces the row. If the replaced row was parked after
 * failures, the new row is tried again.
 */
export const putDue = async (store: TableStore, row: DueRow): Promise<void> => {
  const records = outside(store);
  for (let attempt = 1; ; attempt += 1) {
    try {
      await records.insert(due, row, row);
      return;
    } catch (error) {
      if (!isConflict(error) || attempt === tries) throw error;
    }
    const there = await records.get(due, row);
    if (there === undefined) continue;
    if (there.value.rev >= row.rev) return;
    try {
      await records.replace(due, row, row, there.etag);
      return;
    } catch (error) {
      if (!isConflict(error)) throw error;
    }
  }
};

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
  for (const row of nextPromptRows(orgId, meeting, zones, query)) await putDue(deps.store, row);
};

const isThere = async (store: TableStore, orgId: OrgId, meeting: Meeting, date: LocalDate): Promise<boolean> =>
  (await inOrg(store, orgId).get(runKind, { teamId: meeting.teamId, meetingId: meeting.id, date })) !== undefined;

/**
 * Plans a meeting that is being saved: its next run and, with the time basis MEMBER, also dates whose opening is still
 * ahead for some members. A member whose opening has already passed is not counted as missing, because the meeting did
 * not exist yet.
 */
export const planSavedMeeting = async (
  deps: { readonly store: TableStore },
  orgId: OrgId,
  meeting: Meeting,
  { zones, now }: { readonly zones: readonly ZoneId[]; readonly now: number },
): Promise<void> => {
  for (const row of dueOfMidwayRun(orgId, meeting, zones, now))
    if (!(await isThere(deps.store, orgId, meeting, row.date))) await putDue(deps.store, row);
  await planNextRun(deps, orgId, meeting, { zones, afterMs: now });
};
