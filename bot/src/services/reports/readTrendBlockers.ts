import type { LocalDate, MeetingId, OrgId, TeamId } from '#contracts/core/idDateAndZoneSchemas.ts';
import type { Meeting } from '#contracts/meetings/meetingSchemasAndCalls.ts';
import { workingDaysBetween } from '../../domain/blockers/workingDaysBetween.ts';
import { blockerDates, blockerZone } from '../../domain/blockers/datesOfAllBlockers.ts';
import { wasReported } from '../../domain/blockers/blockerStateAndAllowedChanges.ts';
import { pastOf } from '../../domain/blockers/keepPastBlockerDates.ts';
import type { CountedBlocker } from '../../domain/reports/weeklyFiguresAndClaims.ts';
import type { Records, ValueOf } from '../../store/recordKindsAndAccess.ts';
import { blocker as blockerKind } from '../../store/kinds/blockers/blocker.ts';
import { prefixRange } from '../../store/tableStorePort.ts';
import type { Pause } from '../core/slicedWork.ts';
import type { DateSpan } from '../runs/dateSpansAndRunDates.ts';
import { listHolidays } from '../tenancy/listHolidays.ts';
import type { TrendReport } from './readTrendRuns.ts';

// Reads the open and the ended blockers of reports, without their texts.

interface StoredBlocker {
  readonly meetingId: MeetingId;
  readonly value: ValueOf<typeof blockerKind>;
}

const readBlockers = async (
  records: Records<OrgId>,
  teamId: TeamId,
  reports: ReadonlyMap<MeetingId, TrendReport>,
): Promise<StoredBlocker[]> => {
  // For one report, only its own rows are read. For several reports, one scan reads the rows of the whole team.
  const [first] = reports.keys();
  const prefix = reports.size === 1 && first !== undefined ? `B|${first}|` : 'B|';
  const rows = await records.list(blockerKind, { teamId }, prefixRange(prefix));
  return rows.flatMap(({ key: { rk }, value }) => {
    const meetingId = rk.split('|')[1] as MeetingId;
    return reports.has(meetingId) && wasReported(value) ? [{ meetingId, value }] : [];
  });
};

export interface TrendBlockers {
  readonly blockers: readonly CountedBlocker[];
  readonly blockersFrom: LocalDate | null;
}

/**
 * Returns the first date in the range from which the rows contain all blockers of all members; null if they are
 * complete for the whole range.
 */
const knownFrom = (rows: readonly StoredBlocker[], { from }: DateSpan): LocalDate | null => {
  const dates = rows.flatMap(({ value }) => pastOf(value).from ?? []).filter((date) => date > from);
  return dates.sort().at(-1) ?? null;
};

/** Returns the blockers that began or ended on the first date of the range or later. */
export const readTrendBlockers = async (
  { records, teamId, pause }: { readonly records: Records<OrgId>; readonly teamId: TeamId; readonly pause: Pause },
  span: DateSpan,
  reports: ReadonlyMap<MeetingId, TrendReport>,
  meetings: ReadonlyMap<MeetingId, Meeting>,
): Promise<TrendBlockers> => {
  if (reports.size === 0) return { blockers: [], blockersFrom: null };
  const rows = await readBlockers(records, teamId, reports);
  const found: (CountedBlocker & { readonly meeting: Meeting | undefined })[] = [];
  for (const row of rows) {
    await pause();
    const { meetingId } = row;
    const zone = blockerZone(meetings.get(meetingId), reports.get(meetingId)?.newest);
    if (zone === undefined) continue;
    for (const { since, endedOn } of blockerDates(row.value, zone)) {
      const isIn = since >= span.from || (endedOn !== null && endedOn >= span.from);
      if (isIn) found.push({ meetingId, since, endedOn, days: null, meeting: meetings.get(meetingId) });
    }
  }
  const [oldest] = found.map(({ since }) => since).sort();
  const holidays = oldest === undefined ? [] : await listHolidays(records, teamId, { from: oldest, to: span.to });
  const blockers: CountedBlocker[] = [];
  for (const { meeting, ...blocker } of found) {
    await pause();
    const { since, endedOn } = blocker;
    // The schedule of a deleted report is gone, so the working days that the blocker lasted cannot be computed.
    const isKnown = meeting !== undefined && endedOn !== null;
    blockers.push({ ...blocker, days: isKnown ? workingDaysBetween(meeting, since, endedOn, holidays) : null });
  }
  return { blockers, blockersFrom: knownFrom(rows, span) };
};
