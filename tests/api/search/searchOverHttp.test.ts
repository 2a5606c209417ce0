import { limits } from '#contracts/core/limitsAndProductConstants.ts';
import { saveAnswer } from '#contracts/answers/answerCardAndDraftCalls.ts';
import { searchAnswers as searchCall } from '#contracts/search/searchAnswers.ts';
import { saveStandup, today, valuesOf } from '../../support/apps/standupDayAndValidCalls.ts';
import { refusalOf } from '../../support/apps/refusalOfBadRequest.ts';
import { emailOf, startTestApp, useTestApp } from '../../support/apps/testApp.ts';
import type { Person } from '../../support/apps/testApp.ts';
import { aMemberId, aTeamId } from '../../support/data/idDateAndRecordBuilders.ts';

describe('the search over HTTP', () => {
  const app = useTestApp();

  it('needs a session', async () => {
    expect((await app().ask(null, searchCall, { q: 'x' })).status).toBe(401);
  });

  it('is refused to a superadmin', async () => {
    const own = await startTestApp(undefined, { SUPERADMINS: emailOf('gus') });
    try {
      expect((await refusalOf(own, searchCall, { q: 'x' }, 'gus')).slice(0, 2)).toEqual([403, 'FORBIDDEN']);
    } finally {
      await own.stop();
    }
  });

  it.each([
    ['another team', { q: 'x', teamId: aTeamId('apps') }],
    ['another organisation', { q: 'x', teamId: aTeamId('northwind') }],
    ['a missing team', { q: 'x', teamId: aTeamId('nowhere') }],
  ])('rejects %s', async (_what, input) => {
    expect((await refusalOf(app(), searchCall, input, 'bob')).slice(0, 2)).toEqual([404, 'NOT_FOUND']);
  });

  it.each([
    ['q', {}],
    ['q', { q: '   ' }],
    ['q', { q: 'x'.repeat(limits.searchLength + 1) }],
    ['from', { q: 'x', from: '2026-02-30' }],
    ['to', { q: 'x', from: '2026-11-20', to: '2026-11-19' }],
    ['after', { q: 'x', after: 'elsewhere' }],
    ['memberId', { q: 'x', memberId: 'someone' }],
  ])('rejects a bad %s', async (path, input) => {
    const reply = await app().ask('ann', searchCall, input);
    expect(reply.status).toBe(400);
    expect(reply.envelope).toMatchObject({ errorCode: 'INVALID_INPUT', path: [path] });
  });

  it('rejects a search without a letter or digit', async () => {
    expect((await refusalOf(app(), searchCall, { q: '—' }, 'ann')).slice(0, 2)).toEqual([400, 'INVALID_INPUT']);
  });

  it('finds the answers of the reader’s own team, and shows them to no other', async () => {
    const meeting = await saveStandup(
      app(),
      'ann',
      { team: 'platform', members: ['ann', 'bob'] },
      { time: 9 * 60 + 10 },
    );
    await app().beatAt('2026-11-20T08:10:00Z');
    await app().get('bob', saveAnswer, {
      ...{ meetingId: meeting.id, date: today, values: valuesOf(meeting, { done: 'The needle' }) },
    });
    const namesFor = async (who: Person) =>
      (await app().get(who, searchCall, { q: 'needle' })).hits.map(({ memberId }) => memberId);
    expect(await namesFor('ann')).toEqual([aMemberId('bob')]);
    expect([await namesFor('eve'), await namesFor('zoe')]).toEqual([[], []]);
  });
});
