import type { LocalDate, MeetingId, MemberId, OrgId, TeamId } from '#contracts/core/idDateAndZoneSchemas.ts';
import { AppError } from '#contracts/core/errorCodesAndAppError.ts';
import type { Meeting } from '#contracts/meetings/meetingSchemasAndCalls.ts';
import type { Run } from '#contracts/runs/runSchema.ts';
import type { PersonRun } from '#contracts/reports/personReport.ts';
import { mapLimit } from '../../concurrency/mapLimit.ts';
import type { AnsweredGoals } from '../../domain/reports/goalHitRate.ts';
import { personRun, personRunAhead } from '../../domain/reports/personRunsAndTotals.ts';
import { withDroppedMembers } from '../../domain/runs/runClosingAndDroppedMembers.ts';
import type { Records, Stored, ValueOf } from '../../store/recordKindsAndAccess.ts';
import { answer as answerKind, history } from '../../store/kinds/answers/answerAndHistory.ts';
import { runKind } from '../../store/kinds/runs/run.ts';
import { skip } from '../../store/kinds/answers/skipAndSnooze.ts';
import { teamPartition } from '../../store/kinds/core/teamPartitionAndKeyParts.ts';
import { prefixRange } from '../../store/tableStorePort.ts';
import { findPlannedRun } from '../runs/findPlannedRun.ts';
import { datesWithin, listRunDates } from '../runs/dateSpansAndRunDates.ts';
import type { DateSpan } from '../runs/dateSpansAndRunDates.ts';
import type { MemberRun } from '../tenancy/memberRunKey.ts';
import type { TeamMember } from '../tenancy/listMembers.ts';
import { takenRows } from '../runs/readRunAndDayRows.ts';

// Finds the runs of one person in one team: the runs that the person answered, and the runs that asked the person but
// got no answer.

type History = ValueOf<typeof history>;

/** True if the person has answered in this team. The person may have left it since. */
export const hasHistory = async (records: Records<OrgId>, teamId: TeamId, memberId: MemberId): Promise<boolean> => {
  const partition = teamPartition(records.scope, teamId);
  const page = await records.store.scan('Team', partition, prefixRange(`Q|${memberId}|`), { limit: 1, keysOnly: true });
  return page.rows.length > 0;
};

export const answeredGoals = async (
  records: Records<OrgId>,
  { teamId, memberId }: { readonly teamId: TeamId; readonly memberId: MemberId },
  span: DateSpan,
): Promise<AnsweredGoals[]> =>
  (await records.list(history, { teamId }, datesWithin(`Q|${memberId}|`, span))).map(({ value }) => value);

export interface PersonQuery {
  readonly who: Omit<MemberRun, 'date' | 'meetingId'>;
  readonly member: TeamMember | undefined;
  readonly meetings: ReadonlyMap<MeetingId, Meeting>;
  readonly span: DateSpan;
  readonly now: number;
}

export interface RunOfPerson {
  readonly personRun: PersonRun;
  readonly type: Meeting['type'];
  /** Present name of the meeting. Undefined if it was deleted; the report then shows the name that the run stores. */
  readonly currentName: string | undefined;
}

interface Place {
  readonly meetingId: MeetingId;
  readonly date: LocalDate;
  readonly history: History | undefined;
}

/**
 * Returns the meetings that the person answered in the period or is a member of now. A person who has left or was
 * erased, and has no answers in the period, could have been a member of any meeting, so all meetings are returned.
 */
const concernedBy = ({ who, member, meetings }: PersonQuery, answered: readonly MeetingId[]): Set<MeetingId> => {
  const isGone = answered.length === 0 && member?.leftOn !== null;
  const theirs = [...meetings.values()].filter((meeting) => isGone || meeting.members.includes(who.memberId));
  return new Set([...answered, ...theirs.map((item) => item.id)]);
};

/** Returns, for the period, every run that the person answered and every run of the meetings from `concernedBy`. */
const placesOf = async (records: Records<OrgId>, query: PersonQuery): Promise<Place[]> => {
  const { who, span } = query;
  const { teamId, memberId } = who;
  const rows = await records.list(history, { teamId }, datesWithin(`Q|${memberId}|`, span));
  const places = new Map(
    rows.map(({ value }): [string, Place] => [`${value.date} ${value.meetingId}`, { ...value, history: value }]),
  );
  const concerned = concernedBy(
    query,
    rows.map(({ value }) => value.meetingId),
  );
  await Promise.all(
    [...concerned].map(async (meetingId) => {
      for (const date of await listRunDates(records, { teamId, meetingId }, span)) {
        const name = `${date} ${meetingId}`;
        if (!places.has(name)) places.set(name, { meetingId, date, history: undefined });
      }
    }),
  );
  return [...places.values()];
};

const isPlanned = async (records: Records<OrgId>, memberRun: MemberRun, now: number): Promise<boolean> => {
  try {
    await findPlannedRun(records, memberRun, now);
    return true;
  } catch (error) {
    if (error instanceof AppError) return error.code === 'RUN_NOT_OPEN';
    throw error;
  }
};

/**
 * Returns the run with this person as its only member. A person who left the team, was disabled or was removed from the
 * meeting is marked as owing no answer in an open run.
 */
const withCurrentData = (run: Run, { who, member, meetings }: PersonQuery): Run => {
  const members = run.members.filter((item) => item.memberId === who.memberId);
  const named = meetings.get(run.meetingId) ?? { members: [who.memberId] };
  return withDroppedMembers({ ...run, members }, member === undefined ? [] : [member], named);
};

const valuesIn = (
  run: Run,
  answer: Stored<ValueOf<typeof answerKind>> | undefined,
  place: Place,
): Parameters<typeof personRun>[2] => {
  if (answer === undefined) return place.history === undefined ? undefined : { erased: place.history };
  const [taken] = takenRows(run, answer);
  return taken === undefined ? undefined : { answer: taken.value };
};

const readRunOfPerson = async (
  records: Records<OrgId>,
  query: PersonQuery,
  place: Place,
): Promise<RunOfPerson | undefined> => {
  const { who, meetings, now } = query;
  const { meetingId, date } = place;
  const memberRun: MemberRun = { ...who, meetingId, date };
  const [stored, answer, skipped] = await Promise.all([
    records.get(runKind, memberRun),
    // The answer is read even if there is no history row: after the erasure of a person, an empty answer stays, but no
    // history row.
    records.get(answerKind, memberRun),
    records.get(skip, memberRun),
  ]);
  const currentName = meetings.get(meetingId)?.name;
  if (stored !== undefined) {
    const runRow = withCurrentData(stored.value, query);
    const answerValues = valuesIn(runRow, answer, place);
    const reply = answerValues ?? (skipped === undefined ? undefined : { skipReason: skipped.value.reason });
    const shownRun = personRun(runRow, who.memberId, reply, now);
    return shownRun === undefined ? undefined : { personRun: shownRun, type: runRow.type, currentName };
  }
  const givenTo = answer?.value.givenTo ?? undefined;
  if (answer === undefined || givenTo === undefined) return undefined;
  const shown = personRunAhead(answer.value, givenTo, await isPlanned(records, memberRun, now));
  return { personRun: shown, type: givenTo.type, currentName };
};

const atOnce = 16;

export const readPersonRuns = async (records: Records<OrgId>, query: PersonQuery): Promise<RunOfPerson[]> => {
  const places = await placesOf(records, query);
  const runs = await mapLimit(places, atOnce, (place) => readRunOfPerson(records, query, place));
  return runs.filter((run) => run !== undefined);
};
