import { read } from '@e965/xlsx';
import readXlsxFile from 'read-excel-file/node';
import type { Meeting } from '#contracts/meetings/meetingSchemasAndCalls.ts';
import * as calls from '#contracts/timesheets/timesheetTaskCalls.ts';
import * as downloadCalls from '#contracts/timesheets/timesheetDownloadCalls.ts';
import { saveStandup } from '../../support/apps/standupDayAndValidCalls.ts';
import { aDate, aMemberId, aTeamId } from '../../support/data/idDateAndRecordBuilders.ts';
import { readPdf } from '../../support/files/readPdf.ts';
import { publicUrl, useTestApp } from '../../support/apps/testApp.ts';
import type { Reply } from '../../support/apps/testApp.ts';

// Tests workbooks and documents of the worker thread with independent programs that read them.

const app = useTestApp();
const teamId = aTeamId('platform');
let standup: Meeting;

const wild = [
  '=1+1',
  '@cmd',
  '\u200b=A1',
  '-5 is honest',
  '+49 30 1234',
  'a "quoted", and\nbroken line',
  '<b>&amp;',
  'ünï😀',
  '東京 مرحبا',
];
const minutesOf = (index: number): number => index * 60 + 20;

beforeAll(async () => {
  standup = await saveStandup(
    app(),
    'ann',
    { team: 'platform', members: ['ann', 'bob', 'cy'] },
    { name: 'Stand-up [Q4/1]' },
  );
  for (const [index, task] of wild.entries())
    for (const who of ['cy', 'ann'] as const)
      await app().get(who, calls.saveTask, {
        ...{ meetingId: standup.id, task, date: aDate(`2026-11-${10 + index}`), hours: index, minutes: 20 },
      });
});
beforeEach(() => {
  app().clock.advance({ minutes: 1 });
});

const download = async (filter: object): Promise<Reply> => {
  const { token, filter: path } = await app().get('bob', downloadCalls.downloadToken, {
    filter: { teamId, ...filter },
  });
  return app().send({
    target: `/api/timesheet/download/${encodeURIComponent(path)}?token=${encodeURIComponent(token)}`,
  });
};
const total = wild.reduce((sum, _task, index) => sum + minutesOf(index), 0);

describe('the workbook', () => {
  it('is the default format: every cell equals the input, dates are dates, and the sums add up', async () => {
    const reply = await download({});
    expect(reply.headers).toMatchObject({
      'content-type': 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      'content-disposition': 'attachment; filename="timesheet-2026-10-22-2026-11-20.xlsx"',
    });
    const sheets = await readXlsxFile(reply.body, { trim: false });
    expect(sheets.map((sheet) => sheet.sheet)).toEqual(['Timesheet', 'By person']);
    const [head, ...rows] = sheets[0]?.data ?? [];
    const sum = rows.pop();
    expect(head).toEqual(['Date', 'User', 'Report', 'Task', 'Hours', 'Minutes']);
    const expected = ['Ann', 'Cy'].flatMap((user) =>
      wild.map((task, index) => [
        ...[new Date(Date.UTC(2026, 10, 10 + index)), user, 'Stand-up [Q4/1]', task],
        ...[Math.round((minutesOf(index) / 60) * 100) / 100, minutesOf(index)],
      ]),
    );
    expect(rows).toEqual(expected);
    expect(sum).toEqual(['Total', null, null, null, Math.round((2 * total) / 0.6) / 100, 2 * total]);
    expect(sheets[1]?.data).toEqual([
      ['User', 'Hours', 'Minutes'],
      ['Ann', Math.round(total / 0.6) / 100, total],
      ['Cy', Math.round(total / 0.6) / 100, total],
      ['Total', Math.round((2 * total) / 0.6) / 100, 2 * total],
    ]);
  });

  it('the workbook without rows holds its headings and a sum of zero', async () => {
    const reply = await download({ startDate: '2026-01-01', endDate: '2026-01-31' });
    const [first] = await readXlsxFile(reply.body);
    expect(first?.data).toEqual([expect.anything(), ['Total', null, null, null, 0, 0]]);
  });
});

describe('the document', () => {
  it('has a section a person with their sum, and the sum of all', async () => {
    const reply = await download({ format: 'PDF' });
    expect(reply.headers['content-type']).toBe('application/pdf');
    const { pages } = await readPdf(reply.body);
    const text = pages.flat().join('\n');
    const hours = (minutes: number): string => (Math.round(minutes / 0.6) / 100).toFixed(2);
    expect(text.split(hours(total))).toHaveLength(3);
    expect(text.split(hours(2 * total))).toHaveLength(2);
    for (const message of ['Timesheet', 'Ann', 'Cy', '=1+1', '-5 is honest', 'ünï', '2026-11-18'])
      expect(text).toContain(message);
  });

  it('takes as many pages as it needs, with its headings on each', async () => {
    for (let index = 0; index < 40; index += 1)
      await app().get('bob', calls.saveTask, {
        ...{
          meetingId: standup.id,
          task: `Task ${index} `.repeat(20),
          date: aDate('2026-10-30'),
          hours: 1,
          minutes: 0,
        },
      });
    const { pages } = await readPdf(
      (await download({ format: 'PDF', startDate: '2026-10-30', endDate: '2026-10-30' })).body,
    );
    expect(pages.length).toBeGreaterThan(1);
    for (const page of pages.slice(0, -1)) expect(page).toContain('Task');
    expect(pages.flat().filter((item) => item === '40.00')).toHaveLength(2);
  });
});

describe('a mention in a task', () => {
  it('leads to the page of a member of the team, in the workbook and in the document', async () => {
    const date = '2026-10-28';
    for (const task of ['Paired with @Bob', 'Asked @Sam of another team'])
      await app().get('cy', calls.saveTask, { meetingId: standup.id, task, date: aDate(date), hours: 1, minutes: 0 });
    const days = { startDate: date, endDate: date };
    const page = `${publicUrl}/reports/person/${aMemberId('bob')}`;
    const { Sheets } = read((await download(days)).body, { type: 'buffer', dense: true });
    const cells = [1, 2].map((row) => Sheets['Timesheet']?.['!data']?.[row]?.[3]);
    expect(cells.map((cell) => [cell?.v, cell?.l?.Target])).toEqual([
      ['Paired with @Bob', page],
      ['Asked @Sam of another team', undefined],
    ]);
    const { links } = await readPdf((await download({ format: 'PDF', ...days })).body);
    expect(links.map(({ url }) => url)).toEqual([page]);
  });
});
