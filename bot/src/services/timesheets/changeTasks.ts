import type { OutputOf, ParsedOf } from '#contracts/core/endpoint.ts';
import { AppError } from '#contracts/core/errorCodesAndAppError.ts';
import type { LocalDate, MeetingId } from '#contracts/core/idDateAndZoneSchemas.ts';
import { limits } from '#contracts/core/limitsAndProductConstants.ts';
import type { MessageKey, MessageValues } from '#contracts/text/translateAndMessageKeyTypes.ts';
import type * as calls from '#contracts/timesheets/timesheetTaskCalls.ts';
import type { Task } from '#contracts/timesheets/timesheetTaskCalls.ts';
import { hashKey } from '../../domain/core/hashesAndDerivedIds.ts';
import * as edits from '../../domain/timesheets/sheetTaskEdits.ts';
import type { TaskFields } from '../../domain/timesheets/sheetTaskEdits.ts';
import { addDays } from '../../domain/core/zonedTimeAndCalendarDates.ts';
import type { DaySheet, SheetTask } from '../../domain/timesheets/daySheetMergeAndTotals.ts';
import { inSequentialOrder } from '../../store/recordKindsAndAccess.ts';
import { meeting as meetingKind } from '../../store/kinds/meetings/meetingWithNameAndPointer.ts';
import { prefixRange } from '../../store/tableStorePort.ts';
import { auditedActionSteps } from '../core/activityLogStepsAndTexts.ts';
import type { Actor } from '../core/actor.ts';
import type { Deps } from '../core/deps.ts';
import { retryOnConflict } from '../core/optimisticUpdate.ts';
import { noActivity, recordActiveMember } from '../billing/activeMemberIntents.ts';
import { isLocked, readDay, readWeek, requireOpen, sheetSteps } from './timesheetDaysAndWeekLocks.ts';
import type { SheetDay, WeekOf } from './timesheetDaysAndWeekLocks.ts';
import { findOwnTask, isTaskOfOther, findOwnSheet } from './findOwnTimesheetAndTask.ts';
import type { OwnTask, OwnSheet } from './findOwnTimesheetAndTask.ts';
import { meetingNameOf } from './findTasksAndMeetingNames.ts';
import { taskView } from './taskAndSumViews.ts';
import { weekIntents } from './requestWeekCardUpdates.ts';

// Changes that members make to the tasks in their own timesheet. An approved week cannot be changed.

export type TaskDeps = Pick<Deps, 'store' | 'clock' | 'newId'>;

type Draft = ParsedOf<typeof calls.saveTask>;

const viewOf = async ({ records, owner, member }: OwnSheet, date: LocalDate, task: SheetTask): Promise<Task> => {
  const [meetingName, week] = await Promise.all([
    meetingNameOf(records, owner.teamId, task.meetingId),
    readWeek(records, owner, date),
  ]);
  const canEdit = !isLocked(week);
  return taskView(task, { date, memberId: owner.memberId, user: member.name, meetingName, canEdit });
};

const changedMeanwhile = (task: Task | null): AppError => new AppError('TASK_CHANGED', { data: { task } });

/**
 * Returns the error for a task that is not in the caller's timesheet: FORBIDDEN if it is another member's task;
 * TASK_CHANGED if the caller sent the version that it had read, because the task was deleted since; otherwise
 * NOT_FOUND.
 */
const whyMissing = async (sheet: OwnSheet, id: string, version: string | undefined): Promise<AppError> => {
  if (await isTaskOfOther(sheet, id)) return new AppError('FORBIDDEN', { message: 'timesheet.notOwner' });
  return version === undefined ? new AppError('NOT_FOUND') : changedMeanwhile(null);
};

const requireCurrentVersion = async (
  sheet: OwnSheet,
  { day, task }: OwnTask,
  version: string | undefined,
): Promise<void> => {
  if (version === undefined || version === edits.versionOf(day.date, task)) return;
  throw changedMeanwhile(await viewOf(sheet, day.date, task));
};

const requirePast = ({ today }: OwnSheet, date: LocalDate): void => {
  if (date > today) throw new AppError('INVALID_INPUT', { message: 'timesheet.dateAhead', path: ['date'] });
};

const requireRoom = ({ sheet }: SheetDay, added = 1): void => {
  if (sheet.tasks.length + added > limits.tasksPerDay) throw new AppError('CONFLICT', { message: 'timesheet.dayFull' });
};

/**
 * Throws NOT_FOUND if the meeting was deleted. A stored task may keep a deleted meeting, but a task cannot newly get
 * one.
 */
const requireMeeting = async ({ records, owner }: OwnSheet, meetingId: MeetingId | null): Promise<void> => {
  if (meetingId === null) return;
  const row = await records.get(meetingKind, { teamId: owner.teamId, meetingId });
  if (row === undefined) throw new AppError('NOT_FOUND');
};

interface Change {
  readonly days: readonly (readonly [SheetDay, DaySheet])[];
  readonly message: MessageKey;
  readonly values: MessageValues;
  /**
   * The meeting for which the change makes the person count as active this month (for invoices); undefined if the
   * change does not count.
   */
  readonly counts?: { readonly meetingId: MeetingId | null };
}

/**
 * Writes one change of the caller's own days, with its log entry and the count of the person as active. Throws
 * WEEK_LOCKED if one of the weeks is approved.
 */
const write = async (deps: TaskDeps, actor: Actor, sheet: OwnSheet, change: Change): Promise<void> => {
  const { records, owner } = sheet;
  const now = deps.clock.now();
  const weeks: WeekOf[] = await Promise.all(change.days.map(([day]) => readWeek(records, owner, day.date)));
  requireOpen(weeks);
  const active =
    change.counts === undefined
      ? noActivity
      : await recordActiveMember(deps, { orgId: actor.orgId, ...owner, meetingId: change.counts.meetingId }, now);
  const { message, values } = change;
  const about = { teamId: owner.teamId, objectId: owner.teamId, eventKey: deps.newId(), atMs: now };
  await inSequentialOrder(deps.store, [
    [...weekIntents(records, owner, weeks, now), ...active.intents],
    [
      sheet.memberGuard,
      ...sheetSteps(records, owner, { days: change.days, weeks }, now),
      ...active.steps,
      ...auditedActionSteps(records, actor, { ...about, message, values }),
    ],
  ]);
};

const timeValues = (minutes: number): MessageValues => ({ hours: Math.floor(minutes / 60), minutes: minutes % 60 });

/**
 * Returns the id of a new task. It consists of the task's day, the server's time, and a part that is derived from the
 * client's draft, so that a repeated call finds the task that the first call added. Without a draft, this part is
 * random.
 */
const idOf = (deps: TaskDeps, date: LocalDate, draftId: string | undefined): string => {
  const ulid = deps.newId();
  return edits.newTaskId(date, draftId === undefined ? ulid : ulid.slice(0, 10) + draftMark(draftId));
};
const draftMark = (draftId: string): string => hashKey(draftId).slice(0, 16).toUpperCase();

interface NewTask {
  readonly draft: Draft;
  readonly fields: TaskFields;
}

const add = async (deps: TaskDeps, actor: Actor, sheet: OwnSheet, { draft, fields }: NewTask): Promise<Task> => {
  const { date, draftId } = draft;
  const day = await readDay(sheet.records, sheet.owner, date);
  const created =
    draftId === undefined ? undefined : day.sheet.tasks.find((sheetTask) => sheetTask.id.endsWith(draftMark(draftId)));
  if (created !== undefined) return change(deps, actor, sheet, { found: { day, task: created }, date, fields });
  await requireMeeting(sheet, fields.meetingId);
  requireRoom(day);
  const task: SheetTask = {
    ...{ id: idOf(deps, date, draftId), ...fields },
    ...{ source: 'PERSON', lineId: null, editedByPerson: false },
  };
  await write(deps, actor, sheet, {
    days: [[day, edits.addTask(day.sheet, task)]],
    message: 'activity.taskAdded',
    values: { date, ...timeValues(fields.minutes) },
    counts: fields,
  });
  return viewOf(sheet, date, task);
};

const changeOf = (
  { day, task }: OwnTask,
  after: SheetTask,
  target: SheetDay | undefined,
): Pick<Change, 'days' | 'message' | 'values'> => {
  const { date } = day;
  const from = timeValues(task.minutes);
  const before = { beforeHours: from['hours'] ?? 0, beforeMinutes: from['minutes'] ?? 0 };
  const values = { date, ...before, ...timeValues(after.minutes) };
  if (target !== undefined)
    return {
      days: [
        [day, edits.moveTaskOut(day.sheet, task, target.date)],
        [target, edits.addTask(target.sheet, after)],
      ],
      message: 'activity.taskMoved',
      values: { ...values, from: date, date: target.date },
    };
  const message = task.minutes === after.minutes ? 'activity.taskChanged' : 'activity.taskTime';
  return { days: [[day, edits.replaceTask(day.sheet, date, task, after)]], message, values };
};

/**
 * Stores an edit of one of the caller's own tasks, and moves the task to another day if its date changed. A repeated
 * call changes nothing.
 */
const change = async (
  deps: TaskDeps,
  actor: Actor,
  sheet: OwnSheet,
  { found, date, fields }: { readonly found: OwnTask; readonly date: LocalDate; readonly fields: TaskFields },
): Promise<Task> => {
  const { day, task } = found;
  if (edits.versionOf(day.date, task) === edits.versionOf(date, fields)) return viewOf(sheet, date, task);
  if (task.meetingId !== fields.meetingId) await requireMeeting(sheet, fields.meetingId);
  const target = date === day.date ? undefined : await readDay(sheet.records, sheet.owner, date);
  if (target !== undefined) requireRoom(target);
  const after = edits.changedTask(task, fields);
  await write(deps, actor, sheet, { ...changeOf(found, after, target), counts: fields });
  return viewOf(sheet, date, after);
};

/**
 * Adds a task, or edits one of the caller's own tasks. Throws TASK_CHANGED, instead of overwriting the task, if it is
 * no longer as the caller read it.
 */
export const saveTask = (deps: TaskDeps, actor: Actor, draft: Draft): Promise<Task> =>
  retryOnConflict(async () => {
    const { id, meetingId = null, date, version } = draft;
    const sheet = await findOwnSheet(deps, actor, { meetingId, teamId: draft.teamId });
    requirePast(sheet, date);
    const fields = { meetingId, task: draft.task, minutes: draft.hours * 60 + draft.minutes };
    if (id == null) return add(deps, actor, sheet, { draft, fields });
    const ownTask = await findOwnTask(sheet, id);
    if (ownTask === undefined) throw await whyMissing(sheet, id, version);
    if (edits.versionOf(ownTask.day.date, ownTask.task) !== edits.versionOf(date, fields))
      await requireCurrentVersion(sheet, ownTask, version);
    return change(deps, actor, sheet, { found: ownTask, date, fields });
  });

/** Deletes one of the caller's own tasks. Throws TASK_CHANGED if it is no longer as the caller read it. */
export const deleteTask = (
  deps: TaskDeps,
  actor: Actor,
  { meetingId, id, teamId, version }: ParsedOf<typeof calls.deleteTask>,
): Promise<{ id: string }> =>
  retryOnConflict(async () => {
    const sheet = await findOwnSheet(deps, actor, { meetingId: meetingId === '-' ? null : meetingId, teamId });
    const ownTask = await findOwnTask(sheet, id);
    if (ownTask === undefined) throw await whyMissing(sheet, id, version);
    await requireCurrentVersion(sheet, ownTask, version);
    const { day, task } = ownTask;
    await write(deps, actor, sheet, {
      days: [[day, edits.removeTask(day.sheet, day.date, task)]],
      message: 'activity.taskDeleted',
      values: { date: day.date, ...timeValues(task.minutes) },
    });
    return { id };
  });

/** Returns the last day before `date` that has tasks; undefined if none of the `limits.copyDays` days before it has. */
const lastDay = async ({ records, owner }: OwnSheet, date: LocalDate): Promise<SheetDay | undefined> => {
  const back = Array.from({ length: limits.copyDays }, (_, index) => addDays(date, -1 - index));
  const days = await Promise.all(back.map((item) => readDay(records, owner, item)));
  return days.find((day) => day.sheet.tasks.length > 0);
};

const isAlike = (a: SheetTask, b: SheetTask): boolean => a.task === b.task && a.meetingId === b.meetingId;

const copiesOf = async (
  deps: TaskDeps,
  { records, owner }: OwnSheet,
  last: SheetDay,
  day: SheetDay,
): Promise<SheetTask[]> => {
  const meetings = new Set(
    (await records.list(meetingKind, { teamId: owner.teamId }, prefixRange('G|'))).map((row) => row.value.id),
  );
  return last.sheet.tasks
    .map(({ task, minutes, meetingId }): SheetTask => ({
      ...{ id: edits.newTaskId(day.date, deps.newId()), task, minutes },
      meetingId: meetingId !== null && meetings.has(meetingId) ? meetingId : null,
      ...{ source: 'PERSON', lineId: null, editedByPerson: false },
    }))
    .filter((sheetTask) => !day.sheet.tasks.some((existing) => isAlike(sheetTask, existing)));
};

interface Copying {
  readonly last: SheetDay;
  readonly day: SheetDay;
  readonly copies: readonly SheetTask[];
}

const storeCopies = (deps: TaskDeps, actor: Actor, sheet: OwnSheet, { last, day, copies }: Copying): Promise<void> =>
  write(deps, actor, sheet, {
    days: [[day, { ...day.sheet, tasks: [...day.sheet.tasks, ...copies] }]],
    message: 'activity.tasksCopied',
    values: { from: last.date, date: day.date, count: copies.length },
    counts: { meetingId: copies[0]?.meetingId ?? null },
  });

/**
 * Copies the tasks of the caller's last day with tasks to the day, except those that it already has. A copy of a task
 * of a deleted meeting has no meeting. If `isPreview` is true, the copies are returned but not stored.
 */
export const copyLastDay = (
  deps: TaskDeps,
  actor: Actor,
  { teamId, date: asked, isPreview }: ParsedOf<typeof calls.copyLastDay>,
): Promise<OutputOf<typeof calls.copyLastDay>> =>
  retryOnConflict(async () => {
    const sheet = await findOwnSheet(deps, actor, { meetingId: null, teamId });
    const date = asked ?? sheet.today;
    requirePast(sheet, date);
    const [last, day] = await Promise.all([lastDay(sheet, date), readDay(sheet.records, sheet.owner, date)]);
    if (last === undefined) return { from: null, items: [] };
    const copies = await copiesOf(deps, sheet, last, day);
    if (copies.length === 0) return { from: last.date, items: [] };
    requireRoom(day, copies.length);
    if (isPreview !== true) await storeCopies(deps, actor, sheet, { last, day, copies });
    return { from: last.date, items: await Promise.all(copies.map((copy) => viewOf(sheet, date, copy))) };
  });
