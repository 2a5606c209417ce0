import type { LocalDate, MeetingId, MemberId, OrgId, TeamId, UserId } from '#contracts/core/idDateAndZoneSchemas.ts';
import type { Question } from '#contracts/meetings/questionAndAnswerFormatSchemas.ts';
import { formatOf, isShownAsStored } from '#contracts/meetings/questionTypes/questionDefinitionsAndValueDisplay.ts';
import type { Translate } from '#contracts/text/translateAndMessageKeyTypes.ts';
import { dateOfReverse } from '../../domain/core/reversedDateKeys.ts';
import { isObserver } from '../../domain/runs/membersAndObservers.ts';
import { addDays, msOf } from '../../domain/core/zonedTimeAndCalendarDates.ts';
import { monthOf, monthsSince } from '../../domain/billing/billingMonths.ts';
import { readAs, scanRows } from '../../store/recordKindsAndAccess.ts';
import type { ListedKind, Records, ValueOf } from '../../store/recordKindsAndAccess.ts';
import { exportedChat, exportedUser } from '../../store/kinds/teamsSync/convertRowsToChatAddresses.ts';
import { skip, snooze } from '../../store/kinds/answers/skipAndSnooze.ts';
import { orgMember } from '../../store/kinds/organisations/organisationUserAndMember.ts';
import { orgTeam } from '../../store/kinds/organisations/teamAndChannel.ts';
import { vacation } from '../../store/kinds/daysOff/vacationsAndHolidays.ts';
import { answer as answerKind, history } from '../../store/kinds/answers/answerAndHistory.ts';
import { runKind } from '../../store/kinds/runs/run.ts';
import {
  orgActivity,
  orgAuditedAction,
  teamActivity,
  teamAuditedAction,
} from '../../store/kinds/core/activityLogAndActionIndex.ts';
import { sheet, week } from '../../store/kinds/timesheets/sheetAndWeek.ts';
import { meeting as meetingKind } from '../../store/kinds/meetings/meetingWithNameAndPointer.ts';
import { teamMember } from '../../store/kinds/people/teamMember.ts';
import { teamPartition } from '../../store/kinds/core/teamPartitionAndKeyParts.ts';
import { template } from '../../store/kinds/meetings/meetingTemplate.ts';
import { generatedSummary } from '../../store/kinds/generatedSummaries/generatedSummary.ts';
import { asked, usage } from '../../store/kinds/billing/usageLedger.ts';
import { prefixRange } from '../../store/tableStorePort.ts';
import type { Range } from '../../store/tableStorePort.ts';
import type { z } from 'zod';
import { activityText } from '../core/activityLogStepsAndTexts.ts';
import type { Membership } from '../identity/signInOrganisationAndAdmission.ts';

// Reads one person's rows in one organisation, mostly by keys that contain the person's id. Rows that several people
// share are read too, but only the person's part of them is exported.

export interface ExportMembership extends Membership {
  readonly userId: UserId;
}

export type Item = Readonly<Record<string, unknown>>;

type Team = ValueOf<typeof orgTeam>;

/**
 * Returns all teams of the organisation, including deleted teams whose rows still exist, because the person may have
 * been a member of each of them.
 */
export const teamsOf = async ({ records }: Membership): Promise<Team[]> =>
  (await records.list(orgTeam, undefined, prefixRange('team|'))).map(({ value }) => value);

export const rowsOf = async function* <P, K extends P, S extends z.ZodObject>(
  records: Records<OrgId>,
  of: ListedKind<OrgId, P, K, S>,
  partitionKey: NoInfer<P>,
  range: Range,
): AsyncGenerator<z.output<S>> {
  const pk = of.partition(records.scope, partitionKey);
  for await (const row of scanRows(records.store, of.table, pk, range)) yield readAs(of, row).value;
};

const observedReports = async (
  records: Records<OrgId>,
  { teamId, memberId }: { readonly teamId: TeamId; readonly memberId: MemberId },
): Promise<Item[]> => {
  const reports: Item[] = [];
  for await (const meeting of rowsOf(records, meetingKind, { teamId }, prefixRange('G|')))
    if (isObserver(meeting, memberId)) reports.push({ id: meeting.id, name: meeting.name });
  return reports;
};

export const membershipFacts = async function* (membership: ExportMembership): AsyncGenerator<Item> {
  const { records, organisation, place } = membership;
  const { memberId } = place;
  const member = memberId === null ? undefined : (await records.get(orgMember, { memberId }))?.value;
  const teams: Item[] = [];
  for (const { teamId, name } of memberId === null ? [] : await teamsOf(membership)) {
    const row = memberId === null ? undefined : (await records.get(teamMember, { teamId, memberId }))?.value;
    if (memberId === null || row === undefined) continue;
    const { isEnabled, leftOn, timezone, timezoneFrom, locale, unreachable, unreachableSince } = row;
    const { isMuted, mutedUntil, summaryDelivery, quietHours = null } = row;
    const { browserZone: browserTimezone = null, zoneMovedAt = null, zoneMovedBy = null } = row;
    const observes = await observedReports(records, { teamId, memberId });
    const chat = { ...exportedChat(row), unreachable, unreachableSince };
    const zone = { timezone, timezoneFrom, browserTimezone, zoneMovedAt, zoneMovedBy };
    const content = { ...zone, language: locale, isMuted, mutedUntil, quietHours };
    const observing = { summaryDelivery: summaryDelivery ?? 'CHAT', observes };
    teams.push({ id: teamId, name, isEnabled, leftOn, ...content, ...observing, chat });
  }
  const { orgId: id, name } = organisation;
  yield {
    organisation: { id, name },
    role: member?.role ?? place.role,
    member: member === undefined ? null : personOf(member),
    teams,
  };
};

const personOf = (member: ValueOf<typeof orgMember>): Item => {
  const { memberId: id, name, email, tid, oid, createdOn } = member;
  return {
    ...{ id, name, email, createdOn },
    microsoft: { tenantId: tid, objectId: oid, ...exportedUser(member) },
  };
};

interface Questioned {
  readonly meetingName: string | null;
  readonly questions: readonly Question[];
}

/**
 * Returns the questions that the run asked. If the run is not stored, returns the questions of `givenTo` (the copy in
 * an answer ahead); without that copy, the present questions of the meeting.
 */
export const questionsOf = async (
  records: Records<OrgId>,
  key: { readonly teamId: TeamId; readonly date: LocalDate; readonly meetingId: MeetingId },
  givenTo: Questioned | null = null,
): Promise<Questioned> => {
  const asked = (await records.get(runKind, key))?.value ?? givenTo;
  if (asked !== null) return asked;
  const meeting = (await records.get(meetingKind, key))?.value;
  return { meetingName: meeting?.name ?? null, questions: meeting?.questions ?? [] };
};

const answerItem = (answer: ValueOf<typeof answerKind>, questions: Questioned['questions']): Item => {
  const { values, goals, hasBlocker, isGoalAchieved, answeredAt, editedAt, isLate, isAhead } = answer;
  const existing = questions.flatMap((question) => {
    const own = Object.entries(values).find(([id]) => id === question.id);
    if (own === undefined) return [];
    const format = formatOf(question);
    return [{ question: question.text, answer: own[1], ...(isShownAsStored(format) ? {} : format) }];
  });
  const left = Object.entries(values).filter(([id]) => !questions.some((question) => question.id === id));
  return {
    answers: [...existing, ...left.map(([, text]) => ({ question: null, answer: text }))],
    ...{ goals, hasBlocker, isGoalAchieved, answeredAt, editedAt, isLate, isAhead },
  };
};

/**
 * Returns the person's answers, newest first within each team. They are found through the rows of the person's own
 * history.
 */
export const listAnswers = async function* (membership: ExportMembership): AsyncGenerator<Item> {
  const { records, organisation, place } = membership;
  const { memberId } = place;
  if (memberId === null) return;
  for (const { teamId, name: team } of await teamsOf(membership)) {
    for await (const { date, meetingId } of rowsOf(records, history, { teamId }, prefixRange(`Q|${memberId}|`))) {
      const key = { teamId, date, meetingId };
      const row = await records.get(answerKind, { ...key, memberId });
      if (row === undefined) continue;
      const { meetingName, questions } = await questionsOf(records, key, row.value.givenTo);
      const where = { organisation: organisation.name, team, report: meetingName, reportId: meetingId, date };
      yield { ...where, ...answerItem(row.value, questions) };
    }
  }
};

/**
 * Returns the runs that the person skips or whose prompt the person snoozed, oldest first within each team. Only the
 * keys of other people's rows are read.
 */
export const listChoices = async function* (membership: ExportMembership): AsyncGenerator<Item> {
  const { records, organisation, place } = membership;
  const { memberId } = place;
  if (memberId === null) return;
  for (const { teamId, name: team } of await teamsOf(membership)) {
    const range = { ...prefixRange('D|'), keysOnly: true };
    for await (const { rk } of scanRows(records.store, 'Team', teamPartition(records.scope, teamId), range)) {
      const [, date, meetingId, what, who] = rk.split('|');
      if (who !== memberId || (what !== 'k' && what !== 'z')) continue;
      const key = { teamId, memberId, date: date as LocalDate, meetingId: meetingId as MeetingId };
      const where = { organisation: organisation.name, team, reportId: key.meetingId, date: key.date };
      const [skipped, snoozed] = await Promise.all([
        what === 'k' ? records.get(skip, key) : undefined,
        what === 'z' ? records.get(snooze, key) : undefined,
      ]);
      if (skipped !== undefined) {
        const { skippedAt, reason } = skipped.value;
        yield { ...where, choice: 'SKIPPED', at: skippedAt, reason };
      }
      if (snoozed !== undefined) {
        const { snoozedAt, until } = snoozed.value;
        yield { ...where, choice: 'SNOOZED', at: snoozedAt, until };
      }
    }
  }
};

/**
 * Returns the Mondays of the weeks in which any member of the team has a timesheet, newest first. Each scan reads only
 * the first key of a week and the next scan begins after that week, so that the keys of the other members are not read.
 */
const mondays = async function* (records: Records<OrgId>, teamId: TeamId): AsyncGenerator<LocalDate> {
  const { from: first, to } = prefixRange('W|');
  const pk = teamPartition(records.scope, teamId);
  for (let from = first; ;) {
    const { rows } = await records.store.scan(week.table, pk, { from, to }, { limit: 1, keysOnly: true });
    const rev = rows[0]?.rk.split('|')[1];
    if (rev === undefined) return;
    yield dateOfReverse(rev);
    from = prefixRange(`W|${rev}|`).to;
  }
};

const weekItem = async (
  records: Records<OrgId>,
  key: { readonly teamId: TeamId; readonly memberId: MemberId; readonly monday: LocalDate },
): Promise<Item | undefined> => {
  const { monday } = key;
  const row = (await records.get(week, key))?.value;
  // Each write of a day also writes its week, so if there is no week row, there are no days either.
  if (row === undefined) return undefined;
  const dates = [0, 1, 2, 3, 4, 5, 6].map((day) => addDays(monday, day));
  const days = await Promise.all(dates.map((date) => records.get(sheet, { ...key, date })));
  return {
    ...{ monday, state: row.state, note: row.note },
    days: days.flatMap((day) => {
      if (day === undefined || day.value.tasks.length === 0) return [];
      const tasks = day.value.tasks.map(({ id, meetingId, task, minutes, source }) => ({
        ...{ id, reportId: meetingId, task, minutes, source },
      }));
      return [{ date: day.value.date, minutes: day.value.minutes, tasks }];
    }),
  };
};

export const listTimesheets = async function* (membership: ExportMembership): AsyncGenerator<Item> {
  const { records, organisation, place } = membership;
  const { memberId } = place;
  if (memberId === null) return;
  for (const { teamId, name: team } of await teamsOf(membership))
    for await (const monday of mondays(records, teamId)) {
      const item = await weekItem(records, { teamId, memberId, monday });
      if (item !== undefined) yield { organisation: organisation.name, team, ...item };
    }
};

export const listVacations = async function* ({
  records,
  organisation,
  place,
}: ExportMembership): AsyncGenerator<Item> {
  const { memberId } = place;
  if (memberId === null) return;
  for await (const { date } of rowsOf(records, vacation, undefined, prefixRange(`vac|${memberId}|`)))
    yield { organisation: organisation.name, date };
};

export const listOwnTemplates = async function* (membership: ExportMembership): AsyncGenerator<Item> {
  const { records, organisation, place } = membership;
  const { memberId } = place;
  if (memberId === null) return;
  for await (const row of rowsOf(records, template, undefined, prefixRange('tpl|'))) {
    const { id, name, createdBy, createdOn, questions } = row;
    if (createdBy === memberId) yield { organisation: organisation.name, id, name, createdOn, questions };
  }
};

/**
 * Returns the generated sentences that have only answers of this person as sources. All other sentences contain data of
 * other people.
 */
export const listGeneratedSentences = async function* (membership: ExportMembership): AsyncGenerator<Item> {
  const { records, organisation, place } = membership;
  const { memberId } = place;
  if (memberId === null) return;
  for (const { teamId, name: team } of await teamsOf(membership))
    for await (const row of rowsOf(records, generatedSummary, { teamId }, prefixRange('Y|'))) {
      const { date, meetingId, summaries } = row;
      for (const { language, writtenAt, sentences } of summaries)
        for (const { text, sources } of sentences)
          if (sources.every((source) => source.memberId === memberId))
            yield { organisation: organisation.name, team, date, report: meetingId, language, writtenAt, text };
    }
};

type Entry = ValueOf<typeof teamActivity>;

/**
 * Returns the person's actions as sentences. The texts that an action replaced (`before`) are left out, because other
 * people may have written them.
 */
export const auditedActions = async function* (
  membership: ExportMembership,
  t: Translate,
  locale: string,
): AsyncGenerator<Item> {
  const { records, organisation, place, userId } = membership;
  const item = (team: string | null, entry: Entry | undefined): Item[] => {
    if (entry === undefined) return [];
    const text = activityText(t, locale, entry);
    return [{ organisation: organisation.name, team, at: entry.at, text, after: entry.after }];
  };
  for (const who of place.memberId === null ? [userId] : [place.memberId, userId]) {
    const range = prefixRange(`A|${who}|`);
    for await (const action of rowsOf(records, orgAuditedAction, undefined, range))
      yield* item(null, (await records.get(orgActivity, action))?.value);
    for (const { teamId, name } of await teamsOf(membership))
      for await (const action of rowsOf(records, teamAuditedAction, { teamId }, range))
        yield* item(name, (await records.get(teamActivity, { teamId, ...action }))?.value);
  }
};

/** Returns the months in which a run asked the person or the person was active. */
export const listUsageMonths = async function* (membership: ExportMembership, now: number): AsyncGenerator<Item> {
  const { records, organisation, place } = membership;
  const { memberId } = place;
  if (memberId === null) return;
  for (const month of monthsSince(monthOf(msOf(organisation.createdOn)), monthOf(now))) {
    const [counted, wasAsked] = await Promise.all([
      records.get(usage, { month, memberId }),
      records.get(asked, { month, memberId }),
    ]);
    if (counted === undefined && wasAsked === undefined) continue;
    const active = counted === undefined ? null : { event: counted.value.event, at: counted.value.at };
    yield { organisation: organisation.name, month, firstAskedAt: wasAsked?.value.at ?? null, active };
  }
};
