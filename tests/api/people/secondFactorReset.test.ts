import { totpReset } from '#contracts/people/resetSecondFactor.ts';
import { login } from '../../../bot/src/services/identity/passwordLoginAndUserDetails.ts';
import { joinOrganisation } from '../../../bot/src/services/registration/claimEmailAndCreateAccount.ts';
import { resetSecondFactor } from '../../../bot/src/services/people/resetSecondFactor.ts';
import { buildEmailContent } from '../../../bot/src/services/emails/buildEmailContent.ts';
import { codeKeys } from '../../../bot/src/services/identity/emailLinkCodes.ts';
import { inOrg, outside, readAs } from '../../../bot/src/store/recordKindsAndAccess.ts';
import { accountWork } from '../../../bot/src/store/kinds/emails/accountOutboxWork.ts';
import { profile } from '../../../bot/src/store/kinds/identity/accountProfileAndPassword.ts';
import { org } from '../../../bot/src/store/kinds/organisations/organisation.ts';
import { totp } from '../../../bot/src/store/kinds/identity/secondFactor.ts';
import { anInstant, anOrgId, aUserId } from '../../support/data/idDateAndRecordBuilders.ts';
import { failingStore, failures } from '../../support/store/storeFailingAtNthCall.ts';
import { rowsOf } from '../../support/data/readStoreRows.ts';
import { anActor, seedTeam } from '../../support/data/seedOrganisationsTeamsAndActors.ts';
import { emailOf, home, passwordOf, sessionWorld } from '../../support/worlds/passwordSignInWorld.ts';
import { useTestApp } from '../../support/apps/testApp.ts';

const bob = aUserId('bob');
const admin = { ...anActor('ann', { role: 'admin' }), userId: aUserId('ann') };
const credentials = { email: emailOf('bob'), password: passwordOf('bob') };

const withFactor = async (state: 'ON' | 'PENDING' = 'ON') => {
  const world = await sessionWorld();
  const changedAt = anInstant('2026-11-01T08:00:00Z');
  await outside(world.store).insert(
    totp,
    { userId: bob },
    { state, sealed: 'x', lastStep: 0, recovery: ['a'], changedAt },
  );
  const emails = async () =>
    (await rowsOf(world.store.admin, 'Outbox')).map((row) => readAs(accountWork, { ...row, etag: '' as never }).value);
  return { ...world, letters: emails };
};
type World = Awaited<ReturnType<typeof withFactor>>;

const factorOf = ({ store }: World) => outside(store).get(totp, { userId: bob });
const epochOf = async ({ store }: World) => (await outside(store).get(profile, { userId: bob }))?.value.sessionEpoch;

describe('an admin resets a lost second factor', () => {
  it('lets the person sign in with the password alone, after all sessions ended', async () => {
    const world = await withFactor();
    expect(await login(world.deps, credentials, home)).toHaveProperty('challenge');
    expect(await resetSecondFactor(world.deps, admin, { userId: bob })).toEqual({ id: bob });
    expect(await factorOf(world)).toBeUndefined();
    expect(await epochOf(world)).toBe(2);
    expect(await login(world.deps, credentials, home)).toHaveProperty('token');
  });

  it('requires a new factor at the next sign-in if the organisation requires one', async () => {
    const world = await withFactor();
    await inOrg(world.store, anOrgId()).touch(org, undefined, { requireSecondFactor: true });
    await resetSecondFactor(world.deps, admin, { userId: bob });
    expect(await login(world.deps, credentials, home)).toMatchObject({ mustSetUp: true });
  });

  it('sends the person an email that names the admin', async () => {
    const world = await withFactor();
    await resetSecondFactor(world.deps, admin, { userId: bob });
    const [email] = await world.letters();
    expect(email).toMatchObject({ letter: 'FACTOR_RESET', address: emailOf('bob'), orgId: anOrgId() });
    if (email === undefined) throw new Error('no email');
    const deps = { ...world.deps, codeKeys: codeKeys(['x'.repeat(32)]) };
    expect(await buildEmailContent(deps, email)).toEqual({
      is: 'SEND',
      attachments: [],
      email: { kind: 'FACTOR_RESET', firstName: 'bob', admin: 'Ann', organization: 'Contoso' },
    });
    await outside(world.store).touch(profile, { userId: bob }, { sessionEpoch: 1 });
    expect(await buildEmailContent(deps, email)).toEqual({ is: 'RETRY_LATER' });
    // The sessions ended for another reason, but the reset was interrupted before it removed the factor, so no email is
    // sent.
    const again = await withFactor();
    await outside(again.store).touch(profile, { userId: bob }, { sessionEpoch: 2 });
    expect(await buildEmailContent({ ...deps, store: again.store }, email)).toEqual({ is: 'SKIP' });
  });

  it('adds an entry to the log of the organisation', async () => {
    const world = await withFactor();
    await resetSecondFactor(world.deps, admin, { userId: bob });
    const [entry] = await rowsOf(world.store.admin, 'Org', 'L|');
    expect(entry?.values).toMatchObject({ actor: 'Ann', message: 'activity.factorReset' });
  });

  it.each(failures)(
    'is completed by the next attempt after an interruption (%s), never without email and entry',
    async (failure) => {
      for (let index = 1, isThrough = false; !isThrough; index += 1) {
        const world = await withFactor();
        const failing = failingStore(world.store, index, failure);
        const again = () => resetSecondFactor(world.deps, admin, { userId: bob }).catch(() => undefined);
        await resetSecondFactor({ ...world.deps, store: failing.store }, admin, { userId: bob }).catch(() => undefined);
        isThrough = failing.calls() < index;
        const isGone = (await factorOf(world)) === undefined;
        const entries = (await rowsOf(world.store.admin, 'Org', 'L|')).length;
        expect(!isGone || (entries > 0 && (await world.letters()).length === 1)).toBe(true);
        await again();
        expect(await factorOf(world)).toBeUndefined();
        expect(await epochOf(world)).toBe(2);
        expect(await world.letters()).toHaveLength(1);
        await world.store.close();
      }
    },
  );
});

describe('a second factor is not reset', () => {
  it.each([
    ['of oneself', { actor: { ...admin, userId: bob }, refusal: { details: { message: 'secondFactor.resetSelf' } } }],
    [
      'by another organisation',
      { actor: anActor('eve', { org: 'fabrikam', role: 'admin' }), refusal: { code: 'NOT_FOUND' } },
    ],
  ])('%s', async (_who, { actor, refusal }) => {
    const world = await withFactor();
    await seedTeam(world.store, { org: 'fabrikam', team: 'labs', people: ['eve'] });
    await expect(resetSecondFactor(world.deps, actor, { userId: bob })).rejects.toMatchObject(refusal);
    expect(await factorOf(world)).toBeDefined();
    expect(await world.letters()).toEqual([]);
  });

  it('a second factor of a person of another organisation is not reset, because an inviter could otherwise open that one', async () => {
    const world = await withFactor();
    await seedTeam(world.store, { org: 'fabrikam', team: 'labs', people: ['eve'] });
    await joinOrganisation(world.deps, bob, { orgId: anOrgId('fabrikam'), memberId: null, role: 'user' });
    await expect(resetSecondFactor(world.deps, admin, { userId: bob })).rejects.toMatchObject({
      details: { message: 'org.userElsewhere' },
    });
    expect(await factorOf(world)).toBeDefined();
  });

  it('a second factor that is not on is not reset', async () => {
    const world = await withFactor('PENDING');
    await expect(resetSecondFactor(world.deps, admin, { userId: bob })).rejects.toMatchObject({
      details: { message: 'secondFactor.notOn' },
    });
  });
});

describe('over HTTP', () => {
  const app = useTestApp();
  it.each([
    [null, 401, 'UNAUTHENTICATED'],
    ['bob', 403, 'FORBIDDEN'],
    ['zoe', 404, 'NOT_FOUND'],
    ['ann', 409, 'CONFLICT'],
  ] as const)('%s returns %i', async (who, status, errorCode) => {
    const reply = await app().ask(who, totpReset, { userId: aUserId('cy') });
    expect([reply.status, reply.envelope.errorCode]).toEqual([status, errorCode]);
  });
  it('rejects every value that is no id', async () => {
    expect((await app().ask('ann', totpReset, { userId: 'cy' })).status).toBe(400);
  });
});
