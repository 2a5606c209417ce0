import type { Challenge, login, Session } from '#contracts/identity/sessionAndUserDetailsCalls.ts';
import type { totpVerify } from '#contracts/identity/secondFactorCalls.ts';
import { ApiError } from '../client/apiClient.ts';
import type { Api } from '../client/apiContextAndSessionHooks.ts';

export const isReauth = (error: unknown): boolean => error instanceof ApiError && error.code === 'REAUTH';

/** Replaces the session by the new one. Throws CONFLICT if the new session belongs to another organisation. */
const takeOver = ({ session }: Api, answer: Session, email: string): void => {
  const before = session.state();
  if (before.status === 'signedIn' && before.orgId !== answer.orgId) throw new ApiError('CONFLICT', null);
  session.signedIn(answer, email);
};

/**
 * Signs in again without leaving the page. Returns undefined on success, or a challenge if the account has a second
 * factor; `reauthByCode` answers the challenge.
 */
export const reauthByPassword = async (api: Api, email: string, password: string): Promise<Challenge | undefined> => {
  const answer = await api.call<typeof login>(
    { method: 'POST', path: '/api/account/login', open: true },
    { email, password },
  );
  if (!('token' in answer)) return answer;
  takeOver(api, answer, email);
  return undefined;
};

export const reauthByCode = async (api: Api, email: string, challenge: string, code: string): Promise<void> => {
  const route = { method: 'POST', path: '/api/auth/totp/verify', open: true } as const;
  takeOver(api, await api.call<typeof totpVerify>(route, { challenge, code }), email);
};
