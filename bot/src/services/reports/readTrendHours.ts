import type { LocalDate, MeetingId, OrgId, TeamId } from '#contracts/core/idDateAndZoneSchemas.ts';
import type { DayMinutes } from '../../domain/reports/weeklyFiguresAndClaims.ts';
import { decode } from '../../store/rowCodec.ts';
import { scanPages } from '../../store/recordKindsAndAccess.ts';
import type { Records } from '../../store/recordKindsAndAccess.ts';
import { sheet } from '../../store/kinds/timesheets/sheetAndWeek.ts';
import { teamPartition } from '../../store/kinds/core/teamPartitionAndKeyParts.ts';
import type { Pause } from '../core/slicedWork.ts';
import { datesWithin } from '../runs/dateSpansAndRunDates.ts';
import type { DateSpan } from '../runs/dateSpansAndRunDates.ts';

/** Reads only the sums of a timesheet row. The tasks are most of the row and are not parsed. */
const sums = { ...sheet, schema: sheet.schema.pick({ date: true, minutes: true, byMeeting: true }) };

/** Key of the time that is logged for no report. It differs from every id. */
const noReport = '';

/**
 * Returns the minutes of each day and report in the timesheets of the team, with one scan. If `meetingId` is given,
 * only the minutes of that report are returned.
 */
export const readTrendHours = async (
  { records, teamId, pause }: { readonly records: Records<OrgId>; readonly teamId: TeamId; readonly pause: Pause },
  span: DateSpan,
  meetingId: MeetingId | undefined,
): Promise<DayMinutes[]> => {
  const days = new Map<LocalDate, Map<string, number>>();
  const add = (date: LocalDate, report: string, minutes: number): void => {
    if (minutes <= 0 || (meetingId !== undefined && report !== meetingId)) return;
    const day = days.get(date) ?? new Map<string, number>();
    days.set(date, day.set(report, (day.get(report) ?? 0) + minutes));
  };
  const range = datesWithin('S|', span);
  for await (const rows of scanPages(records.store, sheet.table, teamPartition(records.scope, teamId), range))
    for (const row of rows) {
      await pause();
      const { date, minutes, byMeeting } = decode(sums, row.values);
      let rest = minutes;
      for (const [report, own] of Object.entries(byMeeting)) {
        add(date, report, own);
        rest -= own;
      }
      add(date, noReport, rest);
    }
  return [...days].flatMap(([date, reports]) =>
    [...reports].map(([report, minutes]) => ({
      ...{ date, minutes },
      meetingId: report === noReport ? null : (report as MeetingId),
    })),
  );
};
