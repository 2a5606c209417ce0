import * as argon2 from '@node-rs/argon2';
import { login } from '#contracts/identity/sessionAndUserDetailsCalls.ts';
import { changePassword } from '#contracts/registration/changePassword.ts';
import { connectOrg } from '#contracts/connect/connectOrgByCode.ts';
import type { Endpoint } from '#contracts/core/endpoint.ts';
import * as registration from '#contracts/registration/registrationAndPasswordResetCalls.ts';
import { totpBegin, totpDisable, totpVerify } from '#contracts/identity/secondFactorCalls.ts';
import { Secret, TOTP } from 'otpauth';
import { recordSignInAttempt } from '../../../bot/src/services/rateLimits/loginLimitsAndKnownNetworks.ts';
import {
  beginSecondFactor,
  confirmSecondFactor,
} from '../../../bot/src/services/identity/setUpAndVerifySecondFactor.ts';
import { authenticate } from '../../../bot/src/services/identity/authenticateRequestAndRequireProof.ts';
import { newAddress, startAttackApp } from '../../support/apps/attackApp.ts';
import type { AttackApp, AttackReply } from '../../support/apps/attackApp.ts';
import type { Attack } from '../../support/apps/runAndTabulateAttacks.ts';
import { aUserId } from '../../support/data/idDateAndRecordBuilders.ts';
import { emailOf, passwordOf } from '../../support/apps/testApp.ts';

// Tests attackers without a session who guess secrets, flood the server or compare its replies.

const times = (count: number): number[] => Array.from({ length: count }, (_, index) => index);
const password = 'copper meadow violin';
const person = { firstName: 'Ida', lastName: 'Berg', password, organizationName: 'Nordwind' };
const wrongPassword = 'a guess at a password';

/**
 * Returns everything in a reply that could reveal an account: status, header names and all values of the body, in
 * order.
 */
const shapeOf = ({ status, headers, text }: AttackReply): string =>
  JSON.stringify([status, Object.keys(headers), text.replace(/[0-9A-HJKMNP-TV-Z]{26}/g, 'ID')]);

const hiding = async (work: (world: AttackApp) => Promise<void>): Promise<void> => {
  const world = await startAttackApp({ ACCOUNT_ENUMERATION_SAFE: 'true' });
  try {
    await work(world);
  } finally {
    await world.stop();
  }
};

interface EmailCall {
  readonly name: string;
  readonly ask: (world: AttackApp, email: string) => Promise<AttackReply>;
}

const emailCalls: readonly EmailCall[] = [
  { name: 'register', ask: ({ call }, email) => call(registration.register, { ...person, email }) },
  { name: 'validateemail', ask: ({ call }, email) => call(registration.validateEmail, { email }) },
  { name: 'forgotPassword', ask: ({ call }, email) => call(registration.forgotPassword, { email }) },
  { name: 'resendConfirm', ask: ({ call }, email) => call(registration.resendConfirm, { email }) },
  { name: 'login', ask: ({ call }, email) => call(login, { email, password: wrongPassword }) },
];

const hashing = () => ({
  verify: jest.mocked(argon2.verify).mock.calls.length,
  hash: jest.mocked(argon2.hash).mock.calls.length,
});

export const signedOutAttacks = (world: () => AttackApp): readonly Attack[] => [
  {
    name: 'finding out who has an account',
    endpoints: 'register, validateemail, forgot, resend, login',
    expected: 'same answer to the letter, same hashing',
    run: (tried) =>
      hiding(async (safe) => {
        for (const { name, ask } of emailCalls) {
          const before = hashing();
          const unknown = await ask(safe, `nobody-${name.toLowerCase()}@example.test`);
          const between = hashing();
          for (const known of ['ann', 'bob', 'cy'].map(emailOf)) {
            tried(`${name}, answer`, shapeOf(await ask(safe, known)) === shapeOf(unknown));
          }
          const after = hashing();
          tried(`${name}, verifications`, (between.verify - before.verify) * 3 === after.verify - between.verify);
          tried(`${name}, hashes`, (between.hash - before.hash) * 3 === after.hash - between.hash);
        }
        // A caller without the password must get the same reply before and after the account reaches its limit. Beyond
        // the limit, the right password must get this reply too.
        const shapes = [];
        for (const index of times(15)) {
          const before = hashing().verify;
          shapes.push(
            shapeOf(await safe.call(login, { email: emailOf('eve'), password: `${wrongPassword} ${index}` })),
          );
          tried(`login ${index}, one verification`, hashing().verify - before === 1);
        }
        shapes.push(shapeOf(await safe.call(login, { email: emailOf('eve'), password: passwordOf('eve') })));
        tried('limited, right password', new Set(shapes).size === 1);
      }),
  },
  {
    name: '10,000 guesses in an hour from everywhere',
    endpoints: 'login',
    expected: 'at most 60 looked at; the owner gets in each time',
    run: async (tried) => {
      const { app, signIn } = world();
      const home = newAddress();
      await signIn('gus', home);
      let checkedAttempts = 0;
      for (const index of times(10_000)) {
        app.clock.advance({ ms: 360 });
        const trier = { account: aUserId('gus'), known: undefined, address: newAddress() };
        const isChecked = await recordSignInAttempt(app.services, trier, (attempt) =>
          Promise.resolve(attempt !== undefined),
        );
        checkedAttempts += isChecked ? 1 : 0;
        tried(`guess ${index}`, !isChecked || checkedAttempts <= 60);
        if (index % 1000 === 999) tried(`the owner ${index}`, (await signIn('gus', home)).token !== '');
      }
      if (checkedAttempts <= 10) throw new Error('Ten guesses are free.');
    },
  },
  {
    name: 'claiming another address in X-Forwarded-For',
    endpoints: 'login, register, confirm and reset codes',
    expected: 'counted by the address our proxy saw',
    run: async (tried) => {
      const { call, send } = world();
      const flood = async (name: string, limit: number, ask: (from: string, index: number) => Promise<AttackReply>) => {
        const real = newAddress();
        const replies = [];
        for (const index of times(limit + 20)) replies.push(await ask(`${newAddress()}, 127.0.0.1, ${real}`, index));
        replies.forEach(({ status }, index) => {
          tried(`${name} ${index}`, (status === 429) === index >= limit);
        });
      };
      await flood('login', 30, (from, index) =>
        call(login, { email: `x${index}@example.test`, password: wrongPassword }, { from }),
      );
      await flood('register', 10, (from, index) =>
        call(registration.register, { ...person, email: `f${index}@example.test` }, { from }),
      );
      const code = (index: number) => ({ code: String(index).padStart(43, 'A') });
      await flood('confirm', 5, (from, index) => call(registration.confirmRegisterEmail, code(index), { from }));
      await flood('reset', 5, (from, index) => call(registration.confirmResetPasswordEmail, code(index), { from }));
      const names = ['Forwarded', 'X-Real-IP', 'X-Client-IP', 'True-Client-IP', 'CF-Connecting-IP', 'X-Forwarded-Host'];
      await flood('login, other headers', 30, (from, index) =>
        send(
          {
            ...{ method: 'POST', target: '/api/account/login' },
            headers: {
              'Content-Type': 'application/json',
              ...Object.fromEntries(names.map((text) => [text, newAddress()])),
            },
            body: JSON.stringify({ email: `y${index}@example.test`, password: wrongPassword }),
          },
          { from },
        ),
      );
    },
  },
  {
    name: 'guessing codes of a second factor',
    endpoints: 'totp/verify',
    expected: '5 a challenge, then not even the right one',
    run: async (tried) => {
      const { app, call, signIn } = world();
      const { services } = app;
      const address = newAddress();
      const { token } = await signIn('wim', address);
      const asker = {
        address,
        actor: async () => {
          const actor = await authenticate(services, token);
          if (actor === undefined) throw new Error('signed in');
          return actor;
        },
      };
      const { secret } = await beginSecondFactor(services, { password: passwordOf('wim') }, asker);
      const totp = new TOTP({ secret: Secret.fromBase32(secret) });
      await confirmSecondFactor(services, { code: totp.generate({ timestamp: app.clock.now() }) }, asker);
      app.clock.advance({ seconds: 60 });
      const right = () => totp.generate({ timestamp: app.clock.now() });
      const wrong = () => String((Number(right()) + 1) % 1_000_000).padStart(6, '0');
      const challenge = async (): Promise<string> => {
        const { json } = await call(login, { email: emailOf('wim'), password: passwordOf('wim') });
        return (json['data'] as { challenge?: string } | null)?.challenge ?? '';
      };
      let checkedAttempts = 0;
      for (const round of times(8)) {
        const open = await challenge();
        for (const index of times(7)) {
          const { status, json } = await call(totpVerify, { challenge: open, code: wrong() });
          checkedAttempts += status === 400 && json['errorCode'] === 'INVALID_INPUT' ? 1 : 0;
          tried(`challenge ${round}, code ${index}`, status !== 200 && (open === '' || index < 5 || status === 429));
        }
        const late = await call(totpVerify, { challenge: open, code: right() });
        tried(`challenge ${round}, the right one after five wrong ones`, late.status !== 200);
      }
      if (checkedAttempts === 0) throw new Error('The server must have checked the first codes.');
    },
  },
  {
    name: 'flooding one mailbox',
    endpoints: 'forgotPassword, resendConfirm, both instances',
    expected: 'at most 3 emails in 15 minutes',
    run: async (tried) => {
      const { call, smtp, beat: tick } = world();
      const before = smtp.received.length;
      const victim = emailOf('cy');
      await Promise.all(
        times(50).map((index) =>
          call(
            index % 3 === 0 ? registration.resendConfirm : registration.forgotPassword,
            { email: victim },
            {
              instance: index % 2 === 0 ? 0 : 1,
            },
          ),
        ),
      );
      await tick();
      const emails = smtp.received.slice(before).filter(({ to }) => to.includes(victim)).length;
      times(50).forEach((index) => {
        tried(`ask ${index}`, emails <= 3);
      });
    },
  },
  {
    name: 'password of 10 kB and more, or no text',
    endpoints: 'the 8 fields that take one',
    expected: '400 or 413 within a second, not hashed',
    run: async (tried) => {
      const { call, signIn } = world();
      const { token } = await signIn('ann');
      const code = 'A'.repeat(43);
      const fields: readonly (readonly [string, Endpoint, (value: unknown) => Record<string, unknown>])[] = [
        ['login', login, (value) => ({ email: emailOf('ann'), password: value })],
        ['register', registration.register, (value) => ({ ...person, email: 'x@example.test', password: value })],
        ['reset', registration.resetPassword, (value) => ({ code, newPassword: value, passwordConfirmation: value })],
        [
          'old',
          changePassword,
          (value) => ({ oldPassword: value, newPassword: password, passwordConfirmation: password }),
        ],
        [
          'new',
          changePassword,
          (value) => ({ oldPassword: password, newPassword: value, passwordConfirmation: value }),
        ],
        ['totp/begin', totpBegin, (value) => ({ password: value })],
        ['totp/disable', totpDisable, (value) => ({ password: value, code: '000000' })],
        ['connect', connectOrg, (value) => ({ code: 'A'.repeat(12), confirm: true, password: value })],
      ];
      const values = ['x'.repeat(10_240), 'x'.repeat(200_000), 'half \ud800 of one', ['a', 'b'], { $ne: null }];
      for (const [name, endpoint, inputOf] of fields)
        for (const value of values) {
          const before = hashing();
          const began = performance.now();
          const { status } = await call(endpoint, inputOf(value), { token });
          const isQuick = performance.now() - began < 1000;
          const isUnhashed = JSON.stringify(hashing()) === JSON.stringify(before);
          // A body that contains 200 kB twice exceeds the limit, so the status can also be 413.
          const isRefused = status === 400 || status === 413;
          tried(`${name}: ${JSON.stringify(value).slice(0, 20)}`, isRefused && isQuick && isUnhashed);
        }
    },
  },
];
