import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { DownloadFilter } from '#contracts/timesheets/timesheetDownloadCalls.ts';
import type { SheetJob } from '../../../bot/src/services/timesheets/timesheetFileWorkerJob.ts';
import { csvPieces } from '../../../bot/src/services/timesheets/timesheetCsv.ts';
import { groupExportByPerson } from '../../../bot/src/services/timesheets/groupExportByPerson.ts';
import { exportOf, exportSize } from '../../../bot/src/services/timesheets/readTimesheetExport.ts';
import type { ExportRow } from '../../../bot/src/services/timesheets/exportColumns.ts';
import { streamTimesheetFile } from '../../../bot/src/services/timesheets/streamTimesheetFile.ts';
import { addDays } from '../../../bot/src/domain/core/zonedTimeAndCalendarDates.ts';
import { inOrg } from '../../../bot/src/store/recordKindsAndAccess.ts';
import { sheet } from '../../../bot/src/store/kinds/timesheets/sheetAndWeek.ts';
import { openSqliteStore } from '../../../bot/src/store/sqlite/openSqlite.ts';
import type { SqliteStore } from '../../../bot/src/store/sqlite/openSqlite.ts';
import { translateFor } from '../../../bot/src/translate.ts';
import { aDate, aMemberId, aUserId } from '../../support/data/idDateAndRecordBuilders.ts';
import { fakeClock } from '../../support/data/fakeClock.ts';
import { anActor, seedTeam } from '../../support/data/seedOrganisationsTeamsAndActors.ts';
import { testDeps } from '../../support/data/testDepsAndLogs.ts';

// Rules of timesheet exports, one per test. tests/api/timesheets/timesheetDownload.test.ts downloads whole files.

const stores: SqliteStore[] = [];
afterEach(async () => {
  for (const store of stores.splice(0)) await store.close();
});

const aRow = (name: string, date: string, change: Partial<ExportRow> = {}): ExportRow => ({
  ...{ date: aDate(date), memberId: aMemberId(name), user: name, email: `${name}@example.test`, weekState: 'OPEN' },
  ...{ meeting: null, task: `Task of ${date}`, minutes: 90 },
  ...change,
});

/** Returns an export with these batches in export order: newest day first, one batch per person and day. */
const sourceOf = (batches: readonly (readonly ExportRow[])[], locale = 'en') => ({
  locale,
  // oxlint-disable-next-line typescript/require-await -- a source of rows is read from the store elsewhere
  batches: async function* () {
    yield* batches;
  },
});

describe('the sections of an export', () => {
  it('are one for each person by name, with the oldest day first and the sum of the person', async () => {
    const { sections, sums } = await groupExportByPerson(
      sourceOf([
        [aRow('zoe', '2026-11-20')],
        [aRow('ann', '2026-11-20', { task: 'first' }), aRow('ann', '2026-11-20', { task: 'second' })],
        [],
        [aRow('zoe', '2026-11-19', { minutes: 30 })],
      ]),
    );
    expect(sections.map(({ user, memberId, minutes }) => [user, memberId, minutes])).toEqual([
      ['ann', aMemberId('ann'), 180],
      ['zoe', aMemberId('zoe'), 120],
    ]);
    expect(sections[0]?.rows.map(({ task }) => task)).toEqual(['first', 'second']);
    expect(sections[1]?.rows.map(({ date }) => date)).toEqual(['2026-11-19', '2026-11-20']);
    expect(sums).toMatchObject({ minutes: 300 });
  });

  it('the sections of an export of people with one name follow their ids, and names follow the language of the reader', async () => {
    const ids = ['one', 'two', 'three'].map((name) => aMemberId(name));
    const batches = ids.map((memberId) => [aRow('Ann', '2026-11-20', { memberId })]);
    const { sections } = await groupExportByPerson(sourceOf(batches));
    expect(sections.map(({ memberId }) => memberId)).toEqual([...ids].sort());
    const named = sourceOf([[aRow('Zoe', '2026-11-20')], [aRow('Ägir', '2026-11-20')], [aRow('Bo', '2026-11-20')]]);
    const inLocale = async (locale: string) =>
      (await groupExportByPerson({ ...named, locale })).sections.map(({ user }) => user);
    expect(await inLocale('de')).toEqual(['Ägir', 'Bo', 'Zoe']);
    expect(await inLocale('sv')).toEqual(['Bo', 'Zoe', 'Ägir']);
  });
});

describe('a CSV file', () => {
  const piecesOf = async (batches: readonly (readonly ExportRow[])[]): Promise<string[]> => {
    const pieces: string[] = [];
    for await (const piece of csvPieces(sourceOf(batches), translateFor('en'))) pieces.push(piece);
    return pieces;
  };
  const days = (count: number) => Array.from({ length: count }, () => [aRow('ann', '2026-11-20')]);

  it('leaves the report of a row without one empty', async () => {
    const [head, rows] = await piecesOf([[aRow('ann', '2026-11-20'), aRow('ann', '2026-11-20', { meeting: 'Daily' })]]);
    expect(head).toMatch(/^\ufeff"Date","User","Report"/);
    const [first, second] = (rows ?? '').split('\r\n');
    expect(first).toBe(
      `"2026-11-20","ann","","Task of 2026-11-20",1.5,90,"ann@example.test","${aMemberId('ann')}","Open"`,
    );
    expect(second).toContain('"ann","Daily",');
  });

  it('is written in pieces of 500 rows, each row once', async () => {
    const linesOf = async (count: number) =>
      (await piecesOf(days(count))).map((piece) => piece.split('\r\n').length - 1);
    expect(await linesOf(0)).toEqual([1]);
    expect(await linesOf(499)).toEqual([1, 499]);
    expect(await linesOf(500)).toEqual([1, 500]);
    expect(await linesOf(1001)).toEqual([1, 500, 500, 1]);
  });
});

describe('the number of rows', () => {
  /** Creates Ann's sheets of a hundred days with a hundred tasks each, plus `more` tasks. */
  const aWorld = async (more: number) => {
    const store = openSqliteStore({ file: ':memory:' });
    stores.push(store);
    const { orgId, teamId } = await seedTeam(store, { people: ['ann'] });
    const records = inOrg(store, orgId);
    const memberId = aMemberId('ann');
    const taskOf = (index: number) => ({
      ...{ id: `${index}`, meetingId: null, task: 'Work', minutes: 1, source: 'PERSON' as const },
      ...{ lineId: null, editedByPerson: false },
    });
    for (let day = 0; day < 101; day += 1) {
      const date = addDays(aDate('2026-08-01'), day);
      const tasks = Array.from({ length: day < 100 ? 100 : more }, (_, index) => taskOf(index));
      const value = { date, memberId, tasks, minutes: tasks.length, byMeeting: {}, moved: {} };
      await records.insert(sheet, { teamId, date, memberId }, value);
    }
    const deps = testDeps(store, fakeClock());
    const range = { startDate: aDate('2026-08-01'), endDate: aDate('2026-11-20') };
    const filter = (format: DownloadFilter['format']): DownloadFilter => ({
      ...{ teamId, format, meetingIds: [], users: [], ...range },
    });
    return {
      sizeOf: (format: DownloadFilter['format']) => exportSize(deps, anActor('ann'), filter(format)),
      sourceOf: (format: DownloadFilter['format']) => exportOf(deps, anActor('ann'), filter(format)),
    };
  };

  it('the number of rows of a PDF is ten thousand at most', async () => {
    const { sizeOf, sourceOf: open } = await aWorld(0);
    expect(await sizeOf('PDF')).toBe(10_000);
    expect(await open('PDF')).toMatchObject({ format: 'PDF', from: '2026-08-01', to: '2026-11-20' });
  });

  it('above the limit is rejected with the number, before the first byte; other formats allow more', async () => {
    const { sizeOf, sourceOf: open } = await aWorld(1);
    const tooLarge = {
      ...{ code: 'TOO_LARGE', details: { message: 'timesheet.exportTooLarge', values: { rows: 10_001 } } },
    };
    await expect(sizeOf('PDF')).rejects.toMatchObject(tooLarge);
    await expect(open('PDF')).rejects.toMatchObject(tooLarge);
    expect([await sizeOf('CSV'), await sizeOf('XLSX')]).toEqual([10_001, 10_001]);
    expect([(await open('CSV')).format, (await open('XLSX')).format]).toEqual(['CSV', 'XLSX']);
    const states = new Set<string>();
    for await (const batch of (await open('CSV')).batches()) for (const row of batch) states.add(row.weekState);
    expect([...states]).toEqual(['OPEN']);
  });
});

describe('the file of an export', () => {
  const aWorld = async () => {
    const store = openSqliteStore({ file: ':memory:' });
    stores.push(store);
    const { teamId } = await seedTeam(store, { people: ['ann'] });
    const clock = fakeClock();
    const jobs: SheetJob[] = [];
    const taken: unknown[] = [];
    const make = (job: SheetJob) => {
      jobs.push(job);
      return Promise.resolve(new Uint8Array(Buffer.from(`made ${job.format}`)));
    };
    const deps = {
      ...testDeps(store, clock),
      limiter: { take: (...key: unknown[]) => Promise.resolve(void taken.push(key)) },
      ...{ sheetWorker: { make }, fontFiles: { regular: 'regular.ttf', bold: 'bold.ttf', more: [] } },
    } as unknown as Parameters<typeof streamTimesheetFile>[0];
    const filter = (format: DownloadFilter['format']): DownloadFilter => ({
      ...{ teamId, format, meetingIds: [], users: [], startDate: aDate('2026-11-01'), endDate: aDate('2026-11-20') },
    });
    return { deps, filter, jobs, taken, clock };
  };

  it.each([
    ['CSV', 'text/csv; charset=utf-8', 'csv'],
    ['XLSX', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', 'xlsx'],
    ['PDF', 'application/pdf', 'pdf'],
  ] as const)(
    'the file of an export of %s has its type, and a name with its dates',
    async (format, contentType, extension) => {
      const { deps, filter } = await aWorld();
      expect(await streamTimesheetFile(deps, anActor('ann'), filter(format))).toMatchObject({
        ...{ contentType, fileName: `timesheet-2026-11-01-2026-11-20.${extension}` },
      });
    },
  );

  it.each(['XLSX', 'PDF'] as const)(
    'the file of an export of %s is what the worker makes of this format, in bytes',
    async (format) => {
      const { deps, filter, jobs, clock } = await aWorld();
      const body = (await streamTimesheetFile(deps, anActor('ann'), filter(format))).body();
      expect(body).toBeInstanceOf(Readable);
      expect(body.readableObjectMode).toBe(false);
      expect((await buffer(body)).toString()).toBe(`made ${format}`);
      expect(jobs).toMatchObject([{ format, at: clock.now(), fonts: { regular: 'regular.ttf' } }]);
      expect(jobs[0]).toHaveProperty('texts');
    },
  );

  it('the file of an export of CSV is written in the language of the reader, in bytes, without the worker', async () => {
    const { deps, filter, jobs } = await aWorld();
    const body = (await streamTimesheetFile(deps, { ...anActor('ann'), locale: 'de' }, filter('CSV'))).body();
    expect(body.readableObjectMode).toBe(false);
    expect((await buffer(body)).toString()).toContain('"Datum"');
    expect(jobs).toEqual([]);
  });

  it('counts as a download of the account, else of the member', async () => {
    const { deps, filter, taken } = await aWorld();
    const ann = anActor('ann');
    await streamTimesheetFile(deps, { ...ann, userId: aUserId('ann') }, filter('CSV'));
    await streamTimesheetFile(deps, ann, filter('CSV'));
    expect(taken).toEqual([
      ['download', aUserId('ann')],
      ['download', aMemberId('ann')],
    ]);
  });
});
