import { parse } from 'csv-parse/sync';
import { getRollup } from '#contracts/rollup/rollupQueryAndResult.ts';
import { downloadRollup, rollupDownloadToken } from '#contracts/rollup/rollupFileCalls.ts';
import { saveStandup } from '../../support/apps/standupDayAndValidCalls.ts';
import { useTestApp } from '../../support/apps/testApp.ts';
import type { Reply } from '../../support/apps/testApp.ts';
import { aMeetingId, aTeamId } from '../../support/data/idDateAndRecordBuilders.ts';

// Tests the download of roll-ups over HTTP: its link, its refusals and the files of the worker thread.

const app = useTestApp();
const teamId = aTeamId('platform');
const query = { teamId, preset: 'RANGE' as const, from: '2026-11-20', to: '2026-11-20' };

beforeAll(async () => {
  await saveStandup(app(), 'ann', { team: 'platform', members: ['ann', 'bob', 'cy'] });
});
beforeEach(() => {
  app().clock.advance({ minutes: 1 });
});

const linkOf = async (input: object): Promise<string> => {
  const { token, query: text } = await app().get('bob', rollupDownloadToken, { ...query, ...input });
  return `${downloadRollup.path}?${text}&token=${encodeURIComponent(token)}`;
};
const open = async (input: object): Promise<Reply> => app().send({ target: await linkOf(input) });

describe('the download of a roll-up', () => {
  it.each([
    ['CSV', 'text/csv; charset=utf-8', 'csv', '\ufeff"Date"'],
    ['MARKDOWN', 'text/markdown; charset=utf-8', 'md', '# Report of'],
    ['XLSX', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', 'xlsx', 'PK'],
    ['PDF', 'application/pdf', 'pdf', '%PDF-1.7'],
  ])('opens by its link as %s', async (format, type, extension, beginning) => {
    const reply = await open({ format });
    expect(reply.status).toBe(200);
    expect(reply.headers).toMatchObject({
      'content-type': type,
      'content-disposition': `attachment; filename="report-2026-11-20.${extension}"`,
    });
    expect(reply.body.toString().startsWith(beginning)).toBe(true);
  });

  it('refuses a link whose token is for another roll-up, has expired, or is missing', async () => {
    const link = await linkOf({ format: 'CSV' });
    expect((await app().send({ target: link })).status).toBe(200);
    expect((await app().send({ target: link.replaceAll('2026-11-20', '2026-11-19') })).status).toBe(401);
    expect((await app().send({ target: link.replace(/&token=.*/, '') })).status).toBe(401);
    app().clock.advance({ seconds: 61 });
    expect((await app().send({ target: link })).status).toBe(401);
  });

  it('is for people who are signed in and see the team', async () => {
    expect(await app().ask(null, rollupDownloadToken, query)).toMatchObject({ status: 401 });
    for (const endpoint of [rollupDownloadToken, downloadRollup]) {
      expect(await app().ask('bob', endpoint, { ...query, teamId: aTeamId('design') })).toMatchObject({ status: 404 });
      expect(await app().ask('bob', endpoint, { ...query, meetings: aMeetingId('none') })).toMatchObject({
        status: 404,
      });
    }
  });

  it('names the field of a wrong period, format or length of a sprint', async () => {
    const path = async (change: object) =>
      (await app().ask('bob', rollupDownloadToken, { ...query, ...change })).envelope;
    expect(await path({ from: '2026-01-01' })).toMatchObject({ errorCode: 'INVALID_INPUT', path: ['from'] });
    expect(await path({ format: 'DOC' })).toMatchObject({ errorCode: 'INVALID_INPUT', path: ['format'] });
    for (const weeks of ['99', 99, 0, 1.5, '2.0', true, null, [2]])
      expect(await path({ preset: 'SPRINT', weeks })).toMatchObject({
        ...{ errorCode: 'INVALID_INPUT', path: ['weeks'], message: 'Please enter a whole number in range.' },
      });
  });

  it('takes the weeks of a sprint as a number or as a text', async () => {
    const sprint = { ...query, preset: 'SPRINT' as const, anchor: '2026-11-02', format: 'CSV' as const };
    const [asText, asNumber] = await Promise.all(
      ['2', 2].map((weeks) => app().get('bob', rollupDownloadToken, { ...sprint, weeks })),
    );
    expect(asNumber?.query).toBe(asText?.query);
    const target = `${downloadRollup.path}?${asNumber?.query}&token=${encodeURIComponent(asNumber?.token ?? '')}`;
    expect((await app().send({ target })).status).toBe(200);
  });

  it('keeps all filters in its link', async () => {
    const { id } = await saveStandup(app(), 'ann', { team: 'platform', members: ['ann'] }, { name: 'Second' });
    const sprint = { preset: 'SPRINT', weeks: '2', anchor: '2026-11-02', by: 'DAY', format: 'CSV', meetings: id };
    const reply = await open({ ...sprint, from: undefined, to: undefined });
    expect(reply.headers['content-disposition']).toContain('rollup-2026-11-16-2026-11-29.csv');
    const { groups } = await app().get('bob', getRollup, { teamId, ...sprint, format: undefined } as never);
    const rows = parse(reply.body, { bom: true }) as unknown[];
    expect(rows).toHaveLength(1 + groups.flatMap(({ entries }) => entries).length);
  });
});
