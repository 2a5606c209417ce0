import type { Answer } from '#contracts/answers/answerCardAndDraftCalls.ts';
import type { MeetingId, MemberId, OrgId } from '#contracts/core/idDateAndZoneSchemas.ts';
import { weekdays } from '#contracts/meetings/meetingSchemasAndCalls.ts';
import type { Meeting } from '#contracts/meetings/meetingSchemasAndCalls.ts';
import { limits } from '#contracts/core/limitsAndProductConstants.ts';
import { isQuietLength } from '#contracts/people/quietHours.ts';
import { lifeOf, stateOfBlocker } from '../../domain/blockers/blockerStateAndAllowedChanges.ts';
import type { TrackedBlocker } from '../../domain/blockers/blockerStateAndAllowedChanges.ts';
import { plannedGoals, planLines } from '../../domain/answers/planLinesAndGoals.ts';
import { reverseDate } from '../../domain/core/reversedDateKeys.ts';
import { mondayOf } from '../../domain/core/zonedTimeAndCalendarDates.ts';
import { sheetTotals } from '../../domain/timesheets/daySheetMergeAndTotals.ts';
import { meetingName } from '../kinds/meetings/meetingWithNameAndPointer.ts';
import type { FindingReport } from './storeCheckFinding.ts';
import type { GatheredStore } from './gatherRowsToCheck.ts';
import { checkTeamMember, checkTeamRow } from './checkOrganisationsAndPointers.ts';
import { checkRun } from './checkRuns.ts';
import { checkSearchIndex } from './checkSearchIndex.ts';
import type { RunGroup, TeamRows } from './gatherTeamRows.ts';

// Checks one team: meetings and their names, rows derived from answers, sheets and their sums.

export interface TeamChecks {
  readonly all: GatheredStore;
  readonly report: FindingReport;
  readonly events: Map<string, string>;
}

const checkMeeting = ({ all, report }: TeamChecks, rows: TeamRows, meeting: Meeting): void => {
  const [orgId = '', teamId = ''] = rows.pk.split('|');
  const key = { pk: rows.pk, rk: `G|${meeting.id}` };
  const guard = meetingName.at(orgId as OrgId, { teamId: meeting.teamId, name: meeting.name });
  if (rows.names.get(guard.rk) !== meeting.id) report('Team', key, 'does not hold its own name');
  if (all.meetingTeams.get(`${orgId}|${meeting.id}`) !== teamId)
    report('Team', key, 'its g pointer does not name this team');
  const isMeantToRun = meeting.isEnabled && weekdays.some((day) => meeting[day]);
  if (isMeantToRun && rows.team?.state === 'CONNECTED' && !all.planned.has(`${orgId}|${meeting.id}`))
    report('Team', key, 'is enabled but has no next run planned');
};

const checkNames = ({ report }: TeamChecks, rows: TeamRows): void => {
  for (const [rk, meetingId] of rows.names)
    if (!rows.meetings.has(meetingId))
      report('Team', { pk: rows.pk, rk }, 'holds the name of a meeting that does not exist');
};

/** The answers of each member in each meeting, oldest first. The key is `meetingId|memberId`. */
type Given = ReadonlyMap<string, readonly { readonly answer: Answer; readonly group: RunGroup }[]>;

const givenIn = (rows: TeamRows): Given => {
  const answersByRun = new Map<string, { answer: Answer; group: RunGroup }[]>();
  for (const group of rows.runs.values())
    for (const answer of group.answers) {
      // An erased answer has no values, so no other row needs to agree with it.
      if (Object.keys(answer.values).length === 0) continue;
      const name = `${answer.meetingId}|${answer.memberId}`;
      const list = answersByRun.get(name) ?? [];
      answersByRun.set(name, list);
      list.push({ answer, group });
    }
  for (const list of answersByRun.values()) list.sort((a, b) => (a.answer.date < b.answer.date ? -1 : 1));
  return answersByRun;
};

const byMember = <T extends { readonly meetingId: MeetingId; readonly memberId: MemberId }>(
  list: readonly T[],
): Map<string, T> => new Map(list.map((item) => [`${item.meetingId}|${item.memberId}`, item]));

/**
 * Returns the questions of the run; undefined for an answer that was given before the run opened, because the questions
 * may have changed since.
 */
const frozen = ({ answer, group }: { readonly answer: Answer; readonly group: RunGroup }) =>
  answer.isAhead ? undefined : group.run?.questions;

const checkPlans = ({ report }: TeamChecks, rows: TeamRows, input: Given): void => {
  const plans = byMember(rows.plans);
  for (const [name, list] of input) {
    const newest = list.findLast((item) => frozen(item)?.some((question) => question.isTimesheetQuestion) === true);
    const plan = plans.get(name);
    const key = { pk: rows.pk, rk: plan?.rk ?? `P|${name}` };
    if (newest !== undefined && (plan === undefined || plan.date < newest.answer.date))
      report('Team', key, `is older than the answer of ${newest.answer.date}`);
    const from = list.find((item) => item.answer.date === plan?.date);
    const question = from === undefined ? undefined : frozen(from)?.find((item) => item.isTimesheetQuestion);
    if (from === undefined || question === undefined || plan === undefined) continue;
    const typed = planLines(from.answer.values[question.id] ?? '');
    const lines = plannedGoals(from.answer.goals, typed).map((line) => line.id);
    if (lines.join() !== plan.lines.map((line) => line.id).join())
      report('Team', key, 'is not the plan of the answer it names');
  }
  for (const { meetingId, memberId, date, rk } of rows.plans)
    if (input.get(`${meetingId}|${memberId}`)?.some((item) => item.answer.date === date) !== true)
      report('Team', { pk: rows.pk, rk }, 'names an answer that does not exist');
};

/**
 * Checks the `life` of a blocker, the record of its handling. It must not begin after the blocker's answer. If a member
 * is needed, `life` must count at least one naming, and the member must be or have been in the team.
 */
const checkLife = (
  { report, members }: Pick<TeamChecks, 'report'> & { readonly members: ReadonlySet<MemberId> },
  key: { readonly pk: string; readonly rk: string },
  blocker: TrackedBlocker,
): void => {
  const life = lifeOf(blocker);
  if (life === undefined) return;
  if (life.since > blocker.date) report('Team', key, 'has a life that begins after its own answer');
  if (life.neededId !== null && life.needs === 0) report('Team', key, 'needs a member whom nobody named');
  if (life.neededId !== null && !members.has(life.neededId))
    report('Team', key, 'needs a person who was never in the team');
};

const checkBlockers = ({ report }: TeamChecks, rows: TeamRows, input: Given): void => {
  const blockers = byMember(rows.blockers);
  for (const [name, list] of input) {
    const newest = list.findLast((item) => frozen(item)?.some((question) => question.isBlocker) === true);
    const blocker = blockers.get(name);
    if (newest !== undefined && (blocker === undefined || blocker.date < newest.answer.date))
      report('Team', { pk: rows.pk, rk: `B|${name}` }, `does not contain the answer of ${newest.answer.date}`);
  }
  const members = new Set(rows.members.map((member) => member.memberId));
  for (const { rk, ...blocker } of rows.blockers) {
    const { meetingId, memberId, date, since, isOpen } = blocker;
    const state = stateOfBlocker(blocker);
    const key = { pk: rows.pk, rk };
    const from = input.get(`${meetingId}|${memberId}`)?.find((item) => item.answer.date === date)?.answer;
    if (from === undefined) report('Team', key, 'names an answer that does not exist');
    else if (isOpen && state !== 'REOPENED' && !from.hasBlocker)
      report('Team', key, 'is open, but its answer is not blocked');
    if (since > date) report('Team', key, 'begins after its own answer');
    checkLife({ report, members }, key, blocker);
  }
};

/** Checks that the messages about a blocker belong to it, and that none was sent twice. */
const checkBlockerCards = ({ report }: TeamChecks, rows: TeamRows): void => {
  const blockers = byMember(rows.blockers);
  for (const { meetingId, memberId, told, cards, reminders, rk } of rows.blockerCards) {
    const key = { pk: rows.pk, rk };
    const blocker = blockers.get(`${meetingId}|${memberId}`);
    const numbers = blocker?.numbers;
    const reminded = (reminders ?? []).map(({ who, number }) => `${who}|${String(number)}`);
    if (new Set(reminded).size !== reminded.length) report('Team', key, 'has reminded a member twice on one day');
    if (
      reminders?.some(({ card, isOver, reason }) => card?.activityId != null && (!isOver || reason !== null)) === true
    )
      report('Team', key, 'keeps the card of a reminder that was not sent');
    // Reminders do not count for `isForNamed`: without a needed member, they go to the owner of the blocker.
    const isForNamed = cards.length > 0 || told > 0;
    if (blocker === undefined || (isForNamed && numbers == null))
      report('Team', key, 'has no B row with needed members');
    else if (told > (numbers?.backs ?? 0)) report('Team', key, 'announces a hand-back that does not exist');
    const sent = cards.map(({ number }) => number);
    if (new Set(sent).size !== sent.length) report('Team', key, 'has asked twice for one naming');
    if (Math.max(0, ...sent) > (numbers?.needs ?? 0)) report('Team', key, 'has asked a member whom nobody named');
  }
};

const checkHistory = ({ report }: TeamChecks, rows: TeamRows, input: Given): void => {
  const histories = new Map(rows.histories.map((member) => [member.rk, member]));
  for (const { answer } of [...input.values()].flat()) {
    const rk = `Q|${answer.memberId}|${reverseDate(answer.date)}|${answer.meetingId}`;
    const history = histories.get(rk);
    histories.delete(rk);
    const isSame =
      history?.hasBlocker === answer.hasBlocker && JSON.stringify(history.goals) === JSON.stringify(answer.goals);
    if (!isSame) report('Team', { pk: rows.pk, rk }, history === undefined ? 'is missing' : 'differs from the answers');
  }
  for (const rk of histories.keys()) report('Team', { pk: rows.pk, rk }, 'has no answer');
};

const checkQuietHours = ({ report }: TeamChecks, { pk, members }: TeamRows): void => {
  for (const { memberId, quietHours } of members)
    if (quietHours != null && !isQuietLength(quietHours))
      report('Team', { pk, rk: `M|${memberId}` }, 'has quiet hours that are too short or too long');
};

const checkDrafts = ({ report }: TeamChecks, rows: TeamRows): void => {
  const members = new Set(rows.members.map((member) => member.memberId));
  for (const { memberId, rk } of rows.drafts)
    if (!members.has(memberId)) report('Team', { pk: rows.pk, rk }, 'is a draft of a person who was never in the team');
};

const checkSheets = ({ report }: TeamChecks, rows: TeamRows): void => {
  for (const sheet of rows.sheets) {
    const key = { pk: rows.pk, rk: `S|${reverseDate(sheet.date)}|${sheet.memberId}` };
    const right = sheetTotals(sheet);
    const sums = new Map(Object.entries(right.byMeeting).filter(([, minutes]) => minutes > 0));
    const minutesOfSheet = new Map(Object.entries(sheet.byMeeting).filter(([, minutes]) => minutes > 0));
    if (right.minutes !== sheet.minutes)
      report('Team', key, `has ${sheet.minutes} minutes, but its tasks have ${right.minutes}`);
    if (minutesOfSheet.size !== sums.size || [...sums].some(([id, minutes]) => minutesOfSheet.get(id) !== minutes))
      report('Team', key, 'its sums by meeting are not those of its tasks');
    if (sheet.tasks.length > limits.tasksPerDay) report('Team', key, `has ${sheet.tasks.length} tasks`);
    if (new Set(sheet.tasks.map((task) => task.id)).size !== sheet.tasks.length)
      report('Team', key, 'has a task twice');
    if (!rows.weeks.has(`${sheet.memberId}|${mondayOf(sheet.date)}`)) report('Team', key, 'has no W row');
  }
};

const checkTaskMarks = ({ all, report }: TeamChecks, rows: TeamRows): void => {
  const orgId = rows.pk.split('|')[0] ?? '';
  for (const { month, memberId, rk } of rows.taskMarks) {
    const name = `${orgId}|${month}|${memberId}`;
    if (!all.ledger.has(name) && !all.usageToCome.has(name))
      report('Team', { pk: rows.pk, rk }, 'counts a member who is not in the ledger');
  }
};

/**
 * Checks that each week begins on a Monday, and that its counters of submissions, state changes and sent cards agree.
 */
const checkWeeks = ({ report }: TeamChecks, rows: TeamRows): void => {
  for (const week of rows.weeks.values()) {
    const key = { pk: rows.pk, rk: `W|${reverseDate(week.monday)}|${week.memberId}` };
    if (mondayOf(week.monday) !== week.monday) report('Team', key, 'does not begin on a Monday');
    const moves = week.moves ?? 0;
    if ((week.submission ?? 0) > moves) report('Team', key, 'was submitted by a change that does not exist');
  }
  for (const { memberId, monday, told, asked, cards } of rows.weekCards) {
    const key = { pk: rows.pk, rk: `V|${reverseDate(monday)}|${memberId}` };
    const week = rows.weeks.get(`${memberId}|${monday}`);
    if (week === undefined) report('Team', key, 'has no W row');
    else if (told > (week.moves ?? 0)) report('Team', key, 'announces a change that does not exist');
    const names = cards.map((card) => `${card.who} ${card.submission}`);
    if (new Set(names).size !== names.length) report('Team', key, 'has asked an admin twice');
    if (Math.max(asked, ...cards.map((card) => card.submission)) > (week?.submission ?? 0))
      report('Team', key, 'has asked for the approval of a week that was not submitted');
  }
};

const checkOwner = ({ all, report }: TeamChecks, rows: TeamRows): void => {
  const orgId = (rows.pk.split('|')[0] ?? '') as OrgId;
  const org = all.orgs.get(orgId);
  const key = { pk: rows.pk, rk: 'T' };
  if (org?.state === 'DELETED') report('Team', key, 'belongs to a deleted organisation');
  if (org === undefined) report('Team', key, 'belongs to an organisation that does not exist');
  if (rows.team === undefined) report('Team', key, 'has rows but does not exist');
};

export const checkTeam = (checks: TeamChecks, rows: TeamRows): void => {
  const orgId = (rows.pk.split('|')[0] ?? '') as OrgId;
  // While a tenant is being connected to another organisation, a team of the tenant can have rows in both
  // organisations. The check therefore skips all teams of both organisations.
  if (checks.all.moving.has(orgId)) return;
  checkOwner(checks, rows);
  if (rows.team !== undefined) checkTeamRow({ ...checks, pk: rows.pk }, rows.team);
  for (const member of rows.members) checkTeamMember({ ...checks, pk: rows.pk }, member);
  for (const meeting of rows.meetings.values()) checkMeeting(checks, rows, meeting);
  checkNames(checks, rows);
  for (const group of rows.runs.values()) checkRun({ ...checks, pk: rows.pk, orgId }, group);
  const input = givenIn(rows);
  checkPlans(checks, rows, input);
  checkBlockers(checks, rows, input);
  checkBlockerCards(checks, rows);
  checkHistory(checks, rows, input);
  checkSheets(checks, rows);
  checkWeeks(checks, rows);
  checkDrafts(checks, rows);
  checkQuietHours(checks, rows);
  checkTaskMarks(checks, rows);
  checkSearchIndex({ ...checks, orgId }, rows);
};
