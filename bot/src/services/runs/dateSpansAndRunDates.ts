import type { LocalDate, MeetingId, OrgId, TeamId } from '#contracts/core/idDateAndZoneSchemas.ts';
import { dateOfReverse, reverseDate } from '../../domain/core/reversedDateKeys.ts';
import { scanRows } from '../../store/recordKindsAndAccess.ts';
import type { Records } from '../../store/recordKindsAndAccess.ts';
import { teamPartition } from '../../store/kinds/core/teamPartitionAndKeyParts.ts';

/** A range of dates that includes both `from` and `to`. */
export interface DateSpan {
  readonly from: LocalDate;
  readonly to: LocalDate;
}

/**
 * Returns the key range of a span. After the prefix, the keys must have the reversed date, so the latest date comes
 * first.
 */
export const datesWithin = (prefix: string, { from, to }: DateSpan) => ({
  from: `${prefix}${reverseDate(to)}`,
  to: `${prefix}${reverseDate(from)}}`,
});

/** Returns the dates of a report's runs in the span, newest first: at most `limit`, or all if there is no limit. */
export const listRunDates = async (
  records: Records<OrgId>,
  { teamId, meetingId }: { readonly teamId: TeamId; readonly meetingId: MeetingId },
  span: DateSpan,
  limit?: number,
): Promise<LocalDate[]> => {
  const prefix = `R|${meetingId}|`;
  const range = { ...datesWithin(prefix, span), keysOnly: true };
  const dates: LocalDate[] = [];
  for await (const { rk } of scanRows(records.store, 'Team', teamPartition(records.scope, teamId), range)) {
    if (dates.length === limit) break;
    dates.push(dateOfReverse(rk.slice(prefix.length)));
  }
  return dates;
};
