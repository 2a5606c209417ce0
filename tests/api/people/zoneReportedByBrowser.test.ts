import { getUserDetails } from '#contracts/identity/sessionAndUserDetailsCalls.ts';
import { memberPreferences } from '#contracts/people/memberActivationAndPreferences.ts';
import { syncSender } from '../../../bot/src/services/teamsSync/senderSyncAndPersonalInstall.ts';
import { aZone } from '../../support/data/idDateAndRecordBuilders.ts';
import { oidOf } from '../../support/data/seedOrganisationsTeamsAndActors.ts';
import { aSender } from '../../support/fakes/fakeChatWithRostersAndSenders.ts';
import { readStoredMember } from '../../support/apps/readStoredMember.ts';
import { emailOf, startTestApp } from '../../support/apps/testApp.ts';
import type { Person, TestApp } from '../../support/apps/testApp.ts';

// The web app reports the browser's zone with a field of the preferences (docs/product-rules.md, Zones of members).

let app: TestApp;
beforeEach(async () => {
  app = await startTestApp();
});
afterEach(() => app.stop());

const rowOf = (name: string) => readStoredMember(app, name);

const report = (name: Person, zone: string) => app.get(name, memberPreferences, { browserTimezone: aZone(zone) });
const reported = async (name: Person) => (await app.get(name, getUserDetails, {})).browserTimezone;

const chat = (name: string, timezone: string) =>
  syncSender(app.services, aSender(name, { tid: 'tenant-contoso', oid: oidOf(name), timezone }));

it('stores the zone of the browser as an automatic zone, and returns it as reported', async () => {
  expect(await reported('cy')).toBeNull();
  expect(await report('cy', 'pAcIfIc/cHaThAm')).toMatchObject({
    ...{ timezone: null, currentTimezone: 'Pacific/Chatham', isInTeam: true },
  });
  expect(await rowOf('cy')).toMatchObject({ timezone: 'Pacific/Chatham', timezoneFrom: 'ACTIVITY' });
  expect(await reported('cy')).toBe('Pacific/Chatham');
});

it('changes no other person', async () => {
  const before = JSON.stringify([await rowOf('ann'), await rowOf('bob')]);
  await report('cy', 'Pacific/Chatham');
  expect(JSON.stringify([await rowOf('ann'), await rowOf('bob')])).toBe(before);
});

it('changes no zone set by hand, and asks the browser for none', async () => {
  await app.get('cy', memberPreferences, { timezone: aZone('Asia/Tokyo') });
  expect(await report('cy', 'Pacific/Chatham')).toMatchObject({
    timezone: 'Asia/Tokyo',
    currentTimezone: 'Asia/Tokyo',
  });
  expect(await reported('cy')).toBeUndefined();
});

it('takes the next report as soon as the person returns to the automatic zone', async () => {
  await report('cy', 'Pacific/Chatham');
  await app.get('cy', memberPreferences, { timezone: aZone('Asia/Tokyo') });
  await app.get('cy', memberPreferences, { timezone: null });
  expect(await reported('cy')).toBeNull();
  expect(await report('cy', 'Pacific/Chatham')).toMatchObject({ currentTimezone: 'Pacific/Chatham' });
});

it.each(['UTC', 'Atlantic/Reykjavik', 'Etc/GMT'])('accepts %s without an effect', async (zone) => {
  await report('cy', 'Pacific/Chatham');
  expect(await report('cy', zone)).toMatchObject({ currentTimezone: 'Pacific/Chatham' });
  expect(await reported('cy')).toBe('Pacific/Chatham');
});

it('keeps the zone of the phone while a laptop repeats the old zone', async () => {
  await report('cy', 'Europe/Berlin');
  app.clock.advance({ minutes: 13 * 60 });
  await chat('cy', 'America/New_York');
  for (const hours of [1, 13, 24]) {
    app.clock.advance({ minutes: hours * 60 });
    expect(await report('cy', 'Europe/Berlin')).toMatchObject({ currentTimezone: 'America/New_York' });
  }
});

it('writes nothing when the browser repeats its zone', async () => {
  await report('cy', 'Pacific/Chatham');
  const before = await rowOf('cy');
  await report('cy', 'Pacific/Chatham');
  expect(await rowOf('cy')).toEqual(before);
});

it('ignores the report of a person without a team', async () => {
  expect(await report('gus', 'Asia/Tokyo')).toMatchObject({ currentTimezone: null, isInTeam: false });
  expect(await reported('gus')).toBeUndefined();
});

it('reaches no team of another organisation', async () => {
  const before = JSON.stringify(await rowOf('cy'));
  await report('zoe', 'Pacific/Chatham');
  expect(JSON.stringify(await rowOf('cy'))).toBe(before);
});

it.each(['Mars/Base', '+02:00', '', 'Etc/Unknown', 'x'.repeat(100), null, 7])('rejects the zone %j', async (zone) => {
  const reply = await app.ask('cy', memberPreferences, { browserTimezone: zone } as never);
  expect([reply.status, reply.envelope.errorCode]).toEqual([400, 'INVALID_INPUT']);
  expect(reply.envelope).toMatchObject({ path: ['browserTimezone'] });
});

it('requires a session', async () => {
  expect((await app.ask(null, memberPreferences, { browserTimezone: aZone('Asia/Tokyo') })).status).toBe(401);
});

it('refuses a superadmin, and asks the browser of a superadmin for no zone', async () => {
  const other = await startTestApp(undefined, { SUPERADMINS: emailOf('ann') });
  try {
    expect((await other.ask('ann', memberPreferences, { browserTimezone: aZone('Asia/Tokyo') })).status).toBe(403);
    expect((await other.get('ann', getUserDetails, {})).browserTimezone).toBeUndefined();
  } finally {
    await other.stop();
  }
});

it('replies in the chat in the zone of the cards while a browser holds it, then in the zone of the chat', async () => {
  await report('cy', 'Pacific/Chatham');
  app.clock.advance({ minutes: 60 });
  expect((await chat('cy', 'America/New_York')).reader.timezone).toBe('Pacific/Chatham');
  expect(await rowOf('cy')).toMatchObject({ timezone: 'Pacific/Chatham' });
  app.clock.advance({ minutes: 12 * 60 });
  expect((await chat('cy', 'America/New_York')).reader.timezone).toBe('America/New_York');
  expect(await rowOf('cy')).toMatchObject({ timezone: 'America/New_York' });
});
