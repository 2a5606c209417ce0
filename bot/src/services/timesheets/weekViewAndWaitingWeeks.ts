import { createHash } from 'node:crypto';
import type { OutputOf, ParsedOf } from '#contracts/core/endpoint.ts';
import { AppError } from '#contracts/core/errorCodesAndAppError.ts';
import type { LocalDate, MemberId, OrgId, TeamId } from '#contracts/core/idDateAndZoneSchemas.ts';
import { hasPermission } from '#contracts/core/rolesAndPermissions.ts';
import type { Permission } from '#contracts/core/rolesAndPermissions.ts';
import type * as weekCalls from '#contracts/timesheets/weekApprovalCallsAndCardData.ts';
import type { Task } from '#contracts/timesheets/timesheetTaskCalls.ts';
import type { Week } from '#contracts/timesheets/weekApprovalCallsAndCardData.ts';
import type { WeekState } from '#contracts/timesheets/weekState.ts';
import { reverseDate } from '../../domain/core/reversedDateKeys.ts';
import { addDays, localDateAt, mondayOf } from '../../domain/core/zonedTimeAndCalendarDates.ts';
import { inOrg } from '../../store/recordKindsAndAccess.ts';
import type { Records } from '../../store/recordKindsAndAccess.ts';
import { week as weekKind } from '../../store/kinds/timesheets/sheetAndWeek.ts';
import { teamMember } from '../../store/kinds/people/teamMember.ts';
import { requireTeam } from '../tenancy/requireTeamOrMeeting.ts';
import type { Actor } from '../core/actor.ts';
import type { Deps } from '../core/deps.ts';
import type { TeamMember } from '../tenancy/listMembers.ts';
import { isLocked, readDay, readWeek } from './timesheetDaysAndWeekLocks.ts';
import type { SheetDay, SheetOwner, WeekOf } from './timesheetDaysAndWeekLocks.ts';
import { timesheetZoneOf } from './timesheetFilterAndZone.ts';
import { meetingNameOf } from './findTasksAndMeetingNames.ts';
import { sumView, taskView } from './taskAndSumViews.ts';

// Reads the weeks of members for display; weekApproval.ts changes their state.

export type WeekDeps = Pick<Deps, 'store' | 'clock'>;

interface WeekPath {
  readonly teamId: TeamId;
  readonly memberId: MemberId;
  readonly monday: LocalDate;
}

/**
 * A week with all its rows. The week's ETag covers them: a write under it succeeds only if none of the rows has changed
 * since they were read.
 */
export interface WeekFacts {
  readonly records: Records<OrgId>;
  readonly owner: SheetOwner;
  readonly member: TeamMember;
  /** Name of the person who decided about the week since it was last submitted; null if no person has. */
  readonly decidedBy: string | null;
  readonly week: WeekOf;
  readonly days: readonly SheetDay[];
  readonly today: LocalDate;
}

export const weekStateOf = ({ stored }: WeekOf): WeekState => stored?.value.state ?? 'OPEN';

export const weekSum = ({ days }: Pick<WeekFacts, 'days'>): { readonly rows: number; readonly minutes: number } => {
  const tasks = days.flatMap(({ sheet }) => sheet.tasks);
  return { rows: tasks.length, minutes: tasks.reduce((sum, task) => sum + task.minutes, 0) };
};

/** Returns a hash of the week's rows and state. If it differs, the week has changed since an approver read it. */
export const weekVersion = ({ week, days }: Pick<WeekFacts, 'week' | 'days'>): string => {
  const rows = days.map(({ date, sheet }) => [
    date,
    sheet.tasks.map(({ id, meetingId, minutes, task }) => [id, meetingId, minutes, task]),
  ]);
  return createHash('sha256')
    .update(JSON.stringify([weekStateOf(week), rows]), 'utf8')
    .digest('hex')
    .slice(0, 24);
};

const nameOf = async (
  records: Records<OrgId>,
  teamId: TeamId,
  memberId: MemberId | null | undefined,
): Promise<string | null> =>
  memberId == null ? null : ((await records.get(teamMember, { teamId, memberId }))?.value.name ?? null);

/** Returns the week with all its rows. Throws NOT_FOUND for a person who was never in the team. */
export const readWeekFacts = async (
  deps: WeekDeps,
  records: Records<OrgId>,
  { teamId, memberId, monday }: WeekPath,
): Promise<WeekFacts> => {
  const owner = { teamId, memberId };
  const member = await records.get(teamMember, owner);
  if (member === undefined) throw new AppError('NOT_FOUND');
  // The week is read before its days. Each write of a day also writes the week, so a day that changes after this read
  // is detected by the week's ETag.
  const week = await readWeek(records, owner, monday);
  const dates = Array.from({ length: 7 }, (_, index) => addDays(monday, index));
  const days = await Promise.all(dates.map((date) => readDay(records, owner, date)));
  const today = localDateAt(deps.clock.now(), timesheetZoneOf(member.value));
  const decidedBy = await nameOf(records, teamId, week.stored?.value.decidedBy);
  return { records, owner, member: member.value, decidedBy, week, days, today };
};

const canOf = (actor: Actor, { owner, member, week, today }: WeekFacts): Week['can'] => {
  const state = weekStateOf(week);
  const isOwn = actor.memberId === owner.memberId;
  const belongsToTeam = actor.teamIds.includes(owner.teamId);
  const approves = hasPermission('timesheet.approve', { role: actor.role, belongsToTeam, isOwner: isOwn });
  return {
    edit: isOwn && member.leftOn === null && state !== 'APPROVED',
    submit: isOwn && (state === 'OPEN' || state === 'SENT_BACK') && week.monday <= today,
    approve: approves && state === 'SUBMITTED',
    sendBack: approves && state === 'SUBMITTED',
    reopen: approves && state === 'APPROVED',
  };
};

export const weekView = (actor: Actor, facts: WeekFacts): Week => {
  const { owner, member, week, days, decidedBy } = facts;
  return {
    ...{ teamId: owner.teamId, memberId: owner.memberId, monday: week.monday, user: member.name },
    ...{ state: weekStateOf(week), note: week.stored?.value.note ?? null, version: weekVersion(facts), decidedBy },
    changedAt: week.stored?.value.changedAt ?? null,
    ...sumView(weekSum(facts)),
    days: days.map((day) => ({ date: day.date, ...sumView(weekSum({ days: [day] })) })),
    can: canOf(actor, facts),
  };
};

export const weekOf = async (
  deps: WeekDeps,
  actor: Actor,
  path: WeekPath,
  permission: Permission,
): Promise<WeekFacts> => {
  await requireTeam(deps, actor, path.teamId, permission);
  return readWeekFacts(deps, inOrg(deps.store, actor.orgId), path);
};

const itemsOf = (actor: Actor, { records, owner, member, week, days }: WeekFacts): Promise<Task[]> => {
  const canEdit = actor.memberId === owner.memberId && !isLocked(week);
  return Promise.all(
    days.flatMap(({ date, sheet }) =>
      sheet.tasks.map(async (task) => {
        const meetingName = await meetingNameOf(records, owner.teamId, task.meetingId);
        return taskView(task, { date, memberId: owner.memberId, user: member.name, meetingName, canEdit });
      }),
    ),
  );
};

export const getWeek = async (
  deps: WeekDeps,
  actor: Actor,
  path: ParsedOf<typeof weekCalls.getWeek>,
): Promise<OutputOf<typeof weekCalls.getWeek>> => {
  const facts = await weekOf(deps, actor, path, 'timesheet.read');
  return { ...weekView(actor, facts), items: await itemsOf(actor, facts), today: facts.today };
};

const weeksBack = 53;
const maxWaiting = 200;

/** Returns the submitted weeks of the last 53 weeks that the caller may approve, oldest first, at most 200. */
export const waitingWeeks = async (
  deps: WeekDeps,
  actor: Actor,
  { teamId }: ParsedOf<typeof weekCalls.waitingWeeks>,
): Promise<OutputOf<typeof weekCalls.waitingWeeks>> => {
  await requireTeam(deps, actor, teamId, 'timesheet.approve');
  const records = inOrg(deps.store, actor.orgId);
  // One day is added, so that the range includes a week that has begun in any zone: no zone is more than a day ahead of
  // UTC.
  const last = mondayOf(localDateAt(deps.clock.now() + 24 * 3_600_000, timesheetZoneOf(undefined)));
  const range = { from: `W|${reverseDate(last)}|`, to: `W|${reverseDate(addDays(last, -7 * weeksBack))}}` };
  const rows = await records.list(weekKind, { teamId }, range);
  const waiting = rows
    .map(({ value }) => value)
    .filter(({ state }) => state === 'SUBMITTED')
    .reverse();
  const items: Week[] = [];
  for (const { memberId, monday } of waiting.slice(0, maxWaiting))
    items.push(weekView(actor, await readWeekFacts(deps, records, { teamId, memberId, monday })));
  return { items };
};
