import fc from 'fast-check';
import { login } from '#contracts/identity/sessionAndUserDetailsCalls.ts';
import type { Session } from '#contracts/identity/sessionAndUserDetailsCalls.ts';
import {
  confirmRegisterEmail,
  confirmResetPasswordEmail,
  forgotPassword,
  postRegistration,
  register,
  resendConfirm,
  resetPassword,
  validateEmail,
} from '#contracts/registration/registrationAndPasswordResetCalls.ts';
import { getMember, inviteMember } from '#contracts/registration/memberInvitationCalls.ts';
import { totpBegin, totpConfirm } from '#contracts/identity/secondFactorCalls.ts';
import type { Figures } from '../playSeedsAndKeptScenarios.ts';
import type { Reply } from './inProcessAppAndBrowser.ts';
import { addressOf } from './accountPeopleAndSeats.ts';
import { appCode } from './authenticatorCode.ts';
import { AccountWorld, placeOf } from './accountRoutesWorld.ts';

// Makes the same calls about a free and a taken address while ACCOUNT_ENUMERATION_SAFE is set. The replies must be
// equal, because a difference would reveal that an account exists.

/**
 * State of a taken address. ACCOUNT: an account with a password. FACTOR: an account with a password and a second
 * factor. PENDING: another person's registration that is not confirmed yet. MICROSOFT: an account that a Microsoft
 * sign-in created.
 */
export const takenHow = ['ACCOUNT', 'FACTOR', 'PENDING', 'MICROSOFT'] as const;
type TakenHow = (typeof takenHow)[number];

export type SilentStep =
  | { readonly do: 'wait'; readonly minutes: number }
  | { readonly do: 'register' | 'login'; readonly password: number }
  | { readonly do: 'validate' | 'forgot' | 'resend' }
  /** These steps use a code that the product never issued. */
  | { readonly do: 'confirm' | 'finish' | 'checkReset' | 'reset' }
  /**
   * The caller is the admin of a tenant, so the bot sends to the caller the invitations of a member with this address.
   */
  | { readonly do: 'invite' | 'mailInvitation' | 'readInvitation' }
  | { readonly do: 'registerInvited'; readonly password: number; readonly isOther: boolean };

export interface SilentScenario {
  readonly how: TakenHow;
  readonly steps: readonly SilentStep[];
}

const passwords = ['quartz-ribbon-41-meadow', 'copper-window-82-salmon', 'velvet-anchor-63-thistle'] as const;
const password = fc.nat({ max: 1 });

const step: fc.Arbitrary<SilentStep> = fc.oneof(
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('wait' as const), minutes: fc.constantFrom(1, 16, 61, 25 * 60) }),
  },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('register' as const), password }) },
  { weight: 5, arbitrary: fc.record({ do: fc.constant('login' as const), password }) },
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constantFrom('validate' as const, 'forgot' as const, 'resend' as const) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constantFrom('confirm' as const, 'finish' as const, 'checkReset' as const, 'reset' as const),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constantFrom('invite' as const, 'mailInvitation' as const, 'readInvitation' as const),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constant('registerInvited' as const), password, isOther: fc.boolean() }),
  },
);

export const silentScenario: fc.Arbitrary<SilentScenario> = fc.record({
  how: fc.constantFrom(...takenHow),
  steps: fc.array(step, { minLength: 2, maxLength: 14, size: 'max' }),
});

const neverMade = 'A'.repeat(43);
const names = { firstName: 'Kim', lastName: 'Ray' };
const ownerPassword = passwords[2];

class SilentWorld extends AccountWorld {
  readonly address = addressOf('gus');
  #code = neverMade;
  #tenant: string | undefined;

  constructor() {
    super({ hidesAccounts: true });
  }

  /** Prepares the address before the calls begin: `how` is the state of a taken address; null = it has no account. */
  async take(how: TakenHow | null): Promise<void> {
    await this.open();
    const caller = { browser: this.elsewhere() };
    this.#tenant = ((await this.microsoft('mal', 'mal')).data as Session).token;
    if (how === 'MICROSOFT') {
      await this.setAddress('bob', this.address);
      await this.microsoft('bob', 'bob');
    } else if (how !== null) {
      const input = { ...names, email: this.address, password: ownerPassword, organizationName: 'Ferns' };
      await this.app.ask(caller, register, input);
      const [mail] = await this.deliver();
      if (how !== 'PENDING' && mail !== undefined && 'code' in mail.email) {
        await this.app.ask(caller, confirmRegisterEmail, { code: mail.email.code });
        if (how === 'FACTOR') await this.turnOnFactor();
      }
    }
    await this.setAddress('straw', this.address);
    // Moves beyond the period of the email limit, so that the owner's own emails do not count.
    this.pass(16 * 60_000);
  }

  async turnOnFactor(): Promise<void> {
    const browser = this.elsewhere();
    const { data } = await this.app.ask({ browser }, login, { email: this.address, password: ownerPassword });
    const { token } = data as Session;
    const begun = await this.app.ask({ browser, token }, totpBegin, { password: ownerPassword });
    const { secret } = begun.data as { secret: string };
    await this.app.ask({ browser, token }, totpConfirm, { code: appCode(secret, this.now) });
  }

  async call(silentStep: SilentStep): Promise<Reply | undefined> {
    const { app, address: email } = this;
    const caller = { browser: this.elsewhere('mal'), token: this.#tenant };
    const straw = placeOf('straw');
    switch (silentStep.do) {
      case 'wait':
        this.pass(silentStep.minutes * 60_000);
        this.#tenant = ((await this.microsoft('mal', 'mal')).data as Session).token;
        return undefined;
      case 'register': {
        const input = { ...names, email, password: passwords[silentStep.password] ?? '', organizationName: 'Ferns' };
        return app.ask(caller, register, input);
      }
      case 'login':
        return app.ask(caller, login, { email, password: passwords[silentStep.password] ?? '' });
      case 'validate':
        return app.ask(caller, validateEmail, { email });
      case 'forgot':
        return app.ask(caller, forgotPassword, { email });
      case 'resend':
        return app.ask(caller, resendConfirm, { email });
      case 'confirm':
        return app.ask(caller, confirmRegisterEmail, { code: neverMade });
      case 'finish':
        return app.ask(caller, postRegistration, { code: neverMade });
      case 'checkReset':
        return app.ask(caller, confirmResetPasswordEmail, { code: neverMade });
      case 'reset': {
        const newPassword = passwords[0];
        return app.ask(caller, resetPassword, { code: neverMade, newPassword, passwordConfirmation: newPassword });
      }
      case 'mailInvitation':
        return app.ask(caller, inviteMember, { ...straw, by: 'MAIL' });
      case 'invite': {
        const reply = await app.ask(caller, inviteMember, { ...straw, by: 'BOT' });
        if (reply.errorCode === null) this.#code = this.codeOfBot() ?? this.#code;
        return reply;
      }
      case 'readInvitation':
        return app.ask(caller, getMember, { id: straw.memberId, code: this.#code });
      case 'registerInvited': {
        const request = {
          ...names,
          password: passwords[silentStep.password] ?? '',
          memberId: straw.memberId,
          code: this.#code,
        };
        return app.ask(caller, register, { ...request, email: silentStep.isOther ? 'kim@example.test' : email });
      }
    }
  }
}

/** Returns the visible part of a reply, without random values. */
const seen = ({ status, errorCode, message, data, retryAfter }: Reply): string => {
  const shape = typeof data === 'string' ? 'text' : data;
  return JSON.stringify({ status, errorCode, message, shape, retryAfter });
};

export const playSilence = async ({ how, steps }: SilentScenario): Promise<Figures> => {
  const [free, taken] = [new SilentWorld(), new SilentWorld()];
  let calls = 0;
  try {
    await free.take(null);
    await taken.take(how);
    for (const silentStep of steps) {
      const [ofFree, ofTaken] = [await free.call(silentStep), await taken.call(silentStep)];
      if (ofFree === undefined || ofTaken === undefined) continue;
      calls += 1;
      const [first, second] = [seen(ofFree), seen(ofTaken)];
      if (first !== second)
        throw new Error(
          `"${silentStep.do}" distinguishes a free address from a taken one (${how}): ${first} and ${second}`,
        );
      await free.deliver();
      await taken.deliver();
    }
    return { calls };
  } finally {
    await free.close();
    await taken.close();
  }
};
