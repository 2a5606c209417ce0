import * as digests from '#contracts/digests/digestCalls.ts';
import { saveStandup } from '../../support/apps/standupDayAndValidCalls.ts';
import { startTestApp } from '../../support/apps/testApp.ts';
import type { TestApp } from '../../support/apps/testApp.ts';
import { aTeamId } from '../../support/data/idDateAndRecordBuilders.ts';

// Tests the link in the email of a digest, as a mail program uses it. The clock begins on Friday 20 November 2026,
// 08:00 UTC.

let app: TestApp;
beforeEach(async () => {
  app = await startTestApp();
});
afterEach(() => app.stop());

const outside = 'lead@elsewhere.test';
const teamId = aTeamId('platform');

it('ends the digests to an address whose mail program posts to the one-click link, and sends no further one', async () => {
  await saveStandup(app, 'ann', { team: 'platform', members: ['ann', 'bob'] });
  // Ann is an admin, so the address needs no consent.
  const { digest } = await app.get('ann', digests.saveDigest, {
    ...{ teamId, name: 'Evening digest', sections: ['PEOPLE'], recipients: { emails: [outside] } },
    schedule: { cadence: 'DAILY', time: 1020, timezone: 'Europe/Berlin' },
  });
  const listed = async () => {
    const { items } = await app.get('bob', digests.listDigests, { teamId });
    return items.find(({ id }) => id === digest.id);
  };
  await app.beatAt('2026-11-20T16:01:00Z');
  expect((await listed())?.last).toMatchObject({ sent: 1, undelivered: [] });
  const mails = async (): Promise<string[]> => (await app.send({ target: '/mail' })).text.split('<article>').slice(1);
  const sent = await mails();
  const [link = ''] = /\/email\/summaries\/[\w.-]+/.exec(sent[0] ?? '') ?? [];
  expect([sent.length, sent[0]]).toEqual([1, expect.stringContaining('Evening digest')]);

  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  const stopped = await app.send({ method: 'POST', target: link, headers, body: 'List-Unsubscribe=One-Click' });
  expect(stopped.status).toBe(200);
  expect((await listed())?.addresses).toMatchObject([{ email: outside, state: 'UNSUBSCRIBED' }]);
  await app.beatAt('2026-11-23T16:01:00Z');
  expect((await listed())?.last).toMatchObject({ sent: 0, undelivered: [{ name: outside, reason: 'UNSUBSCRIBED' }] });
  expect(await mails()).toHaveLength(1);
});
