import type { getUserDetails } from '#contracts/account.ts';
import type { Connection, connectOrg } from '#contracts/connect.ts';
import type { Api } from './context.ts';

const route = { method: 'POST', path: '/api/org/connect' } as const;

/** What a code would connect. */
export const lookAtCode = ({ call }: Api, code: string): Promise<Connection> =>
  call<typeof connectOrg>(route, { code });

export const connectByCode = ({ call }: Api, code: string, password: string | undefined): Promise<Connection> =>
  call<typeof connectOrg>(route, { code, confirm: true, ...(password === undefined ? {} : { password }) });

/** Asks who the reader is, so that the page knows their role; false = nobody could say, and nothing has changed. */
export const learnRole = async ({ call, session }: Api): Promise<boolean> => {
  try {
    session.detailsKnown(await call<typeof getUserDetails>({ method: 'GET', path: '/api/auth/getuserdetails' }, {}));
    return true;
  } catch {
    // Whatever needs the role stays hidden.
    return false;
  }
};
