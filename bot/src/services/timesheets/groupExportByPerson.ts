import type { MemberId } from '#contracts/core/idDateAndZoneSchemas.ts';
import { boundedMemo } from '#contracts/boundedMapAndMemos.ts';
import { createSumCollector } from '../../domain/timesheets/collectTimeSums.ts';
import type { TimeSums } from '../../domain/timesheets/collectTimeSums.ts';
import type { ExportRow } from './exportColumns.ts';
import type { TimesheetExport } from './readTimesheetExport.ts';

// Groups the rows of an export by person, for formats that cannot be written in the order of the rows.

export interface PersonSection {
  readonly memberId: MemberId;
  readonly user: string;
  readonly rows: readonly ExportRow[];
  readonly minutes: number;
}

/**
 * Returns a function that keeps rows in little memory. A row that another thread has sent has its own copy of each text, so texts
 * that repeat in many rows are replaced by one copy.
 */
const createRowInterner = (): ((row: ExportRow) => ExportRow) => {
  const known = boundedMemo((text: string) => text, { capacity: 10_000 });
  const shared = <Text extends string>(text: Text): Text => known(text) as Text;
  return ({ date, memberId, user, email, weekState, meeting, task, minutes }) => ({
    ...{ date: shared(date), memberId: shared(memberId), user: shared(user), email: shared(email) },
    ...{ weekState: shared(weekState), meeting: meeting === null ? null : shared(meeting), task, minutes },
  });
};

const orderOf = (locale: string): ((a: PersonSection, b: PersonSection) => number) => {
  const { compare } = new Intl.Collator(locale);
  return (a, b) => compare(a.user, b.user) || (a.memberId < b.memberId ? -1 : 1);
};

/**
 * Returns all rows at once with the total, for formats that cannot be written row by row. Each person has a section,
 * and the sections are sorted by name.
 */
export const groupExportByPerson = async (
  source: Pick<TimesheetExport, 'batches' | 'locale'>,
): Promise<{ readonly sections: readonly PersonSection[]; readonly sums: TimeSums }> => {
  const total = createSumCollector();
  const keep = createRowInterner();
  const byMember = new Map<MemberId, (readonly ExportRow[])[]>();
  for await (const batch of source.batches()) {
    const [first] = batch;
    if (first === undefined) continue;
    for (const row of batch) total.add(row);
    const days = byMember.get(first.memberId);
    const kept = batch.map(keep);
    if (days === undefined) byMember.set(first.memberId, [kept]);
    else days.push(kept);
  }
  const sums = total.sums();
  const sections = [...byMember].map(([memberId, days]): PersonSection => {
    const rows = days.reverse().flat();
    return { memberId, user: rows[0]?.user ?? '', rows, minutes: sums.byMember.get(memberId)?.minutes ?? 0 };
  });
  return { sections: sections.sort(orderOf(source.locale)), sums };
};
