import path from 'node:path';
import { Readable } from 'node:stream';
import { stringify } from 'csv-stringify';
import writeXlsxFile from 'write-excel-file/node';
import { downloadFilter } from '#contracts/timesheets/timesheetDownloadCalls.ts';
import { addDays } from '../../../bot/src/domain/core/zonedTimeAndCalendarDates.ts';
import { createExportFileWorker } from '../../../bot/src/services/files/runExportFileWorker.ts';
import { exportHours } from '../../../bot/src/services/timesheets/exportColumns.ts';
import type { ExportRow } from '../../../bot/src/services/timesheets/exportColumns.ts';
import type { SheetJob } from '../../../bot/src/services/timesheets/timesheetFileWorkerJob.ts';
import { sheetTexts } from '../../../bot/src/services/timesheets/exportLabels.ts';
import { csvPieces } from '../../../bot/src/services/timesheets/timesheetCsv.ts';
import { noSheetLinks } from '../../../bot/src/services/files/exportedTextLinks.ts';
import { exportOf } from '../../../bot/src/services/timesheets/readTimesheetExport.ts';
import type { TimesheetExport } from '../../../bot/src/services/timesheets/readTimesheetExport.ts';
import { translateFor } from '../../../bot/src/translate.ts';
import { aDate } from '../../../tests/support/data/idDateAndRecordBuilders.ts';
import { fakeClock } from '../../../tests/support/data/fakeClock.ts';
import { morning, today } from '../../parts/movedClockAndBenchmarkInstants.ts';
import { actorOf, seedDay } from '../../parts/seedDayAndSaveAnswers.ts';
import { fillTimesheets } from '../../parts/fillTimesheets.ts';
import { withCopy } from '../../parts/temporaryAndCountingStores.ts';
import { grown, longestHold, sideBySide, timed } from '../../measureTimesBlockingAndMemory.ts';
import { inMB, inMs, times } from '../../benchmarkTypesAndFigureFormats.ts';
import type { Bench, Row } from '../../benchmarkTypesAndFigureFormats.ts';

// Measures exports of one year of a team: 100 people, 250 days, four tasks a day. The baseline gives the same rows,
// held in memory, directly to the libraries.

const plan = { members: 100, days: 250, perDay: 4 };
const rowsInAll = plan.members * plan.days * plan.perDay;
const t = translateFor('en');
/** A workbook needs no embedded fonts; only the PDF does. */
const noFonts = { regular: '', bold: '', more: [] };

const worker = createExportFileWorker({ file: path.resolve('dist/sheetFile.js') });

const asCsv = async (source: TimesheetExport): Promise<number> => {
  let bytes = 0;
  // Reads the file piece by piece and keeps none, because the server streams the file in the same way.
  for await (const piece of Readable.from(csvPieces(source, t), { objectMode: false }))
    bytes += (piece as Buffer).length;
  return bytes;
};

const asXlsx = async (source: TimesheetExport): Promise<number> => {
  const job: SheetJob = {
    kind: 'TIMESHEET',
    links: noSheetLinks,
    format: 'XLSX',
    texts: sheetTexts(source, t),
    fonts: noFonts,
    at: Date.parse(morning),
  };
  return (await worker.make(job, source.batches)).length;
};

const csvCells = ({ date, user, meeting, task, minutes }: ExportRow) => [
  ...[date, user, meeting ?? '', task, exportHours(minutes), minutes],
];

const bareCsv = async (rows: readonly ExportRow[]): Promise<number> => {
  let bytes = 0;
  const lines = Readable.from(rows.map(csvCells)).pipe(stringify({ bom: true, quoted_string: true }));
  for await (const piece of lines) bytes += (piece as Buffer).length;
  return bytes;
};

/** Writes the same cells with the workbook library alone, in this thread, as the baseline of the export. */
const bareXlsx = async (rows: readonly ExportRow[]): Promise<number> => {
  const data = rows.map(({ date, user, meeting, task, minutes }) => [
    { value: new Date(`${date}T00:00:00Z`), type: Date, format: 'yyyy-mm-dd' },
    { value: user, type: String },
    meeting === null ? null : { value: meeting, type: String },
    { value: task, type: String },
    { value: exportHours(minutes), type: Number, format: '0.00' },
    { value: minutes, type: Number, format: '0' },
  ]);
  return (await writeXlsxFile(data).toBuffer()).length;
};

const rowsOf = async (source: TimesheetExport): Promise<readonly ExportRow[]> => {
  const rows: ExportRow[] = [];
  for await (const batch of source.batches()) rows.push(...batch);
  if (rows.length !== rowsInAll) throw new Error(`${rows.length} rows of ${rowsInAll} are in the export.`);
  return rows;
};

/** Maximum ratio to the time of the baseline, and maximum growth of the memory in bytes. Null = no limit. */
interface Limits {
  readonly ratio: number | null;
  readonly bytes: number | null;
}

// Limits of the CSV export from the store. Its ratio has no limit, because its baseline does not read from the store.
const noLimits: Limits = { ratio: null, bytes: null };

const compare = async (
  [what, from]: readonly [what: string, from: 'from memory' | 'from the store'],
  most: Limits,
  [subject, baseline]: readonly [() => Promise<number>, () => Promise<number>],
  library: string,
): Promise<Row[]> => {
  await subject();
  const memory = await grown(subject);
  const held = await longestHold(subject);
  const measured = await sideBySide(
    5,
    () => timed(subject),
    () => timed(baseline),
  );
  return [
    {
      what: `${what} of ${rowsInAll.toLocaleString('en-GB')} timesheet rows, ${from}`,
      figure: inMs(measured.subject),
      baseline: `${inMs(measured.baseline)} ${library}, rows in memory`,
      ratio: times(measured.ratio),
      target: most.ratio === null ? 'no target' : `≤ ${most.ratio} ×`,
      isMet: most.ratio === null || measured.ratio <= most.ratio,
    },
    { what: '– event loop held', figure: inMs(held), target: '≤ 50 ms', isMet: held <= 50 },
    {
      ...{ what: '– memory on top', figure: inMB(memory) },
      target: most.bytes === null ? 'no target' : `≤ ${inMB(most.bytes)}`,
      isMet: most.bytes === null || memory <= most.bytes,
    },
  ];
};

/** Returns the same export with its rows in memory, because the baseline has its rows in memory too. */
const inMemory = (source: TimesheetExport, rows: readonly ExportRow[]): TimesheetExport => ({
  ...source,
  batches: async function* () {
    await Promise.resolve();
    for (let index = 0; index < rows.length; index += plan.perDay) yield rows.slice(index, index + plan.perDay);
  },
});

export const bench: Bench = async () => {
  const day = await seedDay({ teams: 1, members: plan.members, orgs: 1 });
  const [team] = day.teams;
  const [person] = team?.people ?? [];
  if (team === undefined || person === undefined) throw new Error('A day has a team with people.');
  return withCopy(day.file, async (store) => {
    await fillTimesheets(store, team, plan);
    const deps = { store, clock: fakeClock(morning) };
    const dates = { startDate: addDays(aDate(today), 1 - plan.days), endDate: today };
    const sourceAs = (format: 'CSV' | 'XLSX'): Promise<TimesheetExport> =>
      exportOf(deps, actorOf(team, person), downloadFilter.parse({ teamId: team.teamId, ...dates, format }));
    const rows = await rowsOf(await sourceAs('CSV'));
    const csv = await sourceAs('CSV');
    const xlsx = await sourceAs('XLSX');
    const byCsv = () => bareCsv(rows);
    const byXlsx = () => bareXlsx(rows);
    const [c, x] = ['csv-stringify', 'write-excel-file'];
    return [
      ...(await compare(
        ['CSV', 'from memory'],
        { ratio: 1.5, bytes: null },
        [() => asCsv(inMemory(csv, rows)), byCsv],
        c,
      )),
      ...(await compare(['CSV', 'from the store'], noLimits, [() => asCsv(csv), byCsv], c)),
      ...(await compare(
        ['XLSX', 'from memory'],
        { ratio: 1, bytes: 60e6 },
        [() => asXlsx(inMemory(xlsx, rows)), byXlsx],
        x,
      )),
      ...(await compare(['XLSX', 'from the store'], { ratio: 1, bytes: 60e6 }, [() => asXlsx(xlsx), byXlsx], x)),
    ];
  });
};
