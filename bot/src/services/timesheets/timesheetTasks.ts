import type { OutputOf, ParsedOf } from '#contracts/core/endpoint.ts';
import { AppError } from '#contracts/core/errors.ts';
import type { LocalDate, MeetingId } from '#contracts/core/ids.ts';
import { limits } from '#contracts/core/limits.ts';
import type { MessageKey, MessageValues } from '#contracts/text/catalogueKeys.ts';
import type * as calls from '#contracts/timesheets/timesheet.ts';
import type { Task } from '#contracts/timesheets/timesheet.ts';
import { hashKey } from '../../domain/core/hashing.ts';
import * as edits from '../../domain/timesheets/sheetEdits.ts';
import type { TaskFields } from '../../domain/timesheets/sheetEdits.ts';
import { addDays } from '../../domain/core/time.ts';
import type { DaySheet, SheetTask } from '../../domain/timesheets/timesheet.ts';
import { inOrder } from '../../store/kind.ts';
import { meeting as meetingKind } from '../../store/kinds/team.ts';
import { prefixRange } from '../../store/port.ts';
import { deedSteps } from '../core/activityLog.ts';
import type { Actor } from '../core/actor.ts';
import type { Deps } from '../core/deps.ts';
import { retryOnConflict } from '../core/optimisticUpdate.ts';
import { isLocked, readDay, readWeek, requireOpen, sheetSteps } from './daySheets.ts';
import type { Day, WeekOf } from './daySheets.ts';
import { findOwn, isSomebodyElses, ownSheet } from './ownTimesheet.ts';
import type { Found, OwnSheet } from './ownTimesheet.ts';
import { meetingNameOf } from './timesheetQuery.ts';
import { taskView } from './timesheetViews.ts';
import { noActivity, recordActive } from '../billing/usageEvents.ts';
import { weekIntents } from './weekCardOutbox.ts';

// Changes that people make to their own rows. Only the owner writes, and an approved week cannot be changed.

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

/** The caller has no row with this id: the error, as exact as the caller may know it. */
const whyMissing = async (own: OwnSheet, id: string, version: string | undefined): Promise<AppError> => {
  if (await isSomebodyElses(own, id)) return new AppError('FORBIDDEN', { message: 'timesheet.notOwner' });
  return version === undefined ? new AppError('NOT_FOUND') : changedMeanwhile(null);
};

const requireSeen = async (own: OwnSheet, { day, task }: Found, version: string | undefined): Promise<void> => {
  if (version === undefined || version === edits.versionOf(day.date, task)) return;
  throw changedMeanwhile(await viewOf(own, day.date, task));
};

const requirePast = ({ today }: OwnSheet, date: LocalDate): void => {
  if (date > today) throw new AppError('INVALID_INPUT', { message: 'timesheet.dateAhead', path: ['date'] });
};

const requireRoom = ({ sheet }: Day, added = 1): void => {
  if (sheet.tasks.length + added > limits.tasksPerDay) throw new AppError('CONFLICT', { message: 'timesheet.dayFull' });
};

/** A row may keep a deleted meeting, but no row can be assigned to one. */
const requireMeeting = async ({ records, owner }: OwnSheet, meetingId: MeetingId | null): Promise<void> => {
  if (meetingId === null) return;
  const row = await records.get(meetingKind, { teamId: owner.teamId, meetingId });
  if (row === undefined) throw new AppError('NOT_FOUND');
};

interface Change {
  readonly days: readonly (readonly [Day, DaySheet])[];
  readonly message: MessageKey;
  readonly values: MessageValues;
  /** Undefined for a change that does not count its person as active. */
  readonly counts?: { readonly meetingId: MeetingId | null };
}

/**
 * Writes one change of own days: approved weeks are rejected; the log and the count of active people are written with
 * it.
 */
const write = async (deps: TaskDeps, actor: Actor, own: OwnSheet, change: Change): Promise<void> => {
  const { records, owner } = own;
  const now = deps.clock.now();
  const weeks: WeekOf[] = await Promise.all(change.days.map(([day]) => readWeek(records, owner, day.date)));
  requireOpen(weeks);
  const active =
    change.counts === undefined
      ? noActivity
      : await recordActive(deps, { orgId: actor.orgId, ...owner, meetingId: change.counts.meetingId }, now);
  const { message, values } = change;
  const about = { teamId: owner.teamId, objectId: owner.teamId, eventKey: deps.newId(), atMs: now };
  await inOrder(deps.store, [
    [...weekIntents(records, owner, weeks, now), ...active.intents],
    [
      ...sheetSteps(records, owner, { days: change.days, weeks }, now),
      ...active.steps,
      ...deedSteps(records, actor, { ...about, message, values }),
    ],
  ]);
};

const timeValues = (minutes: number): MessageValues => ({ hours: Math.floor(minutes / 60), minutes: minutes % 60 });

/**
 * The time part of the id is the server's; the rest comes from the caller's draft, so that a repeated Add finds its
 * row.
 */
const idOf = (deps: TaskDeps, date: LocalDate, draftId: string | undefined): string => {
  const ulid = deps.newId();
  return edits.newTaskId(date, draftId === undefined ? ulid : ulid.slice(0, 10) + draftMark(draftId));
};
const draftMark = (draftId: string): string => hashKey(draftId).slice(0, 16).toUpperCase();

/** A draft with the fields of its row. */
interface NewTask {
  readonly draft: Draft;
  readonly fields: TaskFields;
}

const add = async (deps: TaskDeps, actor: Actor, own: OwnSheet, { draft, fields }: NewTask): Promise<Task> => {
  const { date, draftId } = draft;
  const day = await readDay(own.records, own.owner, date);
  const made =
    draftId === undefined ? undefined : day.sheet.tasks.find((sheetTask) => sheetTask.id.endsWith(draftMark(draftId)));
  if (made !== undefined) return change(deps, actor, own, { found: { day, task: made }, date, fields });
  await requireMeeting(own, fields.meetingId);
  requireRoom(day);
  const task: SheetTask = {
    ...{ id: idOf(deps, date, draftId), ...fields },
    ...{ source: 'PERSON', lineId: null, editedByPerson: false },
  };
  await write(deps, actor, own, {
    days: [[day, edits.putIn(day.sheet, task)]],
    message: 'activity.taskAdded',
    values: { date, ...timeValues(fields.minutes) },
    counts: fields,
  });
  return viewOf(own, date, task);
};

const changeOf = (
  { day, task }: Found,
  after: SheetTask,
  target: Day | undefined,
): Pick<Change, 'days' | 'message' | 'values'> => {
  const { date } = day;
  const from = timeValues(task.minutes);
  const before = { beforeHours: from['hours'] ?? 0, beforeMinutes: from['minutes'] ?? 0 };
  const values = { date, ...before, ...timeValues(after.minutes) };
  if (target !== undefined)
    return {
      days: [
        [day, edits.moveOut(day.sheet, task, target.date)],
        [target, edits.putIn(target.sheet, after)],
      ],
      message: 'activity.taskMoved',
      values: { ...values, from: date, date: target.date },
    };
  const message = task.minutes === after.minutes ? 'activity.taskChanged' : 'activity.taskTime';
  return { days: [[day, edits.replace(day.sheet, date, task, after)]], message, values };
};

/** Writes an edit of an own row, on the same or another day. The same edit again changes nothing. */
const change = async (
  deps: TaskDeps,
  actor: Actor,
  own: OwnSheet,
  { found, date, fields }: { readonly found: Found; readonly date: LocalDate; readonly fields: TaskFields },
): Promise<Task> => {
  const { day, task } = found;
  if (edits.versionOf(day.date, task) === edits.versionOf(date, fields)) return viewOf(own, date, task);
  if (task.meetingId !== fields.meetingId) await requireMeeting(own, fields.meetingId);
  const target = date === day.date ? undefined : await readDay(own.records, own.owner, date);
  if (target !== undefined) requireRoom(target);
  const after = edits.changed(task, fields);
  await write(deps, actor, own, { ...changeOf(found, after, target), counts: fields });
  return viewOf(own, date, after);
};

/** POST /api/timesheet/save. */
export const saveTask = (deps: TaskDeps, actor: Actor, draft: Draft): Promise<Task> =>
  retryOnConflict(async () => {
    const { id, meetingId = null, date, version } = draft;
    const own = await ownSheet(deps, actor, { meetingId, teamId: draft.teamId });
    requirePast(own, date);
    const fields = { meetingId, task: draft.task, minutes: draft.hours * 60 + draft.minutes };
    if (id == null) return add(deps, actor, own, { draft, fields });
    const found = await findOwn(own, id);
    if (found === undefined) throw await whyMissing(own, id, version);
    if (edits.versionOf(found.day.date, found.task) !== edits.versionOf(date, fields))
      await requireSeen(own, found, version);
    return change(deps, actor, own, { found, date, fields });
  });

/** DELETE /api/timesheet/delete. */
export const deleteTask = (
  deps: TaskDeps,
  actor: Actor,
  { meetingId, id, teamId, version }: ParsedOf<typeof calls.deleteTask>,
): Promise<{ id: string }> =>
  retryOnConflict(async () => {
    const own = await ownSheet(deps, actor, { meetingId: meetingId === '-' ? null : meetingId, teamId });
    const found = await findOwn(own, id);
    if (found === undefined) throw await whyMissing(own, id, version);
    await requireSeen(own, found, version);
    const { day, task } = found;
    await write(deps, actor, own, {
      days: [[day, edits.remove(day.sheet, day.date, task)]],
      message: 'activity.taskDeleted',
      values: { date: day.date, ...timeValues(task.minutes) },
    });
    return { id };
  });

/** The last day before `date` that has rows. */
const lastDay = async ({ records, owner }: OwnSheet, date: LocalDate): Promise<Day | undefined> => {
  const back = Array.from({ length: limits.copyDays }, (_, at) => addDays(date, -1 - at));
  const days = await Promise.all(back.map((item) => readDay(records, owner, item)));
  return days.find((day) => day.sheet.tasks.length > 0);
};

const isAlike = (a: SheetTask, b: SheetTask): boolean => a.task === b.task && a.meetingId === b.meetingId;

const copiesOf = async (deps: TaskDeps, { records, owner }: OwnSheet, last: Day, day: Day): Promise<SheetTask[]> => {
  const meetings = new Set(
    (await records.list(meetingKind, { teamId: owner.teamId }, prefixRange('G|'))).map((row) => row.value.id),
  );
  return last.sheet.tasks
    .map(({ task, minutes, meetingId }): SheetTask => ({
      ...{ id: edits.newTaskId(day.date, deps.newId()), task, minutes },
      meetingId: meetingId !== null && meetings.has(meetingId) ? meetingId : null,
      ...{ source: 'PERSON', lineId: null, editedByPerson: false },
    }))
    .filter((sheetTask) => !day.sheet.tasks.some((there) => isAlike(sheetTask, there)));
};

interface Copying {
  readonly last: Day;
  readonly day: Day;
  readonly copies: readonly SheetTask[];
}

const storeCopies = (deps: TaskDeps, actor: Actor, own: OwnSheet, { last, day, copies }: Copying): Promise<void> =>
  write(deps, actor, own, {
    days: [[day, { ...day.sheet, tasks: [...day.sheet.tasks, ...copies] }]],
    message: 'activity.tasksCopied',
    values: { from: last.date, date: day.date, count: copies.length },
    counts: { meetingId: copies[0]?.meetingId ?? null },
  });

/** POST /api/timesheet/copy. Rows of a deleted meeting are copied without it. */
export const copyLastDay = (
  deps: TaskDeps,
  actor: Actor,
  { teamId, date: asked, isPreview }: ParsedOf<typeof calls.copyLastDay>,
): Promise<OutputOf<typeof calls.copyLastDay>> =>
  retryOnConflict(async () => {
    const own = await ownSheet(deps, actor, { meetingId: null, teamId });
    const date = asked ?? own.today;
    requirePast(own, date);
    const [last, day] = await Promise.all([lastDay(own, date), readDay(own.records, own.owner, date)]);
    if (last === undefined) return { from: null, items: [] };
    const copies = await copiesOf(deps, own, last, day);
    if (copies.length === 0) return { from: last.date, items: [] };
    requireRoom(day, copies.length);
    if (isPreview !== true) await storeCopies(deps, actor, own, { last, day, copies });
    return { from: last.date, items: await Promise.all(copies.map((copy) => viewOf(own, date, copy))) };
  });
