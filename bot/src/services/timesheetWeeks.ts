import { createHash } from 'node:crypto';
import type { OutputOf, ParsedOf } from '#contracts/endpoint.ts';
import { AppError } from '#contracts/errors.ts';
import type { LocalDate, MemberId, OrgId, TeamId } from '#contracts/ids.ts';
import { may } from '#contracts/permissions.ts';
import type { Permission } from '#contracts/permissions.ts';
import type * as calls from '#contracts/timesheet.ts';
import type { Task, Week, WeekState } from '#contracts/timesheet.ts';
import { revDate } from '../domain/ids.ts';
import { addDays, localDateAt, mondayOf } from '../domain/time.ts';
import { inOrg } from '../store/kind.ts';
import type { Records } from '../store/kind.ts';
import { week as weekKind } from '../store/kinds/run.ts';
import { teamMember } from '../store/kinds/team.ts';
import { requireTeam } from './access.ts';
import type { Actor } from './actor.ts';
import type { Deps } from './deps.ts';
import type { TeamMember } from './members.ts';
import { isLocked, readDay, readWeek } from './sheetRows.ts';
import type { Day, SheetOwner, WeekOf } from './sheetRows.ts';
import { memberZone } from './timesheetFilter.ts';
import { meetingNameOf } from './timesheetSource.ts';
import { sumView, taskView } from './timesheetViews.ts';

// Weeks of members as people see them; how they change hands stands in weekStates.ts.

export type WeekDeps = Pick<Deps, 'store' | 'clock'>;

interface WeekPath {
  readonly teamId: TeamId;
  readonly memberId: MemberId;
  readonly monday: LocalDate;
}

/** A week with everything that is in it, read so that whoever writes by its ETag writes what they have seen. */
export interface WeekFacts {
  readonly records: Records<OrgId>;
  readonly owner: SheetOwner;
  readonly member: TeamMember;
  /** Name of who decided on it last. */
  readonly decidedBy: string | null;
  readonly week: WeekOf;
  /** Monday to Sunday. */
  readonly days: readonly Day[];
  /** The owner's own date. */
  readonly today: LocalDate;
}

export const stateOf = ({ stored }: WeekOf): WeekState => stored?.value.state ?? 'OPEN';

export const weekSum = ({ days }: Pick<WeekFacts, 'days'>): { readonly rows: number; readonly minutes: number } => {
  const tasks = days.flatMap(({ sheet }) => sheet.tasks);
  return { rows: tasks.length, minutes: tasks.reduce((sum, one) => sum + one.minutes, 0) };
};

/** Of what stands in it and of its state: what an approver has seen, told from what is there now. */
export const weekVersion = ({ week, days }: Pick<WeekFacts, 'week' | 'days'>): string => {
  const rows = days.map(({ date, sheet }) => [
    date,
    sheet.tasks.map(({ id, meetingId, minutes, task }) => [id, meetingId, minutes, task]),
  ]);
  return createHash('sha256')
    .update(JSON.stringify([stateOf(week), rows]), 'utf8')
    .digest('hex')
    .slice(0, 24);
};

const nameOf = async (
  records: Records<OrgId>,
  teamId: TeamId,
  memberId: MemberId | null | undefined,
): Promise<string | null> =>
  memberId == null ? null : ((await records.get(teamMember, { teamId, memberId }))?.value.name ?? null);

/** NOT_FOUND for a member the team never had. */
export const readWeekFacts = async (
  deps: WeekDeps,
  records: Records<OrgId>,
  { teamId, memberId, monday }: WeekPath,
): Promise<WeekFacts> => {
  const owner = { teamId, memberId };
  const member = await records.get(teamMember, owner);
  if (member === undefined) throw new AppError('NOT_FOUND');
  // Before its days: each write of a day changes it, so a day that changes after it was read is found out.
  const week = await readWeek(records, owner, monday);
  const dates = Array.from({ length: 7 }, (_, at) => addDays(monday, at));
  const days = await Promise.all(dates.map((date) => readDay(records, owner, date)));
  const today = localDateAt(deps.clock.now(), memberZone(member.value));
  const decidedBy = await nameOf(records, teamId, week.stored?.value.decidedBy);
  return { records, owner, member: member.value, decidedBy, week, days, today };
};

const canOf = (actor: Actor, { owner, week, today }: WeekFacts): Week['can'] => {
  const state = stateOf(week);
  const isOwn = actor.memberId === owner.memberId;
  const belongsToTeam = actor.teamIds.includes(owner.teamId);
  const approves = may('timesheet.approve', { role: actor.role, belongsToTeam, isOwner: isOwn });
  return {
    edit: isOwn && state !== 'APPROVED',
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
    ...{ state: stateOf(week), note: week.stored?.value.note ?? null, version: weekVersion(facts), decidedBy },
    changedAt: week.stored?.value.changedAt ?? null,
    ...sumView(weekSum(facts)),
    days: days.map((day) => ({ date: day.date, ...sumView(weekSum({ days: [day] })) })),
    can: canOf(actor, facts),
  };
};

/** The week, when the actor may do this in its team. */
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

/** GET /api/timesheet/week/get. */
export const getWeek = async (
  deps: WeekDeps,
  actor: Actor,
  path: ParsedOf<typeof calls.getWeek>,
): Promise<OutputOf<typeof calls.getWeek>> => {
  const facts = await weekOf(deps, actor, path, 'timesheet.read');
  return { ...weekView(actor, facts), items: await itemsOf(actor, facts), today: facts.today };
};

const weeksBack = 53;
const mostWaiting = 200;

/** GET /api/timesheet/week/waiting. */
export const waitingWeeks = async (
  deps: WeekDeps,
  actor: Actor,
  { teamId }: ParsedOf<typeof calls.waitingWeeks>,
): Promise<OutputOf<typeof calls.waitingWeeks>> => {
  await requireTeam(deps, actor, teamId, 'timesheet.approve');
  const records = inOrg(deps.store, actor.orgId);
  // A day ahead of UTC is as far as anybody's calendar gets.
  const last = mondayOf(localDateAt(deps.clock.now() + 24 * 3_600_000, memberZone(undefined)));
  const range = { from: `W|${revDate(last)}|`, to: `W|${revDate(addDays(last, -7 * weeksBack))}}` };
  const rows = await records.list(weekKind, { teamId, monday: last, memberId: '' as MemberId }, range);
  const waiting = rows
    .map(({ value }) => value)
    .filter(({ state }) => state === 'SUBMITTED')
    .reverse();
  const items: Week[] = [];
  for (const { memberId, monday } of waiting.slice(0, mostWaiting))
    items.push(weekView(actor, await readWeekFacts(deps, records, { teamId, memberId, monday })));
  return { items };
};
