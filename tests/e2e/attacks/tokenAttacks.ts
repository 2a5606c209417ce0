import * as account from '#contracts/identity/sessionAndUserDetailsCalls.ts';
import {
  confirmRegisterEmail,
  confirmResetPasswordEmail,
  forgotPassword,
  register,
} from '#contracts/registration/registrationAndPasswordResetCalls.ts';
import { totpVerify } from '#contracts/identity/secondFactorCalls.ts';
import type { AttackApp } from '../../support/apps/attackApp.ts';
import type { Attack } from '../../support/apps/runAndTabulateAttacks.ts';
import { aUserId } from '../../support/data/idDateAndRecordBuilders.ts';
import { forgedTokens } from '../../support/fakes/forgedSessionTokens.ts';
import { bearer } from '../../support/http/rawHttpClient.ts';
import { anEntraPerson } from '../../support/fakes/localEntra.ts';
import { rowsOf } from '../../support/data/readStoreRows.ts';
import { startSignInApp } from '../../support/apps/signInApp.ts';
import type { SignInApp } from '../../support/apps/signInApp.ts';
import { emailOf } from '../../support/apps/testApp.ts';
import { wrongClaims, wrongTokens } from '../../support/fakes/wrongTeamsTokens.ts';

// Tests that forged, expired and misused tokens and codes are rejected.

const details = (world: AttackApp, headers: Readonly<Record<string, string>>, instance: 0 | 1 = 0) =>
  world.send({ target: '/api/auth/getuserdetails', headers }, { instance });

const newcomer = {
  ...{ firstName: 'Nora', lastName: 'Lee', email: 'nora@example.test' },
  ...{ password: 'velvet harbour lantern', organizationName: 'Nordwind' },
};
const codeIn = (email: string, path: string): string => new RegExp(`/${path}/([\\w-]{43})`).exec(email)?.[1] ?? '';

/** Runs the product behind a fake Teams, with Ann and Bob of one tenant in its roster. */
const inTeams = async (work: (app: SignInApp) => Promise<void>): Promise<void> => {
  const app = await startSignInApp();
  try {
    await app.install(['ann', 'bob']);
    await work(app);
  } finally {
    await app.close();
  }
};
const ann = anEntraPerson('ann');

export const tokenAttacks = (world: () => AttackApp): readonly Attack[] => [
  {
    name: 'access token forged: alg, key, claims, cut, 200 kB',
    endpoints: 'getuserdetails, both instances',
    expected: '401 (431 for 200 kB)',
    run: async (tried) => {
      const session = await world().signIn('ann');
      const { services, clock } = world().app;
      const forged = await forgedTokens({
        ...{ deps: services, now: clock.now(), secret: world().secret },
        ...{ session, other: aUserId('bob') },
      });
      for (const [what, token] of Object.entries(forged))
        for (const instance of [0, 1] as const) {
          const { status } = await details(world(), bearer(token), instance);
          tried(what, status === 401 || (what === '200 kB' && status === 431));
        }
      if ((await details(world(), bearer(session.token))).status !== 200) throw new Error('The real one must do.');
    },
  },
  {
    name: 'expired access token',
    endpoints: 'getuserdetails, both instances',
    expected: '401 after 30 minutes',
    run: async (tried) => {
      const { token } = await world().signIn('cy');
      world().app.clock.advance({ minutes: 30, ms: -1 });
      if ((await details(world(), bearer(token))).status !== 200) throw new Error('Good for 30 minutes.');
      world().app.clock.advance({ ms: 1 });
      for (const instance of [0, 1] as const)
        tried('after 30 minutes', (await details(world(), bearer(token), instance)).status === 401);
    },
  },
  {
    name: 'token or code of one kind at another’s door',
    endpoints: 'getuserdetails, refreshtoken, totp/verify, confirm, reset',
    expected: '400 or 401',
    run: async (tried) => {
      const { call, letterTo, signIn } = world();
      const { token, refreshToken } = await signIn('ann');
      await call(register, newcomer);
      const confirm = codeIn(await letterTo(newcomer.email), 'confirm');
      await call(forgotPassword, { email: emailOf('eve') });
      const reset = codeIn(await letterTo(emailOf('eve')), 'reset-password');
      if (confirm === '' || reset === '') throw new Error('Both emails must have arrived.');
      const refused = (status: number): boolean => status === 400 || status === 401;
      for (const [what, value] of Object.entries({ refreshToken, confirm, reset }))
        tried(`${what} as access token`, (await details(world(), bearer(value))).status === 401);
      for (const [what, value] of Object.entries({ token, confirm, reset })) {
        tried(`${what} as refresh token`, refused((await call(account.refreshToken, { refreshtoken: value })).status));
        const challenge = { challenge: value, code: '000000' };
        tried(`${what} as challenge`, refused((await call(totpVerify, challenge)).status));
      }
      tried('reset as confirm', refused((await call(confirmRegisterEmail, { code: reset })).status));
      tried('confirm as reset', refused((await call(confirmResetPasswordEmail, { code: confirm })).status));
      tried('confirm without the password', (await call(confirmRegisterEmail, { code: confirm })).status === 403);
      const { password } = newcomer;
      if ((await call(confirmRegisterEmail, { code: confirm, password })).status !== 200)
        throw new Error('The code must be valid for its own call.');
      if ((await call(confirmResetPasswordEmail, { code: reset })).status !== 200)
        throw new Error('The code must be valid for its own call.');
    },
  },
  {
    name: 'Teams token forged: alg, key, audience, issuer, scope, time',
    endpoints: 'userlogin/teams',
    expected: '401 UNAUTHENTICATED',
    run: (tried) =>
      inTeams(async (app) => {
        const wrong = await wrongTokens(app.entra, ann);
        for (const [what, change] of wrongClaims) wrong[what] = await app.entra.token(ann, change);
        for (const [what, token] of Object.entries(wrong)) {
          const { status, errorCode } = await app.signIn(token);
          tried(what, status === 401 && errorCode === 'UNAUTHENTICATED');
        }
        const good = await app.entra.token(ann);
        for (const what of [`${good}${'x'.repeat(200_000)}`, `${good}${'x'.repeat(10_000)}`])
          tried(`${what.length} bytes`, [400, 401, 413].includes((await app.signIn(what)).status));
        if ((await app.signIn(good)).status !== 200) throw new Error('The right token must do.');
      }),
  },
  {
    name: 'Teams token of another tenant, a guest, a stranger',
    endpoints: 'userlogin/teams',
    expected: '403 NOT_IN_ROSTER, no account made',
    run: (tried) =>
      inTeams(async (app) => {
        const claims = { email: 'ann@example.test', upn: 'ann@example.test', preferred_username: 'ann@example.test' };
        const guest = { ...claims, idp: `https://sts.windows.net/${anEntraPerson('', 'fabrikam').tid}/` };
        for (const [what, person, personClaims] of [
          ['another tenant', anEntraPerson('ann', 'fabrikam'), claims],
          ['the same object id in another tenant', { ...ann, tid: anEntraPerson('', 'fabrikam').tid }, claims],
          ['a guest', anEntraPerson('guest'), guest],
          ['no roster', anEntraPerson('mallory'), claims],
        ] as const) {
          const { status, errorCode } = await app.signIn(await app.entra.token(person, { claims: personClaims }));
          const accounts = await rowsOf(app.store.admin, 'Accounts', 'p');
          tried(what, status === 403 && errorCode === 'NOT_IN_ROSTER' && accounts.length === 0);
        }
      }),
  },
];
