import type { getUserDetails, Session } from '#contracts/account.ts';
import { storageKeys } from '#contracts/limits.ts';
import type { exchangeCode } from '#contracts/signIn.ts';
import type { Api } from './context.ts';

/** Whose session it is: Microsoft says so to the server alone. A failure changes nothing. */
const learnAddress = async ({ call, session }: Api, found: Session): Promise<void> => {
  try {
    const details = await call<typeof getUserDetails>({ method: 'GET', path: '/api/auth/getuserdetails' }, {});
    session.signedIn(found, details.email);
    session.detailsKnown(details);
  } catch {
    // The pages that show the address ask again.
  }
};

/** The code that was left behind `#` for a session. A session that is there already is sent along: it may be joined. */
export const finishMicrosoft = async (api: Api, code: string): Promise<Session> => {
  const { call, session } = api;
  const state = session.state();
  const route = { method: 'POST', path: '/api/v1/userlogin/exchange' } as const;
  const isOut = state.status === 'signedOut';
  const found = await call<typeof exchangeCode>(isOut ? { ...route, open: true } : route, { code });
  session.signedIn(found, isOut ? '' : state.email);
  session.storage().set(storageKeys.microsoft, 'true');
  if (isOut) await learnAddress(api, found);
  return found;
};
