import type { LocalDate, MemberId } from '#contracts/ids.ts';
import type { Task } from '#contracts/timesheet.ts';
import { versionOf } from '../domain/sheetEdits.ts';
import { inHours } from '../domain/timesheet.ts';
import type { SheetTask } from '../domain/timesheet.ts';

interface Shown {
  readonly date: LocalDate;
  readonly memberId: MemberId;
  readonly user: string;
  readonly meetingName: string | null;
  readonly canEdit: boolean;
}

/** A stored row as people see it. */
export const taskView = (task: SheetTask, { date, memberId, user, meetingName, canEdit }: Shown): Task => ({
  ...{ id: task.id, meetingId: task.meetingId, meetingName, task: task.task, user, memberId, date },
  ...inHours(task.minutes),
  ...{ source: task.source, version: versionOf(date, task), canEdit },
});

/** Sums as people see them: hours are made of all the minutes at once. */
export const sumView = ({ rows, minutes }: { readonly rows: number; readonly minutes: number }) => ({
  ...{ rows, minutes },
  totalHours: inHours(minutes).totalHours,
});
