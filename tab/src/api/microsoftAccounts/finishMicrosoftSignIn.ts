import type { Challenge, getUserDetails, Session } from '#contracts/identity/sessionAndUserDetailsCalls.ts';
import { storageKeys } from '#contracts/core/limitsAndProductConstants.ts';
import type { exchangeCode } from '#contracts/microsoftAccounts/microsoftAndTeamsSignIn.ts';
import type { Api } from '../client/apiContextAndSessionHooks.ts';

/**
 * Loads the reader's email address, which Microsoft sends only to the server, and their details. If loading fails, the
 * sign-in continues without them.
 */
const learnAddress = async ({ call, session }: Api, newSession: Session): Promise<void> => {
  try {
    const details = await call<typeof getUserDetails>({ method: 'GET', path: '/api/auth/getuserdetails' }, {});
    session.signedIn(newSession, details.email);
    session.detailsKnown(details);
  } catch {
    // The pages that show the email address load it themselves.
  }
};

/**
 * Exchanges the code that Microsoft's redirect put into the address for a session, or for a challenge if the account
 * has a second factor. If the reader is signed in, sends the session's token too: the purpose JOIN links the Microsoft
 * account to the account of that session.
 */
export const finishMicrosoft = async (api: Api, code: string): Promise<Session | Challenge> => {
  const { call, session } = api;
  const state = session.state();
  const route = { method: 'POST', path: '/api/v1/userlogin/exchange' } as const;
  const isOut = state.status === 'signedOut';
  const reply = await call<typeof exchangeCode>(isOut ? { ...route, open: true } : route, { code });
  if (!('token' in reply)) return reply;
  session.signedIn(reply, isOut ? '' : state.email);
  session.storage().set(storageKeys.microsoft, 'true');
  if (isOut) await learnAddress(api, reply);
  return reply;
};

/**
 * Completes a sign-in through Microsoft after the second factor: marks the session as one through Microsoft and loads
 * the reader's email address.
 */
export const finishFactor = (api: Api, newSession: Session): Promise<void> => {
  api.session.storage().set(storageKeys.microsoft, 'true');
  return learnAddress(api, newSession);
};
