import type { LocalDate, MeetingId, MemberId, OrgId, TeamId } from '#contracts/core/ids.ts';
import { AppError } from '#contracts/core/errors.ts';
import type { Meeting } from '#contracts/meetings/meeting.ts';
import type { Occurrence } from '#contracts/meetings/occurrence.ts';
import type { PersonRun } from '#contracts/reports/personReport.ts';
import { mapLimit } from '../../concurrency/mapLimit.ts';
import { dateOfRev, revDate } from '../../domain/core/hashing.ts';
import { personRun, personRunAhead } from '../../domain/reports/personReport.ts';
import { withDropped } from '../../domain/runs/settling.ts';
import { scanRows } from '../../store/kind.ts';
import type { Records, Stored, ValueOf } from '../../store/kind.ts';
import { answer as answerKind, history, occurrence as occurrenceKind } from '../../store/kinds/run.ts';
import { teamPartition } from '../../store/kinds/team.ts';
import { prefixRange } from '../../store/port.ts';
import { plannedFor } from '../runs/upcomingRun.ts';
import type { MemberRun } from '../tenancy/memberRunKey.ts';
import type { TeamMember } from '../tenancy/members.ts';
import { takenBy } from '../runs/runRows.ts';

// The runs of one person in one team: runs with an answer, and runs that asked the person without getting one.

export interface Span {
  readonly from: LocalDate;
  readonly to: LocalDate;
}

type History = ValueOf<typeof history>;

/** Returns true if the team still has an answer history of this person. */
export const hasHistory = async (records: Records<OrgId>, teamId: TeamId, memberId: MemberId): Promise<boolean> => {
  const partition = teamPartition(records.scope, teamId);
  const page = await records.store.scan('Team', partition, prefixRange(`Q|${memberId}|`), { limit: 1, keysOnly: true });
  return page.rows.length > 0;
};

/** Rows whose keys end in a reversed date. */
const within = (prefix: string, { from, to }: Span) => ({
  from: `${prefix}${revDate(to)}`,
  to: `${prefix}${revDate(from)}}`,
});

const datesOf = async (records: Records<OrgId>, teamId: TeamId, meetingId: MeetingId, span: Span) => {
  const prefix = `R|${meetingId}|`;
  const dates: LocalDate[] = [];
  const partition = teamPartition(records.scope, teamId);
  for await (const { rk } of scanRows(records.store, 'Team', partition, within(prefix, span), { keysOnly: true }))
    dates.push(dateOfRev(rk.slice(prefix.length)));
  return dates;
};

export interface PersonQuery {
  readonly who: Omit<MemberRun, 'date' | 'meetingId'>;
  readonly member: TeamMember | undefined;
  readonly meetings: ReadonlyMap<MeetingId, Meeting>;
  readonly span: Span;
  readonly now: number;
}

/** A run with the known facts of its meeting. */
export interface RunOfPerson {
  readonly told: PersonRun;
  readonly type: Meeting['type'];
  /** Undefined: the meeting was deleted. */
  readonly currentName: string | undefined;
}

interface Place {
  readonly meetingId: MeetingId;
  readonly date: LocalDate;
  /** Undefined: the person did not answer. */
  readonly history: History | undefined;
}

/**
 * The meetings that the person answered in the period or is in now. An erased person has no history, and may be in
 * none.
 */
const concernedBy = ({ who, member, meetings }: PersonQuery, answered: readonly MeetingId[]): Set<MeetingId> => {
  const isGone = answered.length === 0 && member?.leftOn !== null;
  const theirs = [...meetings.values()].filter((meeting) => isGone || meeting.members.includes(who.memberId));
  return new Set([...answered, ...theirs.map((item) => item.id)]);
};

/** Every run with an answer of the person, and every run of the meetings that concern the person. */
const placesOf = async (records: Records<OrgId>, query: PersonQuery): Promise<Place[]> => {
  const { who, span } = query;
  const { teamId, memberId } = who;
  const rows = await records.list(history, { teamId }, within(`Q|${memberId}|`, span));
  const places = new Map(
    rows.map(({ value }): [string, Place] => [`${value.date} ${value.meetingId}`, { ...value, history: value }]),
  );
  const concerned = concernedBy(
    query,
    rows.map(({ value }) => value.meetingId),
  );
  await Promise.all(
    [...concerned].map(async (meetingId) => {
      for (const date of await datesOf(records, teamId, meetingId, span)) {
        const name = `${date} ${meetingId}`;
        if (!places.has(name)) places.set(name, { meetingId, date, history: undefined });
      }
    }),
  );
  return [...places.values()];
};

const isPlanned = async (records: Records<OrgId>, run: MemberRun, now: number): Promise<boolean> => {
  try {
    await plannedFor(records, run, now);
    return true;
  } catch (error) {
    if (error instanceof AppError) return error.code === 'RUN_NOT_OPEN';
    throw error;
  }
};

/** A person who has left the team or was removed from the meeting no longer owes an answer in an open run. */
const asItStands = (occurrence: Occurrence, { who, member, meetings }: PersonQuery): Occurrence => {
  const members = occurrence.members.filter((item) => item.memberId === who.memberId);
  const named = meetings.get(occurrence.meetingId)?.members ?? [who.memberId];
  return withDropped({ ...occurrence, members }, member === undefined ? [] : [member], named);
};

const saidIn = (
  occurrence: Occurrence,
  answer: Stored<ValueOf<typeof answerKind>> | undefined,
  place: Place,
): Parameters<typeof personRun>[2] => {
  if (answer === undefined) return place.history === undefined ? undefined : { erased: place.history };
  const [taken] = takenBy(occurrence, answer);
  return taken === undefined ? undefined : { answer: taken.value };
};

const tell = async (records: Records<OrgId>, query: PersonQuery, place: Place): Promise<RunOfPerson | undefined> => {
  const { who, meetings, now } = query;
  const { meetingId, date } = place;
  const run: MemberRun = { ...who, meetingId, date };
  const [stored, answer] = await Promise.all([
    records.get(occurrenceKind, run),
    // Read without a history too: of an erased person only the answer's tombstone is left.
    records.get(answerKind, run),
  ]);
  const currentName = meetings.get(meetingId)?.name;
  if (stored !== undefined) {
    const occurrence = asItStands(stored.value, query);
    const told = personRun(occurrence, who.memberId, saidIn(occurrence, answer, place), now);
    return told === undefined ? undefined : { told, type: occurrence.type, currentName };
  }
  const given = answer?.value.givenTo ?? undefined;
  if (answer === undefined || given === undefined) return undefined;
  const told = personRunAhead(answer.value, given, await isPlanned(records, run, now));
  return { told, type: given.type, currentName };
};

const atOnce = 16;

/** Not sorted. */
export const personRuns = async (records: Records<OrgId>, query: PersonQuery): Promise<RunOfPerson[]> => {
  const places = await placesOf(records, query);
  const runs = await mapLimit(places, atOnce, (place) => tell(records, query, place));
  return runs.filter((run) => run !== undefined);
};
