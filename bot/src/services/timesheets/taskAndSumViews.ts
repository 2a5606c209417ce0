import type { LocalDate, MemberId } from '#contracts/core/idDateAndZoneSchemas.ts';
import type { Task } from '#contracts/timesheets/timesheetTaskCalls.ts';
import { versionOf } from '../../domain/timesheets/sheetTaskEdits.ts';
import { hoursAndMinutes } from '../../domain/timesheets/daySheetMergeAndTotals.ts';
import type { SheetTask } from '../../domain/timesheets/daySheetMergeAndTotals.ts';

interface Shown {
  readonly date: LocalDate;
  readonly memberId: MemberId;
  readonly user: string;
  readonly meetingName: string | null;
  readonly canEdit: boolean;
}

export const taskView = (task: SheetTask, { date, memberId, user, meetingName, canEdit }: Shown): Task => ({
  ...{ id: task.id, meetingId: task.meetingId, meetingName, task: task.task, user, memberId, date },
  ...hoursAndMinutes(task.minutes),
  ...{ source: task.source, version: versionOf(date, task), canEdit },
});

/**
 * Returns sums in the form that clients get. Hours are computed from the sum of the minutes, so that rounding errors do
 * not add up.
 */
export const sumView = ({ rows, minutes }: { readonly rows: number; readonly minutes: number }) => ({
  ...{ rows, minutes },
  totalHours: hoursAndMinutes(minutes).totalHours,
});
