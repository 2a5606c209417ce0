import type { LocalDate, OrgId, TeamId, ZoneId } from '#contracts/core/idDateAndZoneSchemas.ts';
import type { Meeting } from '#contracts/meetings/meetingSchemasAndCalls.ts';
import { mapInGroups } from '../../../concurrency/mapInGroups.ts';
import { addDays, compareDates, localDateAt } from '../../../domain/core/zonedTimeAndCalendarDates.ts';
import type { Records } from '../../../store/recordKindsAndAccess.ts';
import { meeting as meetingKind } from '../../../store/kinds/meetings/meetingWithNameAndPointer.ts';
import { isConflict, prefixRange } from '../../../store/tableStorePort.ts';
import type { Deps } from '../../core/deps.ts';

// Makes days off count for a run that is being opened. An opening reads the meeting, then the days off, and then writes
// the run and the meeting in one transaction.

/** True if a run of this date may open now in some zone. Zones differ by at most one day from UTC. */
const mayOpenNow = (date: LocalDate, now: number): boolean => {
  const today = localDateAt(now, 'UTC' as ZoneId);
  return compareDates(date, addDays(today, -1)) >= 0 && compareDates(date, addDays(today, 1)) <= 0;
};

const meetingsAtOnce = 8;

/**
 * Replaces the enabled meetings of a team by equal rows, so that an opening that read older days off gets a conflict
 * and reads them again. Call it after the days off are stored and before the open runs are read: each run is then
 * either open or opens with the new days off. Openings themselves need no further read.
 */
export const rejectOpeningsInProgress = async (
  { clock }: Pick<Deps, 'clock'>,
  records: Records<OrgId>,
  teamId: TeamId,
  { dates, isConcerned }: { readonly dates: readonly LocalDate[]; readonly isConcerned: (meeting: Meeting) => boolean },
): Promise<void> => {
  const now = clock.now();
  if (!dates.some((date) => mayOpenNow(date, now))) return;
  const meetings = await records.list(meetingKind, { teamId }, prefixRange('G|'));
  const concerned = meetings.filter(({ value }) => value.isEnabled && isConcerned(value));
  await mapInGroups(concerned, meetingsAtOnce, async ({ value, etag }) => {
    try {
      await records.replace(meetingKind, { teamId, meetingId: value.id }, value, etag);
    } catch (error) {
      // Another writer changed the meeting after the days off were stored, so an opening that read older ones is
      // rejected too.
      if (!isConflict(error)) throw error;
    }
  });
};
