import { login } from '#contracts/identity/sessionAndUserDetailsCalls.ts';
import { memberPreferences } from '#contracts/people/memberActivationAndPreferences.ts';
import { aUserId } from '../../support/data/idDateAndRecordBuilders.ts';
import { emailOf, passwordOf, startTestApp } from '../../support/apps/testApp.ts';
import type { TestApp } from '../../support/apps/testApp.ts';
import { asJson, bearer } from '../../support/http/rawHttpClient.ts';
import { outside } from '../../../bot/src/store/recordKindsAndAccess.ts';
import { profile } from '../../../bot/src/store/kinds/identity/accountProfileAndPassword.ts';
import { recipientLanguage } from '../../../bot/src/services/tenancy/emailLanguageAndAccount.ts';
import { syncSender } from '../../../bot/src/services/teamsSync/senderSyncAndPersonalInstall.ts';
import { aSender } from '../../support/fakes/fakeChatWithRostersAndSenders.ts';
import { oidOf } from '../../support/data/seedOrganisationsTeamsAndActors.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

const heardIn = async (who: 'bob', language: string): Promise<string> => {
  const headers = { ...bearer(await app.token(who)), 'Accept-Language': language };
  return (await app.send({ target: '/api/team/channels/nowhere', headers })).envelope.message;
};
const defaultsIn = async (who: 'bob', language: string): Promise<string> => {
  const headers = { ...bearer(await app.token(who)), 'Accept-Language': language };
  const target = '/api/productsetting/getsettings';
  const body = JSON.stringify(['DefaultFirstReminderMessage']);
  const { envelope } = await app.send({ method: 'POST', target, headers: { ...headers, ...asJson }, body });
  return JSON.stringify(envelope.data);
};

describe('the language of a reply', () => {
  it('is the person’s choice, then the browser’s language, then English', async () => {
    const german = await heardIn('bob', 'de-AT, en;q=0.5');
    const english = await heardIn('bob', 'nl');
    expect(german).not.toBe(english);
    await app.get('bob', memberPreferences, { language: 'ja' });
    const japanese = await heardIn('bob', 'de-AT');
    expect(new Set([german, english, japanese]).size).toBe(3);
    await app.get('bob', memberPreferences, { language: null });
    expect(await heardIn('bob', 'de')).toBe(german);
  });

  it('is also that of the defaults of a new report', async () => {
    expect(await defaultsIn('bob', 'de')).toContain('Ihre Antworten fehlen noch.');
    expect(await defaultsIn('bob', 'fr-CA')).toContain('Vos réponses manquent encore.');
    expect(await defaultsIn('bob', 'nl')).toContain('Your answers are still missing.');
  });

  it('is part of a session: the person’s choice, or that there is none', async () => {
    const signIn = async () =>
      (await app.ask(null, login, { email: emailOf('bob'), password: passwordOf('bob') })).envelope.data;
    expect(await signIn()).toMatchObject({ language: null });
    await app.get('bob', memberPreferences, { language: 'es-MX' });
    expect(await signIn()).toMatchObject({ language: 'es-MX' });
    await app.get('bob', memberPreferences, { language: null });
  });
});

describe('the language of an email', () => {
  const languageOf = (locale: string | null) =>
    recipientLanguage(app.services, { address: emailOf('cy'), orgId: null, locale });

  it('is the reader’s choice, then that of the requester, then the one used in the chat', async () => {
    expect(await languageOf(null)).toBe('en');
    await syncSender(app.services, aSender('cy', { tid: 'tenant-contoso', oid: oidOf('cy'), locale: 'fr-FR' }));
    const account = await outside(app.services.store).get(profile, { userId: aUserId('cy') });
    expect(account?.value.locale).toBeNull();
    expect(await languageOf('es')).toBe('es');
    await app.get('cy', memberPreferences, { language: 'de' });
    expect([await languageOf('es'), await languageOf(null)]).toEqual(['de', 'de']);
    await app.get('cy', memberPreferences, { language: null });
    await syncSender(app.services, aSender('cy', { tid: 'tenant-contoso', oid: oidOf('cy'), locale: 'fr-FR' }));
    expect(await languageOf(null)).toBe('fr-FR');
  });

  it('is English for an unknown address', async () => {
    expect(await recipientLanguage(app.services, { address: 'nobody@x.test', orgId: null, locale: null })).toBe('en');
  });
});
