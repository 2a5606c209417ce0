import type { MeetingId } from '#contracts/core/idDateAndZoneSchemas.ts';
import {
  approveSummaryEmail,
  askSummaryEmail,
  getSummaryEmails,
} from '#contracts/summaryEmails/summaryEmailsAndConsent.ts';
import { getActivities } from '#contracts/reports/getActivities.ts';
import {
  addressHash,
  chooseForAddress,
} from '../../../bot/src/services/summaryEmails/summaryConsentsAndAddressHash.ts';
import { inOrg } from '../../../bot/src/store/recordKindsAndAccess.ts';
import { org as orgKind } from '../../../bot/src/store/kinds/organisations/organisation.ts';
import { saveStandup } from '../../support/apps/standupDayAndValidCalls.ts';
import { aMeetingId, anOrgId } from '../../support/data/idDateAndRecordBuilders.ts';
import { refusalOf } from '../../support/apps/refusalOfBadRequest.ts';
import { startTestApp } from '../../support/apps/testApp.ts';
import type { Person, TestApp } from '../../support/apps/testApp.ts';

// Tests summaries by email to addresses outside the organisation, over HTTP. The clock begins on Friday 20 November
// 2026, 08:00 UTC.

let app: TestApp;
beforeEach(async () => {
  app = await startTestApp();
});
afterEach(() => app.stop());

const outside = 'stranger@elsewhere.test';

const save = (who: Person, reportSummaryEmail: string, name = 'Daily'): Promise<{ readonly id: MeetingId }> =>
  saveStandup(app, who, { team: 'platform', members: ['bob'] }, { name, reportSummaryEmail });

const mailPage = async (): Promise<string> => (await app.send({ target: '/mail' })).text;
const linkIn = async (): Promise<string> => {
  const [link] = /\/email\/summaries\/[\w.-]+/.exec(await mailPage()) ?? [];
  if (link === undefined) throw new Error('No email names the page of an address.');
  return link;
};
const post = (target: string, body: string, type = 'application/x-www-form-urlencoded') =>
  app.send({ method: 'POST', target, headers: { 'content-type': type }, body });
const states = async (who: Person, meetingId: MeetingId) =>
  (await app.get(who, getSummaryEmails, { meetingId })).map(({ email, state }) => `${email} ${state}`);

it('sends no text of a user to addresses without consent, however many are entered', async () => {
  const hostile = 'Invoice overdue - pay at evil.example';
  for (const round of [1, 2]) {
    const addresses = Array.from({ length: 20 }, (_, index) => `victim${round}x${index}@elsewhere.test`).join(', ');
    await save('bob', addresses, `${hostile} ${round}`);
  }
  for (const at of ['2026-11-20T09:00:00Z', '2026-11-20T11:10:00Z', '2026-11-20T12:00:00Z']) await app.beatAt(at);
  const page = await mailPage();
  expect(page).toContain('victim1x0@elsewhere.test');
  expect(page).not.toContain('evil');
  expect(page.split('<article>').length - 1).toBe(40);
});

describe('the addresses of a report', () => {
  it('are shown with their state, and follow the recipient’s actions on the page of the email', async () => {
    const { id } = await save('bob', `${outside}, ann@example.test`);
    expect(await states('bob', id)).toEqual([`${outside} WAITING`, 'ann@example.test MEMBER']);
    await app.beat();
    const link = await linkIn();

    const before = await app.dump();
    const opened = await app.send({ target: link });
    expect(opened.text).toContain('would like to send the summaries');
    expect(opened.headers['cache-control']).toBe('no-store');
    expect(await app.dump()).toEqual(before);
    expect(await states('bob', id)).toContain(`${outside} WAITING`);

    expect((await post(link, 'choice=AGREE')).text).toContain('gets summaries');
    expect(await states('bob', id)).toContain(`${outside} AGREED`);
    const oneClick = await post(link, 'List-Unsubscribe=One-Click');
    expect([oneClick.status, oneClick.headers['location']]).toEqual([200, undefined]);
    const stopped = await app.dump();
    const multipart = '--x\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--\r\n';
    expect((await post(link, multipart, 'multipart/form-data; boundary=x')).status).toBe(200);
    expect(await app.dump()).toEqual(stopped);
    expect(await states('bob', id)).toContain(`${outside} UNSUBSCRIBED`);
  });

  it('are shown as unsubscribed even where they belong to the organisation', async () => {
    const { id } = await save('bob', 'ann@example.test');
    await chooseForAddress(app.services, anOrgId('contoso'), addressHash('ann@example.test'), 'STOP');
    expect(await states('bob', id)).toEqual(['ann@example.test UNSUBSCRIBED']);
  });

  it('are read by their team alone', async () => {
    const { id: meetingId } = await save('bob', outside);
    expect((await app.ask(null, getSummaryEmails, { meetingId })).status).toBe(401);
    expect((await app.ask('sam', getSummaryEmails, { meetingId })).status).toBe(404);
    expect((await app.ask('zoe', getSummaryEmails, { meetingId })).status).toBe(404);
    expect((await app.ask('bob', getSummaryEmails, { meetingId: 'x' })).status).toBe(400);
    expect(await states('cy', meetingId)).toEqual([`${outside} WAITING`]);
  });
});

describe('asking again', () => {
  it('sends another email after a day, and reports until then how long to wait', async () => {
    const { id: meetingId } = await save('bob', outside);
    const named = { meetingId, email: outside };
    const early = await app.ask('bob', askSummaryEmail, named);
    expect([early.status, early.envelope.errorCode]).toEqual([429, 'TOO_MANY_REQUESTS']);
    expect(Number(early.headers['retry-after'])).toBeGreaterThan(86_000);
    await app.beatAt('2026-11-21T08:01:00Z');
    expect(await app.get('bob', askSummaryEmail, named)).toMatchObject([{ state: 'WAITING', canAsk: false }]);
    await app.beat();
    expect((await mailPage()).split('<article>').length - 1).toBe(2);
  });

  it('is rejected without a session, in another team or organisation, and for an unlisted address', async () => {
    const { id: meetingId } = await save('bob', `${outside}, ann@example.test`);
    const named = { meetingId, email: outside };
    expect((await app.ask(null, askSummaryEmail, named)).status).toBe(401);
    expect((await app.ask('sam', askSummaryEmail, named)).status).toBe(404);
    expect((await app.ask('zoe', askSummaryEmail, named)).status).toBe(404);
    expect(await refusalOf(app, askSummaryEmail, { ...named, email: 'other@elsewhere.test' })).toEqual([
      400,
      'INVALID_INPUT',
      expect.any(String),
    ]);
    expect(await refusalOf(app, askSummaryEmail, { ...named, email: 'no address' })).toEqual([
      400,
      'INVALID_INPUT',
      expect.any(String),
    ]);
    expect(await refusalOf(app, askSummaryEmail, { ...named, email: 'ann@example.test' })).toEqual([
      409,
      'CONFLICT',
      expect.any(String),
    ]);
    expect((await app.ask('bob', askSummaryEmail, { ...named, meetingId: aMeetingId('none') })).status).toBe(404);
  });
});

describe('an approval', () => {
  it('an approval by an admin sends summaries at once and is logged', async () => {
    const { id: meetingId } = await save('bob', outside);
    expect(await app.get('ann', approveSummaryEmail, { meetingId, email: outside })).toMatchObject([
      { state: 'APPROVED' },
    ]);
    const log = JSON.stringify(await app.get('ann', getActivities, { objectType: 'Meeting', objectId: meetingId }));
    expect(log).toContain(`Approved summaries by email to ${outside}.`);
    await app.beatAt('2026-11-20T09:00:00Z');
    await app.beatAt('2026-11-20T11:10:00Z');
    const page = await mailPage();
    expect(page).toContain('Sent for Contoso. Bob set up this report.');
    expect(page).not.toContain('Do you want to get summaries?');
  });

  it('happens when an admin adds the address, but not when an admin saves a user’s addition', async () => {
    const { id } = await save('ann', outside);
    expect(await states('ann', id)).toEqual([`${outside} APPROVED`]);
    const { id: other } = await save('bob', 'second@elsewhere.test', 'Weekly');
    await saveStandup(
      app,
      'ann',
      { team: 'platform', members: ['bob'] },
      {
        ...{ id: other, name: 'Renamed', reportSummaryEmail: 'second@elsewhere.test' },
      },
    );
    expect(await states('ann', other)).toEqual(['second@elsewhere.test WAITING']);
  });

  it('is rejected for a user, without a session, in another organisation, and against the address owner’s decision', async () => {
    const { id: meetingId } = await save('bob', outside);
    const named = { meetingId, email: outside };
    expect((await app.ask(null, approveSummaryEmail, named)).status).toBe(401);
    expect((await app.ask('bob', approveSummaryEmail, named)).status).toBe(403);
    expect((await app.ask('zoe', approveSummaryEmail, named)).status).toBe(404);
    expect(await refusalOf(app, approveSummaryEmail, { meetingId, email: 'x' }, 'ann')).toEqual([
      400,
      'INVALID_INPUT',
      expect.any(String),
    ]);
    await app.beat();
    await post(await linkIn(), 'choice=STOP');
    expect(await refusalOf(app, approveSummaryEmail, named, 'ann')).toEqual([409, 'CONFLICT', expect.any(String)]);
    expect(await states('ann', meetingId)).toEqual([`${outside} REFUSED`]);
  });
});

describe('the page of an address', () => {
  it('is not found for a link that was changed, and writes nothing', async () => {
    await save('bob', outside);
    await app.beat();
    const link = await linkIn();
    const before = await app.dump();
    for (const wrong of [`${link}x`, link.slice(0, -1), '/email/summaries/nothing'])
      for (const reply of [await app.send({ target: wrong }), await post(wrong, 'choice=AGREE')])
        expect([reply.status, reply.text.includes('<button')]).toEqual([404, false]);
    expect(await app.dump()).toEqual(before);
  });

  it('shows the name of the organisation as text, whatever it holds', async () => {
    await save('bob', outside);
    await app.beat();
    const link = await linkIn();
    await inOrg(app.services.store, anOrgId('contoso')).touch(orgKind, undefined, { name: '<script>1</script> & Co' });
    const { text } = await app.send({ target: link });
    expect(text).toContain('&lt;script&gt;1&lt;/script&gt; &amp; Co');
    expect(text).not.toContain('<script>1');
  });

  it('uses the language of the browser', async () => {
    await save('bob', outside);
    await app.beat();
    const reply = await app.send({ target: await linkIn(), headers: { 'accept-language': 'ar' } });
    expect(reply.text).toContain('dir="rtl"');
  });
});
