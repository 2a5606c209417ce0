import { AppError } from '#contracts/core/errorCodesAndAppError.ts';
import type { LocalDate, MeetingId, OrgId, TeamId } from '#contracts/core/idDateAndZoneSchemas.ts';
import { hasPermission } from '#contracts/core/rolesAndPermissions.ts';
import { createdOn } from '../../domain/timesheets/sheetTaskEdits.ts';
import { addDays, localDateAt } from '../../domain/core/zonedTimeAndCalendarDates.ts';
import type { SheetTask } from '../../domain/timesheets/daySheetMergeAndTotals.ts';
import { inOrg } from '../../store/recordKindsAndAccess.ts';
import type { Records, RecordStep } from '../../store/recordKindsAndAccess.ts';
import { meeting as meetingKind, meetingPointer } from '../../store/kinds/meetings/meetingWithNameAndPointer.ts';
import { teamMember } from '../../store/kinds/people/teamMember.ts';
import { requireTeam } from '../tenancy/requireTeamOrMeeting.ts';
import type { Actor } from '../core/actor.ts';
import type { Deps } from '../core/deps.ts';
import type { TeamMember } from '../tenancy/listMembers.ts';
import { readDay } from './timesheetDaysAndWeekLocks.ts';
import type { SheetDay, SheetOwner } from './timesheetDaysAndWeekLocks.ts';
import { timesheetZoneOf } from './timesheetFilterAndZone.ts';
import { sheetTasks } from './findTasksAndMeetingNames.ts';

export interface OwnSheet {
  readonly records: Records<OrgId>;
  readonly owner: SheetOwner;
  readonly member: TeamMember;
  /**
   * Replaces the member's row unchanged. Every write of the timesheet includes it, so that the write fails if the member
   * left the team or was erased meanwhile.
   */
  readonly memberGuard: RecordStep;
  readonly today: LocalDate;
}

const teamOf = async (
  records: Records<OrgId>,
  meetingId: MeetingId | null,
  teamId: TeamId | undefined,
): Promise<TeamId> => {
  const pointer = meetingId === null ? undefined : await records.get(meetingPointer, { meetingId });
  const found = meetingId === null ? teamId : pointer?.value.teamId;
  if (found === undefined || (teamId !== undefined && teamId !== found)) throw new AppError('NOT_FOUND');
  return found;
};

/**
 * Returns the caller's timesheet in the team of the meeting; without a meeting, in the given team. Throws NOT_FOUND
 * outside the caller's teams, and FORBIDDEN for a caller who is no member of the team.
 */
export const findOwnSheet = async (
  deps: Pick<Deps, 'store' | 'clock'>,
  actor: Actor,
  request: { readonly meetingId: MeetingId | null; readonly teamId: TeamId | undefined },
): Promise<OwnSheet> => {
  const records = inOrg(deps.store, actor.orgId);
  const teamId = await teamOf(records, request.meetingId, request.teamId);
  await requireTeam(deps, actor, teamId, 'timesheet.read');
  const { memberId, role } = actor;
  if (memberId === null || !hasPermission('timesheet.write', { role, belongsToTeam: true, isOwner: true }))
    throw new AppError('FORBIDDEN');
  const { meetingId } = request;
  const [member, meeting] = await Promise.all([
    records.get(teamMember, { teamId, memberId }),
    meetingId === null ? undefined : records.get(meetingKind, { teamId, meetingId }),
  ]);
  if (member?.value.leftOn !== null) throw new AppError('FORBIDDEN');
  const zone = timesheetZoneOf(member.value, meeting?.value.timezone);
  const today = localDateAt(deps.clock.now(), zone);
  const memberGuard = records.replaceStep(teamMember, { teamId, memberId }, member.value, member.etag);
  return { records, owner: { teamId, memberId }, member: member.value, today, memberGuard };
};

export interface OwnTask {
  readonly day: SheetDay;
  readonly task: SheetTask;
}

/** Searches the caller's task on all days, from the day on which it was created until tomorrow. */
const findMovedTask = async ({ records, owner, today }: OwnSheet, id: string): Promise<OwnTask | undefined> => {
  const { teamId, memberId } = owner;
  const scope = { teamId, from: createdOn({ id }), to: addDays(today, 1), members: new Set([memberId]) };
  for await (const batch of sheetTasks(records, { ...scope, meetings: null })) {
    const found = batch.find(({ task }) => task.id === id);
    if (found !== undefined) return { day: await readDay(records, owner, found.date), task: found.task };
  }
  return undefined;
};

/**
 * Finds the caller's task by its id; undefined if there is none. The search begins on the day on which the task was
 * created. If the task was moved, that day's row contains the new date, on which the search continues. If the retention
 * has removed that row, all later days are searched.
 */
export const findOwnTask = async (sheet: OwnSheet, id: string): Promise<OwnTask | undefined> => {
  const { records, owner } = sheet;
  const seen = new Set<LocalDate>();
  let date: LocalDate | undefined = createdOn({ id });
  while (date !== undefined && !seen.has(date)) {
    seen.add(date);
    const day: SheetDay = await readDay(records, owner, date);
    const task = day.sheet.tasks.find((sheetTask) => sheetTask.id === id);
    if (task !== undefined) return { day, task };
    if (day.stored === undefined) return findMovedTask(sheet, id);
    date = Object.hasOwn(day.sheet.moved, id) ? day.sheet.moved[id] : undefined;
  }
  return undefined;
};

/** True if another member of the team has a task with this id on the day on which the task was created. */
export const isTaskOfOther = async ({ records, owner }: OwnSheet, id: string): Promise<boolean> => {
  const date = createdOn({ id });
  const scope = { teamId: owner.teamId, from: date, to: date, members: null, meetings: null };
  for await (const batch of sheetTasks(records, scope))
    if (batch.some(({ task, memberId }) => task.id === id && memberId !== owner.memberId)) return true;
  return false;
};
