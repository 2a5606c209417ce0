import type { logoutUrl } from '#contracts/identity/sessionAndUserDetailsCalls.ts';
import { storageKeys } from '#contracts/core/limitsAndProductConstants.ts';
import type { Api } from '../client/apiContextAndSessionHooks.ts';

/**
 * True if the reader signed in through Microsoft. The browser then also has a session at Microsoft, which a sign-out
 * must end too.
 */
export const isFromMicrosoft = ({ session }: Api): boolean => session.storage().get(storageKeys.microsoft) !== null;

/** Signs out at Microsoft, which sends the browser back to our sign-in page. */
export const leaveMicrosoft = async ({ call, leaveFor }: Api): Promise<void> => {
  const { url } = await call<typeof logoutUrl>({ method: 'GET', path: '/api/v1/userlogin/logouturl', open: true }, {});
  leaveFor(url);
};
