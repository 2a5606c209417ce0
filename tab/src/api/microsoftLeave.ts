import type { logoutUrl } from '#contracts/account.ts';
import { storageKeys } from '#contracts/limits.ts';
import type { Api } from './context.ts';

/** Whether the session came from Microsoft, which then knows the reader in this browser too. */
export const isFromMicrosoft = ({ session }: Api): boolean => session.storage().get(storageKeys.microsoft) !== null;

/** Signs out at Microsoft, which sends the browser back to our sign-in page. */
export const leaveMicrosoft = async ({ call, leaveFor }: Api): Promise<void> => {
  const { url } = await call<typeof logoutUrl>({ method: 'GET', path: '/api/v1/userlogin/logouturl', open: true }, {});
  leaveFor(url);
};
