import type { getActivities as getActivitiesCall } from '#contracts/reports/getActivities.ts';
import type { OutputOf, ParsedOf } from '#contracts/core/endpoint.ts';
import { AppError } from '#contracts/core/errorCodesAndAppError.ts';
import { zoneId } from '#contracts/core/idDateAndZoneSchemas.ts';
import type { LocalDate, MeetingId, OrgId, TeamId, ZoneId } from '#contracts/core/idDateAndZoneSchemas.ts';
import { ui } from '#contracts/core/limitsAndProductConstants.ts';
import { reverseMs } from '../../domain/core/reversedDateKeys.ts';
import { addDays, compareDates, instantOf } from '../../domain/core/zonedTimeAndCalendarDates.ts';
import { inOrg, readAs, scanRows } from '../../store/recordKindsAndAccess.ts';
import type { Records } from '../../store/recordKindsAndAccess.ts';
import { meetingPointer } from '../../store/kinds/meetings/meetingWithNameAndPointer.ts';
import { teamActivity } from '../../store/kinds/core/activityLogAndActionIndex.ts';
import { teamMember } from '../../store/kinds/people/teamMember.ts';
import { teamPartition } from '../../store/kinds/core/teamPartitionAndKeyParts.ts';
import { rowLimits } from '../../store/tableStorePort.ts';
import type { Range } from '../../store/tableStorePort.ts';
import { requireTeam } from '../tenancy/requireTeamOrMeeting.ts';
import { activityText } from '../core/activityLogStepsAndTexts.ts';
import type { Actor } from '../core/actor.ts';
import type { Deps } from '../core/deps.ts';
import { requestedReportDate } from './requestedReportDate.ts';

type Input = ParsedOf<typeof getActivitiesCall>;

const utc = zoneId.parse('UTC');

/**
 * Returns the team of the object. A meeting's team is read from the meeting's pointer, which remains after the
 * deletion, so that the log of a deleted meeting can still be read.
 */
const teamOf = async (records: Records<OrgId>, { objectType, objectId }: Input): Promise<TeamId> => {
  switch (objectType) {
    case 'Team':
      return objectId as string as TeamId;
    case 'Meeting': {
      const pointer = await records.get(meetingPointer, { meetingId: objectId as string as MeetingId });
      if (pointer === undefined) throw new AppError('NOT_FOUND');
      return pointer.value.teamId;
    }
  }
};

const zoneOf = async (records: Records<OrgId>, actor: Actor, teamId: TeamId, request: Input['timezone']) => {
  if (request !== undefined || actor.memberId === null) return request ?? utc;
  const own = await records.get(teamMember, { teamId, memberId: actor.memberId });
  return own?.value.timezone ?? utc;
};

const beginning = '1970-01-02' as LocalDate;
const end = '9990-01-01' as LocalDate;
/**
 * Returns the first day of the default period of `ui.windowDays` days that ends with `last`. If that day would be
 * before `beginning`, returns `last`.
 */
const windowStart = (last: LocalDate): LocalDate =>
  last <= addDays(beginning, ui.windowDays) ? last : addDays(last, 1 - ui.windowDays);

/** Returns the requested days as a range of the log's keys, in which the newest entry comes first. */
const rangeOf = ({ objectId, startDate, endDate }: Input, zone: ZoneId, now: number): Range => {
  const last = requestedReportDate(endDate, zone, now);
  const first = startDate === undefined ? windowStart(last) : requestedReportDate(startDate, zone, now);
  if (compareDates(first, last) > 0) throw new AppError('INVALID_INPUT', { message: 'org.dateOrder' });
  // The range is limited to `beginning` and `end`, because a key of the log cannot contain an instant before 1970, and
  // the day after 9999-12-31 cannot be computed. The log has no entries outside these dates.
  const fromMs = first < beginning ? 0 : instantOf(first, 0, zone);
  const toMs = last > end ? instantOf(end, 0, zone) : instantOf(addDays(last, 1), 0, zone);
  const prefix = `L|${objectId}|`;
  return { from: `${prefix}${reverseMs(Math.max(0, toMs - 1))}`, to: `${prefix}${reverseMs(Math.max(0, fromMs))}}` };
};

/**
 * Returns the total number of entries, and the first and last key of the page. Only keys are read, so the exact total
 * is cheap.
 */
const countAll = async (records: Records<OrgId>, pk: string, range: Range, { pageCount, pageNumber }: Input) => {
  const skip = pageCount * (pageNumber - 1);
  let [total, first, last] = [0, '', ''];
  for await (const { rk } of scanRows(records.store, 'Team', pk, { ...range, keysOnly: true })) {
    if (total === skip) first = rk;
    if (total >= skip && total < skip + pageCount) last = rk;
    total += 1;
  }
  return { total, first, last };
};

/** Returns the activity log of a meeting or a team, page by page, newest entry first. */
export const getActivities = async (
  deps: Pick<Deps, 'store' | 'clock' | 'translateFor'>,
  actor: Actor,
  input: Input,
): Promise<OutputOf<typeof getActivitiesCall>> => {
  const records = inOrg(deps.store, actor.orgId);
  const teamId = await teamOf(records, input);
  await requireTeam(deps, actor, teamId, 'activity.read');
  const zone = await zoneOf(records, actor, teamId, input.timezone);
  const pk = teamPartition(actor.orgId, teamId);
  const { total, first, last } = await countAll(records, pk, rangeOf(input, zone, deps.clock.now()), input);
  const { pageCount, pageNumber } = input;
  const t = deps.translateFor(actor.locale);
  const items: OutputOf<typeof getActivitiesCall>['items'] = [];
  if (first !== '') {
    // The end of a range is exclusive. The added space makes a key directly after the last key, so that the last row is
    // included.
    const page = { from: first, to: `${last} ` };
    const limit = Math.min(pageCount, rowLimits.pageRows);
    for await (const row of scanRows(records.store, 'Team', pk, { ...page, limit })) {
      const entry = readAs(teamActivity, row).value;
      const { actor: username, at: createdOn, before, after } = entry;
      items.push({ text: activityText(t, actor.locale, entry), username, createdOn, before, after });
    }
  }
  return { items, pageCount, pageNumber, totalItems: total };
};
