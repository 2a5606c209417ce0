import type { MeetingId, OrgId, TeamId } from '#contracts/core/idDateAndZoneSchemas.ts';
import type { Meeting, MeetingListItem } from '#contracts/meetings/meetingSchemasAndCalls.ts';
import { inOrg } from '../../store/recordKindsAndAccess.ts';
import type { Records } from '../../store/recordKindsAndAccess.ts';
import { meeting as meetingKind } from '../../store/kinds/meetings/meetingWithNameAndPointer.ts';
import { prefixRange } from '../../store/tableStorePort.ts';
import { requireMeeting, requireTeam } from '../tenancy/requireTeamOrMeeting.ts';
import type { Actor } from '../core/actor.ts';
import type { Deps } from '../core/deps.ts';
import { listPresentMembers } from '../tenancy/listMembers.ts';
import { startSlices } from '../core/slicedWork.ts';
import { byName } from '../core/compareByNameOrText.ts';

export const meetingsOf = async (records: Records<OrgId>, teamId: TeamId): Promise<Meeting[]> => {
  return (await records.list(meetingKind, { teamId }, prefixRange('G|'))).map((row) => row.value);
};

export interface InTeam {
  readonly teamId: TeamId;
}

/** Returns the meetings of a team, sorted by name, each with the names of its members who are still in the team. */
export const listMeetings = async (
  deps: Pick<Deps, 'store'>,
  actor: Actor,
  { teamId }: InTeam,
): Promise<MeetingListItem[]> => {
  await requireTeam(deps, actor, teamId, 'meeting.read');
  const records = inOrg(deps.store, actor.orgId);
  const [meetings, people] = await Promise.all([meetingsOf(records, teamId), listPresentMembers(records, teamId)]);
  const persons = new Map(
    people.map(({ memberId, name, thumbnailUrl }) => [memberId, { memberId, name, thumbnailUrl }]),
  );
  const pause = await startSlices();
  const items: MeetingListItem[] = [];
  for (const meeting of meetings) {
    items.push(toListItem(meeting, persons));
    await pause();
  }
  return items.sort(byName(actor.locale));
};

const toListItem = (
  { id, name, type, isEnabled, lastRun, timezone, teamId, time, interval, timeBasis, members, ...settings }: Meeting,
  persons: ReadonlyMap<string, MeetingListItem['members'][number]>,
): MeetingListItem => {
  const { sunday, monday, tuesday, wednesday, thursday, friday, saturday } = settings;
  return {
    ...{ id, name, type, isEnabled, lastRun, timezone, teamId, time, interval, timeBasis },
    ...{ sunday, monday, tuesday, wednesday, thursday, friday, saturday },
    members: members.flatMap((memberId) => persons.get(memberId) ?? []),
  };
};

export const listAllMeetings = async (
  deps: Pick<Deps, 'store'>,
  actor: Actor,
  { teamId }: InTeam,
): Promise<{ id: MeetingId; name: string; isEnabled: boolean }[]> => {
  await requireTeam(deps, actor, teamId, 'meeting.read');
  const meetings = await meetingsOf(inOrg(deps.store, actor.orgId), teamId);
  return meetings.map(({ id, name, isEnabled }) => ({ id, name, isEnabled })).sort(byName(actor.locale));
};

export const getMeetingDetail = async (
  deps: Pick<Deps, 'store'>,
  actor: Actor,
  { meetingId }: { readonly meetingId: MeetingId },
): Promise<Meeting> => (await requireMeeting(deps, actor, meetingId, 'meeting.read')).value;
