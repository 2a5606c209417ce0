import type { getUserDetails } from '#contracts/identity/sessionAndUserDetailsCalls.ts';
import type { Connection, connectOrg } from '#contracts/connect/connectOrgByCode.ts';
import type { Api } from '../client/apiContextAndSessionHooks.ts';

const route = { method: 'POST', path: '/api/org/connect' } as const;

/** Returns the organisation and the tenant that a connect code would connect, without connecting them. */
export const checkConnectCode = ({ call }: Api, code: string): Promise<Connection> =>
  call<typeof connectOrg>(route, { code });

export const connectByCode = ({ call }: Api, code: string, password: string | undefined): Promise<Connection> =>
  call<typeof connectOrg>(route, { code, confirm: true, ...(password === undefined ? {} : { password }) });

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
