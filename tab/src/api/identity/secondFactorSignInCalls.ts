import type { Session } from '#contracts/identity/sessionAndUserDetailsCalls.ts';
import type { OutputOf } from '#contracts/core/endpoint.ts';
import type { totpBegin, totpConfirm, totpVerify } from '#contracts/identity/secondFactorCalls.ts';
import type { Api } from '../client/apiContextAndSessionHooks.ts';
import { recordAttempt } from './signInOutAndNextPage.ts';

/**
 * Completes a sign-in with a code of the authenticator app or with a recovery code. Returns undefined after a failure;
 * the session's attempt then contains the error.
 */
export const signInWithCode = (
  api: Api,
  email: string,
  input: { readonly challenge: string; readonly code: string },
): Promise<Session | undefined> =>
  recordAttempt(api, async () => {
    const answer = await api.call<typeof totpVerify>(
      { method: 'POST', path: '/api/auth/totp/verify', open: true },
      input,
    );
    api.session.signedIn(answer, email);
    return answer;
  });

/** Returns a secret for an authenticator app, for a person who must set one up before signing in. */
export const beginSecondFactor = ({ call }: Api, challenge: string): Promise<OutputOf<typeof totpBegin>> =>
  call<typeof totpBegin>({ method: 'POST', path: '/api/auth/totp/begin', open: true }, { challenge });

export const confirmSecondFactor = (
  { call }: Api,
  input: { readonly challenge: string; readonly code: string },
): Promise<OutputOf<typeof totpConfirm>> =>
  call<typeof totpConfirm>({ method: 'POST', path: '/api/auth/totp/confirm', open: true }, input);
