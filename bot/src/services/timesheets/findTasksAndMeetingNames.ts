import type { LocalDate, MeetingId, MemberId, OrgId, TeamId } from '#contracts/core/idDateAndZoneSchemas.ts';
import { dateOfReverse, reverseDate } from '../../domain/core/reversedDateKeys.ts';
import type { SheetTask } from '../../domain/timesheets/daySheetMergeAndTotals.ts';
import { readAs, scanRows } from '../../store/recordKindsAndAccess.ts';
import type { Records } from '../../store/recordKindsAndAccess.ts';
import { daySummary } from '../../store/kinds/runs/daySummary.ts';
import { runKind } from '../../store/kinds/runs/run.ts';
import { sheet as sheetKind } from '../../store/kinds/timesheets/sheetAndWeek.ts';
import { meeting as meetingKind } from '../../store/kinds/meetings/meetingWithNameAndPointer.ts';
import { teamPartition } from '../../store/kinds/core/teamPartitionAndKeyParts.ts';
import { prefixRange } from '../../store/tableStorePort.ts';
import { listAllMembers } from '../tenancy/listMembers.ts';
import type { TeamMember } from '../tenancy/listMembers.ts';

// Reads the stored tasks of timesheets, for the screen, the weeks and every export.

/** Filter for the tasks of one team. Both dates are included; null = all members, or all meetings. */
export interface SheetScope {
  readonly teamId: TeamId;
  readonly from: LocalDate;
  readonly to: LocalDate;
  readonly members: ReadonlySet<MemberId> | null;
  readonly meetings: ReadonlySet<MeetingId> | null;
}

export interface FoundTask {
  readonly date: LocalDate;
  readonly memberId: MemberId;
  /** Index of the task among all tasks of its member and day, whatever the filter selects. */
  readonly place: number;
  readonly task: SheetTask;
}

/**
 * Maximum number of rows that are read from the store at once. Each row is one day of one member; the number is small,
 * so that parsing a page does not block the server for long.
 */
const daysAtOnce = 200;

/**
 * Yields the tasks that the filter selects, in one list for each member and day: newest day first, members of a day
 * sorted by id, tasks of a list in stored order. Empty lists are left out.
 */
export const sheetTasks = async function* (
  records: Records<OrgId>,
  { teamId, from, to, members, meetings }: SheetScope,
): AsyncGenerator<readonly FoundTask[]> {
  const range = { from: `S|${reverseDate(to)}|`, to: `S|${reverseDate(from)}}` };
  const pk = teamPartition(records.scope, teamId);
  for await (const row of scanRows(records.store, sheetKind.table, pk, { ...range, limit: daysAtOnce })) {
    const [, rev = '', who = ''] = row.rk.split('|');
    const memberId = who as MemberId;
    // The member is read from the key, so that the rows of other members need not be parsed.
    if (members !== null && !members.has(memberId)) continue;
    const date = dateOfReverse(rev);
    const dayTasks = readAs(sheetKind, row)
      .value.tasks.map((task, place) => ({ date, memberId, place, task }))
      .filter(({ task }) => meetings === null || (task.meetingId !== null && meetings.has(task.meetingId)));
    if (dayTasks.length > 0) yield dayTasks;
  }
};

export interface SheetNames {
  readonly member: (memberId: MemberId) => string;
  /** Returns the email address of a member; empty if Teams sent none, or if the member's row no longer exists. */
  readonly email: (memberId: MemberId) => string;
  /**
   * Returns the name of a meeting; for a deleted meeting, its name in its last run. Null if `meetingId` is null, or if
   * no run of the deleted meeting is left.
   */
  readonly meeting: (meetingId: MeetingId | null) => Promise<string | null>;
}

export interface TeamNames extends SheetNames {
  /** All members of the team, including those who left. */
  readonly people: ReadonlyMap<MemberId, TeamMember>;
}

/** Returns the name of a deleted meeting from its last run; null if no run of the meeting is left. */
const lastNameOf = async (records: Records<OrgId>, teamId: TeamId, meetingId: MeetingId): Promise<string | null> => {
  const pk = teamPartition(records.scope, teamId);
  const { rows } = await records.store.scan(daySummary.table, pk, prefixRange(`R|${meetingId}|`), { limit: 1 });
  const [row] = rows;
  if (row === undefined) return null;
  const { date } = readAs(daySummary, row).value;
  return (await records.get(runKind, { teamId, date, meetingId }))?.value.meetingName ?? null;
};

/**
 * Returns the name of a meeting; for a deleted meeting, its name in its last run. Null if `meetingId` is null, or if no
 * run of the deleted meeting is left.
 */
export const meetingNameOf = async (
  records: Records<OrgId>,
  teamId: TeamId,
  meetingId: MeetingId | null,
): Promise<string | null> => {
  if (meetingId === null) return null;
  const row = await records.get(meetingKind, { teamId, meetingId });
  return row?.value.name ?? lastNameOf(records, teamId, meetingId);
};

export const sheetNames = async (records: Records<OrgId>, teamId: TeamId): Promise<TeamNames> => {
  const [members, meetings] = await Promise.all([
    listAllMembers(records, teamId),
    records.list(meetingKind, { teamId }, prefixRange('G|')),
  ]);
  const people = new Map(members.map(({ value }) => [value.memberId, value]));
  const known = new Map<MeetingId, string | null>(meetings.map(({ value }) => [value.id, value.name]));
  return {
    people,
    member: (memberId) => people.get(memberId)?.name ?? '–',
    email: (memberId) => people.get(memberId)?.email ?? '',
    meeting: async (meetingId) => {
      if (meetingId === null) return null;
      const name = known.get(meetingId);
      if (name !== undefined) return name;
      const last = await lastNameOf(records, teamId, meetingId);
      known.set(meetingId, last);
      return last;
    },
  };
};
