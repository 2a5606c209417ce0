import * as argon2 from '@node-rs/argon2';
import * as account from '#contracts/identity/sessionAndUserDetailsCalls.ts';
import { activateMember } from '#contracts/people/memberActivationAndPreferences.ts';
import * as registration from '#contracts/registration/registrationAndPasswordResetCalls.ts';
import * as invitations from '#contracts/registration/memberInvitationCalls.ts';
import { deleteUser, listUsers, setRole } from '#contracts/people/userAndProfileCalls.ts';
import type { Actor } from '../../../bot/src/services/core/actor.ts';
import type { AttackApp, AttackReply } from '../../support/apps/attackApp.ts';
import type { Attack, Tried } from '../../support/apps/runAndTabulateAttacks.ts';
import { aMemberId, aTeamId, aUserId } from '../../support/data/idDateAndRecordBuilders.ts';
import { connectWorld } from '../../support/apps/connectTenantWorld.ts';
import { emailOf } from '../../support/apps/testApp.ts';
import * as passwordChange from '#contracts/registration/changePassword.ts';

// Tests sessions and codes that are used twice, also at the same moment on two instances of the server that share one
// store.

const times = (count: number): number[] => Array.from({ length: count }, (_, index) => index);
const onBoth = (index: number) => ({ instance: index % 2 === 0 ? 0 : 1 }) as const;
const codeIn = (email: string, form: RegExp): string => {
  const code = form.exec(email)?.[1];
  if (code === undefined) throw new Error('The email must have arrived.');
  return code;
};
const sessionIn = ({ json }: AttackReply) => json['data'] as { readonly token: string; readonly refreshToken: string };

/**
 * Records the result of each parallel use. Exactly one may succeed; each other use is an attack that must be rejected.
 */
const exactlyOne = (tried: Tried, name: string, uses: readonly AttackReply[]): void => {
  const done = uses.filter(({ status }) => status === 200).length;
  uses.forEach(({ status }, index) => {
    tried(`${name} ${index + 1}`, status === 200 ? done === 1 : status >= 400 && status < 500);
  });
  if (done === 0) tried(`${name}: nobody got through`, false);
};

const password = 'copper meadow violin';

/**
 * Replaces hashing by one prepared hash during the work: real hashing would delay the calls one after the other, but
 * they must arrive together.
 */
const withoutWaiting = async <T>(work: () => Promise<T>): Promise<T> => {
  const hash = jest.mocked(argon2.hash);
  const real = hash.getMockImplementation();
  const created = await argon2.hash(password);
  hash.mockImplementation(() => Promise.resolve(created));
  try {
    return await work();
  } finally {
    hash.mockImplementation(real);
  }
};

const together = 20;

/**
 * Works like `withoutWaiting`. In addition, each reader of a code waits until 20 readers have read it, so that all of
 * them see the code as unused.
 */
const withCodesInHand = async <T>({ stores }: AttackApp, work: () => Promise<T>): Promise<T> => {
  let fill = (): void => undefined;
  const isFull = new Promise<void>((resolve) => {
    fill = resolve;
  });
  let read = 0;
  const spies = stores.map((store) => {
    const get = store.get.bind(store);
    return jest.spyOn(store, 'get').mockImplementation(async (table, key) => {
      const row = await get(table, key);
      if (!key.pk.startsWith('tok:')) return row;
      read += 1;
      if (read === together) fill();
      await isFull;
      return row;
    });
  });
  try {
    return await withoutWaiting(work);
  } finally {
    for (const spy of spies) spy.mockRestore();
  }
};

export const doubleUseAttacks = (world: () => AttackApp): readonly Attack[] => [
  {
    name: 'refresh token used again',
    endpoints: 'refreshtoken, then every call, both instances',
    expected: '401 for it and for all that came of it',
    run: async (tried) => {
      const { call, signIn, app } = world();
      const first = await signIn('sam');
      const second = sessionIn(await call(account.refreshToken, { refreshtoken: first.refreshToken }));
      app.clock.advance({ seconds: 21 });
      const again = await call(account.refreshToken, { refreshtoken: first.refreshToken }, { instance: 1 });
      tried('the old one', again.status === 401);
      for (const instance of [0, 1] as const) {
        const newer = await call(account.refreshToken, { refreshtoken: second.refreshToken }, { instance });
        tried('the new one', newer.status === 401);
        for (const token of [first.token, second.token])
          tried('access', (await call(account.getUserDetails, {}, { token, instance })).status === 401);
      }
    },
  },
  {
    name: 'one refresh token from 20 tabs at once',
    endpoints: 'refreshtoken, both instances',
    expected: '1 rotation, nobody signed out',
    run: async (tried) => {
      const { call, signIn } = world();
      const { refreshToken } = await signIn('sam');
      const all = await Promise.all(
        times(20).map((index) => call(account.refreshToken, { refreshtoken: refreshToken }, onBoth(index))),
      );
      const input = new Set(all.map((item) => sessionIn(item).refreshToken));
      all.forEach(({ status }, index) => {
        tried(`tab ${index}`, status === 200 && input.size === 1 && !input.has(refreshToken));
      });
    },
  },
  {
    name: 'code used 50 times at once',
    endpoints: 'reset, invitation, one address; both instances',
    expected: 'exactly 1 works',
    run: async (tried) => {
      const { call, letterTo, signIn } = world();
      await call(registration.forgotPassword, { email: emailOf('yan') });
      const reset = codeIn(await letterTo(emailOf('yan')), /\/reset-password\/([\w-]{43})/);
      const use = { code: reset, newPassword: password, passwordConfirmation: password };
      exactlyOne(
        tried,
        'reset',
        await withCodesInHand(world(), () =>
          Promise.all(times(50).map((index) => call(registration.resetPassword, use, onBoth(index)))),
        ),
      );

      const { token } = await signIn('ann');
      const invited = await world().uninvited('ida');
      await call(invitations.inviteMember, { teamId: aTeamId(), memberId: invited }, { token });
      const invite = codeIn(await letterTo(emailOf('ida')), /\?code=([\w-]{43})/);
      const person = { firstName: 'Ida', lastName: 'Berg', password };
      const joining = { ...person, email: emailOf('ida'), memberId: invited, code: invite };
      exactlyOne(
        tried,
        'invitation',
        await withCodesInHand(world(), () =>
          Promise.all(times(50).map((index) => call(registration.register, joining, onBoth(index)))),
        ),
      );
      const created = { ...person, email: 'one@example.test', organizationName: 'Nordwind' };
      exactlyOne(
        tried,
        'address',
        await withoutWaiting(() =>
          Promise.all(times(50).map((index) => call(registration.register, created, onBoth(index)))),
        ),
      );
    },
  },
  {
    name: 'connect code shared, guessed',
    endpoints: 'org/connect',
    expected: '1 organisation has it; 5 wrong tries end it',
    run: async (tried) => {
      const tenant = connectWorld();
      await tenant.install();
      const code = await tenant.newCode();
      const admins: Actor[] = [];
      for (const name of times(4).map((index) => `zoe${index}`)) admins.push(await tenant.register(name));
      const all = await Promise.allSettled(
        times(20).flatMap((index) => {
          const admin = admins[index % admins.length];
          return admin === undefined ? [] : [tenant.confirm(admin, code).then(() => admin.orgId)];
        }),
      );
      const winners = new Set(all.flatMap((item) => (item.status === 'fulfilled' ? [item.value] : [])));
      all.forEach((_one, index) => {
        tried(`at once ${index}`, winners.size === 1);
      });
      const next = connectWorld();
      await next.install();
      const right = await next.newCode();
      const guesser = await next.register('mallory');
      const wrong = `${right.slice(0, 4)}${'0'.repeat(8)}`;
      for (const index of times(5))
        tried(
          `guess ${index}`,
          await next.preview(guesser, wrong).then(
            () => false,
            () => true,
          ),
        );
      const victim = await next.register('vic');
      tried(
        'the right one after five wrong ones',
        await next.preview(victim, right).then(
          () => false,
          () => true,
        ),
      );
    },
  },
  {
    name: 'session kept after logout, new password, removal',
    endpoints: 'getuserdetails, refreshtoken, both instances',
    expected: '401 from the next request on',
    run: async (tried) => {
      const { call, signIn } = world();
      const isOut = async (name: string, { token, refreshToken }: { token: string; refreshToken: string }) => {
        for (const instance of [1, 0] as const) {
          tried(name, (await call(account.getUserDetails, {}, { token, instance })).status === 401);
          const created = await call(account.refreshToken, { refreshtoken: refreshToken }, { instance });
          tried(`${name}, refresh`, created.status === 401);
        }
      };
      const left = await signIn('bob');
      await call(account.logout, { refreshToken: left.refreshToken });
      await isOut('logout', left);
      const [firstSession, two] = [await signIn('bob'), await signIn('bob')];
      const change = { oldPassword: 'open sesame bob', newPassword: password, passwordConfirmation: password };
      if ((await call(passwordChange.changePassword, change, { token: firstSession.token })).status !== 200)
        throw new Error('The password must have changed.');
      await isOut('password changed elsewhere', two);
      await isOut('password changed here', firstSession);
      const removed = await signIn('sam');
      const { token } = await signIn('ann');
      await call(deleteUser, { userId: aUserId('sam') }, { token });
      await isOut('removed', removed);
    },
  },
  {
    name: 'last admin removed, two removing each other',
    endpoints: 'role, delete, activateMember; both instances',
    expected: '409 LAST_ADMIN; one admin stays',
    run: async (tried) => {
      const { call, signIn } = world();
      const [zoe, wim] = [await signIn('zoe'), await signIn('wim')];
      const admins = async (): Promise<number> => {
        const { json } = await call(listUsers, {}, { token: zoe.token });
        const again = json['status'] === 'Success' ? json : (await call(listUsers, {}, { token: wim.token })).json;
        const { items } = again['data'] as { readonly items: readonly { readonly role: string }[] };
        return items.filter(({ role }) => role === 'admin').length;
      };
      const demote = (token: string, name: string, instance: 0 | 1 = 0) =>
        call(setRole, { userId: aUserId(name), role: 'user' }, { token, instance });
      for (const round of times(5)) {
        await Promise.all([demote(zoe.token, 'wim', 0), demote(wim.token, 'zoe', 1)]);
        const left = await admins();
        tried(`round ${round}`, left === 1);
        for (const { token } of [zoe, wim])
          for (const name of ['zoe', 'wim']) await call(setRole, { userId: aUserId(name), role: 'admin' }, { token });
        if ((await admins()) !== 2) throw new Error('The remaining admin must have made the other an admin again.');
      }
      await demote(zoe.token, 'wim');
      const { token } = zoe;
      const off = { teamId: aTeamId('mars'), memberId: aMemberId('zoe'), flag: 'false' as const };
      for (const [what, reply] of [
        ['role', await demote(token, 'zoe')],
        ['delete', await call(deleteUser, { userId: aUserId('zoe') }, { token })],
        ['disable', await call(activateMember, off, { token })],
      ] as const)
        tried(what, reply.json['errorCode'] === 'LAST_ADMIN');
    },
  },
];
