import type { MemberId } from '#contracts/core/idDateAndZoneSchemas.ts';
import { boundedMemo } from '#contracts/boundedMapAndMemos.ts';
import { createSumCollector } from '../../domain/timesheets/collectTimeSums.ts';
import type { TimeSums } from '../../domain/timesheets/collectTimeSums.ts';
import type { ExportRow } from './exportColumns.ts';
import type { TimesheetExport } from './readTimesheetExport.ts';

// Groups the rows of an export by person. Workbooks and PDF files need this, because they cannot be written in the
// order in which the rows are read.

export interface PersonSection {
  readonly memberId: MemberId;
  readonly user: string;
  readonly rows: readonly ExportRow[];
  readonly minutes: number;
}

/**
 * Returns a function that copies a row so that it needs little memory. Each row from another thread has its own copy of
 * every text; texts that repeat in many rows are replaced by one shared copy.
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
 * Returns all rows in sections, and the total. Each person has a section; the sections are sorted by name. Formats that
 * cannot be written row by row need this.
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
