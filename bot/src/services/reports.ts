import type { getReport as getReportCall } from '#contracts/report.ts';
import type { DailyReport } from '#contracts/report.ts';
import type { ParsedOf } from '#contracts/endpoint.ts';
import { AppError } from '#contracts/errors.ts';
import { localDate, zoneId } from '#contracts/ids.ts';
import type { LocalDate, MeetingId, OrgId, TeamId, ZoneId } from '#contracts/ids.ts';
import { localDateAt } from '../domain/time.ts';
import { inOrg } from '../store/kind.ts';
import type { Records } from '../store/kind.ts';
import { meetingPointer } from '../store/kinds/org.ts';
import { teamMember } from '../store/kinds/team.ts';
import { requireTeam } from './access.ts';
import type { Actor } from './actor.ts';
import { dayReport } from './dayReport.ts';
import type { Deps } from './deps.ts';

const utc = zoneId.parse('UTC');

/** yyyy-MM-dd as it stands; with an offset the date written there; with Z the date in the reader's zone (decisions.md D6). */
export const dateOf = (asked: string | undefined, zone: ZoneId, now: number): LocalDate => {
  if (asked === undefined) return localDateAt(now, zone);
  const plain = localDate.safeParse(asked);
  if (plain.success) return plain.data;
  const day = asked.toUpperCase().endsWith('Z') ? localDateAt(Date.parse(asked), zone) : asked.slice(0, 10);
  // The last evening of the calendar is already beyond it further east.
  const read = localDate.safeParse(day);
  if (!read.success) throw new AppError('INVALID_INPUT', { message: 'invalid.date' });
  return read.data;
};

/** Whether a date is another one elsewhere. */
const dependsOnZone = (asked: string | undefined): boolean => asked === undefined || /z$/i.test(asked);

const ownZone = async (records: Records<OrgId>, teamId: TeamId, { memberId }: Actor): Promise<ZoneId> => {
  const row = memberId === null ? undefined : await records.get(teamMember, { teamId, memberId });
  return row?.value.timezone ?? utc;
};

/** By the pointer alone: what a run holds of its meeting is frozen in it. */
export const requireMeetingOf = async (
  records: Records<OrgId>,
  teamId: TeamId,
  meetingId: MeetingId,
): Promise<void> => {
  const pointer = await records.get(meetingPointer, { meetingId });
  if (pointer?.value.teamId !== teamId) throw new AppError('NOT_FOUND');
};

/** A team's day, or one meeting of it, as the reader sees it now. A meeting of another team is NOT_FOUND. */
export const getReport = async (
  deps: Pick<Deps, 'store' | 'clock'>,
  actor: Actor,
  input: ParsedOf<typeof getReportCall>,
): Promise<DailyReport> => {
  const { teamId, meetingId } = input;
  await requireTeam(deps, actor, teamId, 'report.read');
  const records = inOrg(deps.store, actor.orgId);
  if (meetingId !== undefined) await requireMeetingOf(records, teamId, meetingId);
  const zone = dependsOnZone(input.date) ? await ownZone(records, teamId, actor) : utc;
  const now = deps.clock.now();
  return dayReport(
    records,
    { teamId, date: dateOf(input.date, zone, now), meetingId },
    { reader: actor.memberId, now },
  );
};
