import { memberPreferences } from '#contracts/people/memberActivationAndPreferences.ts';
import { listMembers } from '#contracts/organisations/teamAndMemberCalls.ts';
import { syncSender } from '../../../bot/src/services/teamsSync/senderSyncAndPersonalInstall.ts';
import { outside } from '../../../bot/src/store/recordKindsAndAccess.ts';
import { profile } from '../../../bot/src/store/kinds/identity/accountProfileAndPassword.ts';
import { aDate, aMemberId, aTeamId, aUserId, aZone } from '../../support/data/idDateAndRecordBuilders.ts';
import { oidOf } from '../../support/data/seedOrganisationsTeamsAndActors.ts';
import { readStoredMember } from '../../support/apps/readStoredMember.ts';
import { startTestApp } from '../../support/apps/testApp.ts';
import type { TestApp } from '../../support/apps/testApp.ts';
import { aSender } from '../../support/fakes/fakeChatWithRostersAndSenders.ts';

let app: TestApp;
beforeEach(async () => {
  app = await startTestApp();
});
afterEach(() => app.stop());

const rowOf = (name: string) => readStoredMember(app, name);

/** Updates a member from a chat message, with the name, zone and language that Teams sends. */
const heard = (name: string, timezone = 'Asia/Tokyo') =>
  syncSender(app.services, aSender(name, { tid: 'tenant-contoso', oid: oidOf(name), timezone, locale: 'fr-FR' }));

describe('settings of a person', () => {
  it('is stored for all teams and the account, and returned', async () => {
    const request = { timezone: aZone('Pacific/Chatham'), language: 'de-DE', mute: true };
    expect(await app.get('cy', memberPreferences, request)).toEqual({
      ...{ ...request, muteUntil: null, currentTimezone: 'Pacific/Chatham', isInTeam: true },
      ...{ summaryDelivery: 'CHAT', quietHours: null },
    });
    expect(await rowOf('cy')).toMatchObject({
      ...{ timezone: 'Pacific/Chatham', timezoneFrom: 'PERSON', locale: 'de-DE', localeFrom: 'PERSON', isMuted: true },
    });
    expect((await outside(app.services.store).get(profile, { userId: aUserId('cy') }))?.value.locale).toBe('de-DE');
    const members = await app.get('ann', listMembers, { teamId: aTeamId('platform') });
    expect(members.find((member) => member.id === aMemberId('cy'))).toMatchObject({ isMuted: true });
  });

  it('is a zone in its canonical spelling, whatever the spelling of the input', async () => {
    await app.get('cy', memberPreferences, { timezone: aZone('pAcIfIc/cHaThAm') });
    expect((await rowOf('cy'))?.timezone).toBe('Pacific/Chatham');
    expect((await heard('bob', 'asia/KOLKATA')).reader.timezone).toBe('Asia/Kolkata');
    expect((await rowOf('bob'))?.timezone).toBe('Asia/Kolkata');
  });

  it('remains if it is left out', async () => {
    await app.get('cy', memberPreferences, { timezone: aZone('Pacific/Chatham'), language: 'de', mute: true });
    expect(await app.get('cy', memberPreferences, { mute: false })).toMatchObject({
      ...{ timezone: 'Pacific/Chatham', language: 'de', mute: false },
    });
    expect(await app.get('cy', memberPreferences, {})).toMatchObject({
      ...{ timezone: 'Pacific/Chatham', language: 'de', mute: false },
    });
  });

  it('is not replaced by the value from Teams until the person resets it', async () => {
    await app.get('cy', memberPreferences, { timezone: aZone('Pacific/Chatham'), language: 'de' });
    const { reader } = await heard('cy');
    expect(reader).toEqual({ timezone: 'Pacific/Chatham', locale: 'de' });
    expect(await rowOf('cy')).toMatchObject({ timezone: 'Pacific/Chatham', locale: 'de' });
    expect(await app.get('cy', memberPreferences, { timezone: null, language: null })).toMatchObject({
      ...{ timezone: null, language: null, mute: false },
    });
    expect((await heard('cy')).reader).toEqual({ timezone: 'Asia/Tokyo', locale: 'fr-FR' });
    expect(await rowOf('cy')).toMatchObject({ timezone: 'Asia/Tokyo', locale: 'fr-FR' });
  });

  it('changes no other person', async () => {
    const before = JSON.stringify([await rowOf('ann'), await rowOf('bob')]);
    await app.get('cy', memberPreferences, { language: 'de', mute: true, memberId: aMemberId('ann') } as never);
    expect(JSON.stringify([await rowOf('ann'), await rowOf('bob')])).toBe(before);
  });

  it('silences reminders until a day begins in the member’s zone', async () => {
    const muteUntil = aDate('2026-11-21');
    const muted = { mute: true, muteUntil };
    expect(await app.get('cy', memberPreferences, { ...muted, timezone: aZone('Pacific/Auckland') })).toMatchObject(
      muted,
    );
    // In the zone of the person, it is 22:00 on 20 November, so the mute has not ended.
    app.clock.set('2026-11-20T09:00:00.000Z');
    expect(await app.get('cy', memberPreferences, {})).toMatchObject(muted);
    app.clock.set('2026-11-20T11:00:00.000Z');
    expect(await app.get('cy', memberPreferences, {})).toMatchObject({ mute: false, muteUntil: null });
    const members = await app.get('ann', listMembers, { teamId: aTeamId('platform') });
    expect(members.find((member) => member.id === aMemberId('cy'))).toMatchObject({ isMuted: false });
  });

  it('removes the day when reminders are switched manually', async () => {
    await app.get('cy', memberPreferences, { mute: true, muteUntil: aDate('2026-11-21') });
    await app.get('cy', memberPreferences, { mute: true });
    expect(await rowOf('cy')).toMatchObject({ isMuted: true, mutedUntil: null });
    await app.get('cy', memberPreferences, { mute: true, muteUntil: aDate('2026-11-21') });
    await app.get('cy', memberPreferences, { mute: false });
    expect(await rowOf('cy')).toMatchObject({ isMuted: false, mutedUntil: null });
  });

  it('the settings of a person without a team contain only the language', async () => {
    expect(await app.get('gus', memberPreferences, { language: 'de' })).toMatchObject({
      ...{ language: 'de', isInTeam: false, currentTimezone: null },
    });
    for (const request of [{ mute: true }, { timezone: aZone('UTC') }]) {
      const reply = await app.ask('gus', memberPreferences, request);
      expect([reply.status, reply.envelope.message]).toEqual([
        409,
        'Zeitzone und Erinnerungen können Sie einstellen, sobald Sie in einem Team sind.',
      ]);
    }
  });

  it.each([
    [{ timezone: 'Mars/Base' }],
    [{ timezone: '+02:00' }],
    [{ language: 'de_DE; DROP' }],
    [{ language: 'x'.repeat(40) }],
    [{ mute: 'yes' }],
    [{ mute: true, muteUntil: '2026-02-30' }],
  ])('rejects %j with a sentence', async (request) => {
    const reply = await app.ask('cy', memberPreferences, request as never);
    expect([reply.status, reply.envelope.errorCode]).toEqual([400, 'INVALID_INPUT']);
    expect(reply.envelope.message).not.toBe('');
  });

  it('requires a session', async () => {
    expect((await app.ask(null, memberPreferences, { mute: true })).status).toBe(401);
  });
});
