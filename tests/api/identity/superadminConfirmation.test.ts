import { confirmSuperadmin } from '#contracts/identity/confirmSuperadmin.ts';
import { listOrgs, orgAudit } from '#contracts/organisations/organisationCalls.ts';
import { outside } from '../../../bot/src/store/recordKindsAndAccess.ts';
import { superadminProof } from '../../../bot/src/store/kinds/identity/accountProfileAndPassword.ts';
import { aUserId } from '../../support/data/idDateAndRecordBuilders.ts';
import { emailOf, startTestApp } from '../../support/apps/testApp.ts';
import type { TestApp } from '../../support/apps/testApp.ts';

// SUPERADMINS lists the addresses of Gus and Zoe. The operator confirmed Gus; Zoe is not confirmed yet.

let app: TestApp;
beforeEach(async () => {
  app = await startTestApp(undefined, { SUPERADMINS: `${emailOf('gus')},${emailOf('zoe')}` });
  const records = outside(app.services.store);
  const proof = await records.get(superadminProof, { userId: aUserId('zoe') });
  if (proof !== undefined) await records.delete(superadminProof, { userId: aUserId('zoe') }, proof.etag);
});
afterEach(() => app.stop());

const orgsSeenBy = async (who: 'gus' | 'zoe'): Promise<number> => (await app.get(who, listOrgs, {})).items.length;

it('makes a named address superadmin after a confirmation by an existing superadmin, and logs it', async () => {
  expect([await orgsSeenBy('gus'), await orgsSeenBy('zoe')]).toEqual([2, 1]);
  expect(await app.get('gus', confirmSuperadmin, { email: emailOf('zoe') })).toEqual({ email: emailOf('zoe') });
  expect(await orgsSeenBy('zoe')).toBe(2);
  const entries = (await app.get('zoe', orgAudit, {})).items.map((entry) => entry.text);
  expect(entries).toContainEqual(expect.stringMatching(/ confirmed zoe Lee as superadmin\.$/));
});

it.each([
  ['an admin who is none', 'ann', emailOf('zoe'), 'FORBIDDEN'],
  ['somebody named who is not confirmed', 'zoe', emailOf('zoe'), 'FORBIDDEN'],
  ['a superadmin, for an address that is not named', 'gus', emailOf('ann'), 'NOT_FOUND'],
  ['a superadmin, for an address without an account', 'gus', 'nobody@example.test', 'NOT_FOUND'],
] as const)('rejects %s', async (_what, who, email, code) => {
  expect((await app.ask(who, confirmSuperadmin, { email })).envelope.errorCode).toBe(code);
});

it('requires a recent sign-in of a superadmin', async () => {
  await app.token('gus');
  app.clock.advance({ minutes: 6 });
  expect((await app.ask('gus', confirmSuperadmin, { email: emailOf('zoe') })).envelope.errorCode).toBe('REAUTH');
});
