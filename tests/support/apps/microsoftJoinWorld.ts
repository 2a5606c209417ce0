import type { UserId } from '#contracts/core/idDateAndZoneSchemas.ts';
import { session as sessionSchema } from '#contracts/identity/sessionAndUserDetailsCalls.ts';
import type { Session } from '#contracts/identity/sessionAndUserDetailsCalls.ts';
import { codeKeys } from '../../../bot/src/services/identity/emailLinkCodes.ts';
import type { EntraPerson } from '../../../bot/src/gateways/entraPort.ts';
import { createAccount } from '../../../bot/src/services/registration/claimEmailAndCreateAccount.ts';
import { authenticate } from '../../../bot/src/services/identity/authenticateRequestAndRequireProof.ts';
import { outside, readAs } from '../../../bot/src/store/recordKindsAndAccess.ts';
import { accountWork, isAccountWork } from '../../../bot/src/store/kinds/emails/accountOutboxWork.ts';
import { totp } from '../../../bot/src/store/kinds/identity/secondFactor.ts';
import { anInstant, aUserId } from '../data/idDateAndRecordBuilders.ts';
import { anEntraPerson } from '../fakes/localEntra.ts';
import { rowsOf } from '../data/readStoreRows.ts';
import { seedOrg } from '../data/seedOrganisationsTeamsAndActors.ts';
import { tokenFor } from '../worlds/signInSessionAndToken.ts';
import type { TokenSubject } from '../worlds/signInSessionAndToken.ts';
import { host, startSignInApp } from './signInApp.ts';
import type { Reply, SignInApp } from './signInApp.ts';

// Creates a world in which Zoe has an account with a password in an organisation of her own. The bot is installed in
// another tenant, whose members are Ann and Bob.

const own = { Origin: `https://${host}`, 'Sec-Fetch-Site': 'same-origin' };
const cookieOf = (reply: Reply): string => (reply.headers['set-cookie'] ?? '').split(';')[0] ?? '';
const codeIn = (reply: Reply): string =>
  /^\/login(?:\?[^#]*)?#code=(.+)$/.exec(reply.headers['location'] ?? '')?.[1] ?? '';
const bearerOf = (token: string | null): Readonly<Record<string, string>> =>
  token === null ? {} : { Authorization: `Bearer ${token}` };

export const zoe: UserId = aUserId('zoe');
export const zoesPassword = 'correct horse battery';
export const zoesEmail = 'zoe@example.test';
export const ann = anEntraPerson('ann');
export const bob = anEntraPerson('bob');

/** Creates a fake browser that sends the requests of a sign-in with Microsoft and keeps its cookies. */
const browserOf = (app: SignInApp) => {
  const begin = async (purpose: 'SIGN_IN' | 'JOIN', token: string | null) => {
    const target = `/api/v1/userlogin/redirectUrl?purpose=${purpose}`;
    const reply = await app.ask({ target, headers: bearerOf(token) });
    return { reply, cookie: cookieOf(reply), url: (reply.data as { url?: string } | null)?.url ?? '' };
  };
  const finish = async (begun: { cookie: string; url: string }, token: string | null): Promise<Reply> => {
    const returned = await app.entra.authorize(begun.url);
    const landing = await app.ask({ target: returned.pathname + returned.search, headers: { Cookie: begun.cookie } });
    const headers = { ...own, Cookie: begun.cookie, ...bearerOf(token) };
    return app.post('/api/v1/userlogin/exchange', { code: codeIn(landing) }, headers);
  };
  /**
   * Links this Microsoft account to the account of the token. Stops at the first refused step and returns its reply.
   */
  const join = async (person: EntraPerson, token: string): Promise<Reply> => {
    app.entra.signsIn(person);
    const begun = await begin('JOIN', token);
    return begun.reply.status === 200 ? finish(begun, token) : begun.reply;
  };
  const signInAs = async (person: EntraPerson): Promise<Reply> => {
    app.entra.signsIn(person);
    return finish(await begin('SIGN_IN', null), null);
  };
  return { begin, finish, join, signInAs };
};

export const joinWorld = async () => {
  const app = await startSignInApp();
  await app.install(['ann', 'bob']);
  const { orgId } = await seedOrg(app.store, { org: 'zoes' });
  await createAccount(app.deps, {
    ...{ email: zoesEmail, password: zoesPassword, firstName: 'Zoe', lastName: 'Q', userId: zoe },
    ...{ orgId, memberId: null, role: 'admin', isConfirmed: true },
  });
  const deps = { ...app.deps, codeKeys: codeKeys(['a secret for tests, 32 bytes and more']), hidesAccounts: false };
  const tokenOf = (subject: Partial<TokenSubject> = {}) => tokenFor(app.deps, { userId: zoe, orgId, ...subject });
  const actorOf = async (token: string) => {
    const actor = await authenticate(app.deps, token);
    if (actor === undefined) throw new Error('not signed in');
    return actor;
  };
  return {
    ...{ app, deps, zoesOrg: orgId, tokenOf, actorOf, ...browserOf(app) },
    store: app.store,
    clock: app.clock,
    withFactor: () =>
      outside(app.store).insert(
        totp,
        { userId: zoe },
        { state: 'ON', sealed: 'x', lastStep: 0, recovery: [], changedAt: anInstant('2026-11-01T00:00:00Z') },
      ),
    sessionIn: (reply: Reply): Session => sessionSchema.parse(reply.data),
    userIn: async (reply: Reply): Promise<UserId | null | undefined> =>
      (await authenticate(app.deps, sessionSchema.parse(reply.data).token))?.userId,
    /** Returns the queued emails with kind, recipient and values. */
    letters: async (): Promise<string[]> =>
      (await rowsOf(app.store.admin, 'Outbox'))
        .filter(({ rk }) => isAccountWork(rk))
        .flatMap((row) => {
          const { letter: email, address, values } = readAs(accountWork, row).value;
          return email === null ? [] : [`${email} ${address} ${JSON.stringify(values)}`];
        }),
  };
};
export type JoinWorld = Awaited<ReturnType<typeof joinWorld>>;
