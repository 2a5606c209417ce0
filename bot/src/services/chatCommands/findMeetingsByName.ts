import type { LocalDate } from '#contracts/core/idDateAndZoneSchemas.ts';
import { meetingId as meetingIdSchema } from '#contracts/core/idDateAndZoneSchemas.ts';
import type { Meeting } from '#contracts/meetings/meetingSchemasAndCalls.ts';
import { normalName } from '#contracts/core/normaliseNamesAndFoldAccents.ts';
import { matchName } from '../../domain/core/matchNamesAndNameKeys.ts';
import { inOrg } from '../../store/recordKindsAndAccess.ts';
import type { Stored } from '../../store/recordKindsAndAccess.ts';
import { meeting as meetingKind } from '../../store/kinds/meetings/meetingWithNameAndPointer.ts';
import { prefixRange } from '../../store/tableStorePort.ts';
import type { Actor } from '../core/actor.ts';
import type { ThreadRef } from '../tenancy/chatEventTypesAndTextRepair.ts';
import type { Deps } from '../core/deps.ts';
import { findTeam } from '../teamsSync/getOrCreateOrgAndTeam.ts';

// Finds the reports that match the text after a command. The text may be a name, a part of a name or an id.

export interface ReportRequest {
  /**
   * The text after the command, without a date at its end: the name of a report, a part of a name, or a meeting's id;
   * empty = none.
   */
  readonly query: string;
  /**
   * The text including the date at its end, because the name of a report may itself end with a date; undefined if the
   * text has no date at its end.
   */
  readonly nameWithDate?: string;
  readonly meetingId?: Meeting['id'];
  readonly date?: LocalDate;
  /** The team or group chat in which the user wrote the command; null in a personal chat. */
  readonly thread: ThreadRef | null;
}

/**
 * Returns the meetings of the team in which the user wrote the command; none if the caller does not belong to this
 * team. In a personal chat (`thread` null), returns the meetings of all the caller's teams.
 */
export const listMeetingsFor = async (
  deps: Pick<Deps, 'store'>,
  actor: Actor,
  thread: ThreadRef | null,
): Promise<Stored<Meeting>[]> => {
  const knownTeam = thread === null ? undefined : await findTeam(deps, thread);
  const isHere = (teamId: Actor['teamIds'][number]): boolean =>
    thread === null || (knownTeam?.place.orgId === actor.orgId && knownTeam.place.teamId === teamId);
  const records = inOrg(deps.store, actor.orgId);
  const lists = actor.teamIds.filter(isHere).map((teamId) => records.list(meetingKind, { teamId }, prefixRange('G|')));
  return (await Promise.all(lists)).flat();
};

interface Meant {
  readonly meetings: readonly Stored<Meeting>[];
  /** The date in the command; null if there is none. */
  readonly date: LocalDate | null;
}

/**
 * Returns the id in the request, because a button sends the meeting's id instead of a name; undefined if there is none.
 */
export const idIn = ({ query, meetingId }: ReportRequest): Meeting['id'] | undefined =>
  meetingId ?? meetingIdSchema.safeParse(query.trim()).data;

/**
 * Returns the meetings that match the request, and its date. If the name of a meeting itself ends with the date, only
 * such meetings match. If the request contains no name, all meetings match.
 */
export const findRequestedMeetings = (meetings: readonly Stored<Meeting>[], request: ReportRequest): Meant => {
  const { query, nameWithDate, date = null } = request;
  const id = idIn(request);
  if (id !== undefined) return { meetings: meetings.filter(({ value }) => value.id === id), date };
  if (nameWithDate !== undefined) {
    const whole = meetings.filter(({ value }) => normalName(value.name) === normalName(nameWithDate));
    if (whole.length > 0) return { meetings: whole, date: null };
  }
  const named = meetings.map((meeting) => ({ name: meeting.value.name, meeting }));
  return { meetings: matchName(query.trim(), named).map(({ meeting }) => meeting), date };
};
