import { parse } from 'csv-parse/sync';
import { translateFor } from '../../../bot/src/translate.ts';
import en from '#contracts/text/en.json' with { type: 'json' };
import type { Meeting } from '#contracts/meetings/meetingSchemasAndCalls.ts';
import * as calls from '#contracts/timesheets/timesheetTaskCalls.ts';
import * as downloadCalls from '#contracts/timesheets/timesheetDownloadCalls.ts';
import * as weekCalls from '#contracts/timesheets/weekApprovalCallsAndCardData.ts';
import { inOrg } from '../../../bot/src/store/recordKindsAndAccess.ts';
import { teamMember } from '../../../bot/src/store/kinds/people/teamMember.ts';
import { saveStandup } from '../../support/apps/standupDayAndValidCalls.ts';
import { aDate, aMeetingId, aMemberId, anOrgId, aTeamId } from '../../support/data/idDateAndRecordBuilders.ts';
import { bearer } from '../../support/http/rawHttpClient.ts';
import { emailOf, useTestApp } from '../../support/apps/testApp.ts';
import type { Person, Reply } from '../../support/apps/testApp.ts';

const inEnglish = translateFor('en');

const app = useTestApp();
const teamId = aTeamId('platform');
let standup: Meeting;
let sales: Meeting;
const wild = [
  '=1+1',
  '@cmd',
  '\u200b=A1',
  '＝1',
  'a "quoted", and\nbroken line',
  '-5 is honest',
  '+49 30 1234',
  'ünï😀',
];
beforeAll(async () => {
  standup = await saveStandup(app(), 'ann', { team: 'platform', members: ['ann', 'bob', 'cy'] }, { name: '-Stand-up' });
  sales = await saveStandup(app(), 'eve', { team: 'sales', members: ['eve', 'sam'] });
  for (const [index, task] of wild.entries())
    for (const who of ['ann', 'cy'] as const)
      await app().get(who, calls.saveTask, {
        ...{ meetingId: standup.id, task, date: aDate(`2026-11-${10 + index}`), hours: index, minutes: 20 },
      });
  const key = { teamId, memberId: aMemberId('cy') };
  await inOrg(app().services.store, anOrgId('contoso')).touch(teamMember, key, { name: '=Cy' });
});
// Moves to the next minute before each test, because a person may download only ten files a minute.
beforeEach(() => {
  app().clock.advance({ minutes: 1 });
});

const csv = (change: object = {}) => ({ teamId, format: 'CSV' as const, ...change });
const targetOf = (filter: unknown, token?: string): string =>
  `/api/timesheet/download/${encodeURIComponent(typeof filter === 'string' ? filter : JSON.stringify(filter))}` +
  (token === undefined ? '' : `?token=${encodeURIComponent(token)}`);
const download = (filter: unknown, token?: string, headers: Record<string, string> = {}): Promise<Reply> =>
  app().send({ target: targetOf(filter, token), headers });
const tokenFor = (who: Person, filter: object) =>
  app().get(who, downloadCalls.downloadToken, { filter: filter as { teamId: typeof teamId } });
const rowsOf = ({ body }: Reply): string[][] => parse(body, { bom: true });
const codeOf = ({ envelope }: Reply) => envelope.errorCode;

it('is a file of all rows of its filter, cell by cell what the screen shows, and no row of sums', async () => {
  const { token, filter, rows } = await tokenFor('bob', csv());
  expect(rows).toBe(16);
  const reply = await download(filter, token);
  expect(reply.status).toBe(200);
  expect(reply.headers).toMatchObject({
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': 'attachment; filename="timesheet-2026-10-22-2026-11-20.csv"',
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  });
  expect(reply.body.subarray(0, 3)).toEqual(Buffer.from([0xef, 0xbb, 0xbf]));
  const [head, ...cells] = rowsOf(reply);
  const added = ['Email', 'User ID', 'Week'];
  expect(head).toEqual(['Date', 'User', 'Report', 'Task', 'Hours', 'Minutes', ...added]);
  const shown = await app().get('bob', calls.getTimesheet, { teamId, count: 100 });
  const guarded = (text: string) => (/^(?:[=@\uff1d]|\u200b=|-S|-5 |\+49 )/u.test(text) ? `'${text}` : text);
  expect(cells).toEqual(
    shown.items.map(({ date, user, memberId, meetingName, task, totalHours, hours, minutes }) => [
      ...[date, guarded(user), guarded(meetingName ?? ''), guarded(task)],
      ...[String(totalHours), String(hours * 60 + minutes)],
      ...[emailOf(memberId === aMemberId('ann') ? 'ann' : 'cy'), memberId, 'Open'],
    ]),
  );
  // The contract of this format requires the newest day first.
  const dates = cells.map(([date = '']) => date);
  expect(dates).toEqual(dates.toSorted().toReversed());
  const minutes = cells.reduce((sum, row) => sum + Number(row[5]), 0);
  expect(minutes).toBe(shown.totals.minutes);
});

it('names the state of each row’s week', async () => {
  const monday = aDate('2026-11-09');
  const path = { teamId, memberId: aMemberId('cy'), monday };
  await app().get('cy', weekCalls.submitWeek, path);
  const { token, filter } = await tokenFor('bob', csv({ users: [aMemberId('cy')] }));
  const [, ...cells] = rowsOf(await download(filter, token));
  const states = new Set(cells.map(([date = '', ...row]) => [date < '2026-11-16', row.at(-1)].join(' ')));
  expect([...states].sort()).toEqual(['false Open', 'true Waiting for approval']);
});

it('without rows holds only its headings', async () => {
  const filter = csv({ startDate: '2026-01-01', endDate: '2026-01-31' });
  const { token } = await tokenFor('bob', filter);
  expect(rowsOf(await download(filter, token))).toEqual([expect.anything()]);
});

it('accepts a token for its own filter for 60 seconds, whatever the order of its members, and for nothing else', async () => {
  const { token } = await tokenFor('bob', csv({ users: [aMemberId('cy')] }));
  expect((await download({ users: [aMemberId('cy')], format: 'CSV', teamId }, token)).status).toBe(200);
  expect((await download(csv({ users: [aMemberId('cy')] }), token)).status).toBe(200);
  for (const filter of [
    csv(),
    csv({ users: [aMemberId('ann')] }),
    csv({ users: [aMemberId('cy')], teamId: sales.teamId }),
  ])
    expect(codeOf(await download(filter, token))).toBe('UNAUTHENTICATED');
  const forged = `${token.slice(0, -1)}${token.endsWith('A') ? 'Q' : 'A'}`;
  expect(codeOf(await download(csv({ users: [aMemberId('cy')] }), forged))).toBe('UNAUTHENTICATED');
  app().clock.advance({ seconds: 61 });
  expect(codeOf(await download(csv({ users: [aMemberId('cy')] }), token))).toBe('UNAUTHENTICATED');
});

it('accepts a session too, in its header or in the link, unless another site leads here', async () => {
  const session = await app().token('bob');
  expect((await download(csv(), undefined, bearer(session))).status).toBe(200);
  expect((await download(csv(), session)).status).toBe(200);
  expect((await download(csv(), session, { 'sec-fetch-site': 'same-origin' })).status).toBe(200);
  expect(codeOf(await download(csv(), session, { 'sec-fetch-site': 'cross-site' }))).toBe('UNAUTHENTICATED');
  expect(codeOf(await download(csv()))).toBe('UNAUTHENTICATED');
});

it.each([
  ['no JSON', '{"teamId":', 'INVALID_INPUT', en['timesheet.filterNotJson']],
  ['a list', '[]', 'INVALID_INPUT', null],
  ['no team', '{}', 'INVALID_INPUT', null],
  ['another team', { teamId: aTeamId('sales'), format: 'CSV' }, 'NOT_FOUND', en['error.NOT_FOUND']],
  ['another organisation', { teamId: aTeamId('mars'), format: 'CSV' }, 'NOT_FOUND', en['error.NOT_FOUND']],
  ['no team there is', { teamId: aTeamId('nowhere'), format: 'CSV' }, 'NOT_FOUND', en['error.NOT_FOUND']],
  ['somebody of another team', csv({ users: [aMemberId('sam')] }), 'NOT_FOUND', null],
  ['a meeting there is not', csv({ meetingIds: [aMeetingId('nowhere')] }), 'NOT_FOUND', null],
  ['no format', csv({ format: 'EXE' }), 'INVALID_INPUT', en['invalid.choice']],
  ['too long a span', csv({ startDate: '2020-01-01' }), 'INVALID_INPUT', inEnglish('timesheet.rangeTooLong')],
])('with a filter of %s is refused as an envelope', async (_name, filter, code, message) => {
  const reply = await download(filter, undefined, bearer(await app().token('bob')));
  expect(codeOf(reply)).toBe(code);
  const { message: text } = reply.envelope;
  expect(text).toBe(message ?? text);
  if (typeof filter === 'string') return;
  const asked: object = { filter };
  expect(codeOf(await app().ask('bob', downloadCalls.downloadToken, asked))).toBe(code);
});

it('names no meeting of another team, even in the same organisation', async () => {
  const session = bearer(await app().token('bob'));
  expect(codeOf(await download(csv({ meetingId: sales.id }), undefined, session))).toBe('NOT_FOUND');
});

it('is limited to ten downloads a minute', async () => {
  const session = bearer(await app().token('ann'));
  for (let count = 0; count < 10; count += 1) expect((await download(csv(), undefined, session)).status).toBe(200);
  expect(codeOf(await download(csv(), undefined, session))).toBe('TOO_MANY_REQUESTS');
});

it('leaves neither its token nor its filter in the log', async () => {
  const { token, filter } = await tokenFor('bob', csv({ users: [aMemberId('cy')] }));
  await download(filter, token);
  const log = app().lines.join('');
  expect(log).toContain('GET /api/timesheet/download/{filter}');
  expect([token, aMemberId('cy')].filter((text) => log.includes(text))).toEqual([]);
});
