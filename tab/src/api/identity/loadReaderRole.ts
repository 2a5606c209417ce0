import type { getUserDetails } from '#contracts/identity/sessionAndUserDetailsCalls.ts';
import type { Api } from '../client/apiContextAndSessionHooks.ts';

/**
 * Loads the reader's details, so that the session knows the reader's role. Returns false if the call failed; the
 * session is then unchanged.
 */
export const learnRole = async ({ call, session }: Api): Promise<boolean> => {
  try {
    session.detailsKnown(await call<typeof getUserDetails>({ method: 'GET', path: '/api/auth/getuserdetails' }, {}));
    return true;
  } catch {
    // The role stays unknown, so the page does not show the parts that need it.
    return false;
  }
};
