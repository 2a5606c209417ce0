import type { Challenge, login, logout, Session } from '#contracts/identity/sessionAndUserDetailsCalls.ts';
import type { Api } from '../client/apiContextAndSessionHooks.ts';

const isSession = (answer: Session | Challenge): answer is Session => 'token' in answer;

/**
 * Runs `work` and publishes in the session's attempt that the work is running or has failed; a success is published by
 * `session.signedIn`. Returns undefined after a failure; the attempt then contains the error.
 */
export const recordAttempt = async <T>({ session }: Api, work: () => Promise<T>): Promise<T | undefined> => {
  session.setAttempt({ status: 'running' });
  try {
    return await work();
  } catch (error) {
    session.setAttempt({ status: 'failed', error });
    return undefined;
  }
};

/**
 * Signs in. Returns the new session, the challenge of the second factor, or undefined after a failure; the session's
 * attempt then contains the error.
 */
export const signIn = (api: Api, email: string, password: string): Promise<Session | Challenge | undefined> =>
  recordAttempt(api, async () => {
    const answer = await api.call<typeof login>(
      { method: 'POST', path: '/api/account/login', open: true },
      { email, password },
    );
    if (isSession(answer)) api.session.signedIn(answer, email);
    else api.session.setAttempt({ status: 'idle' });
    return answer;
  });

/** Signs out on this page at once, and asks the server to end the session without waiting for its reply. */
export const signOut = ({ call, session }: Api): void => {
  const refreshToken = session.refreshToken();
  session.signOut();
  if (refreshToken === null) return;
  call<typeof logout>({ method: 'POST', path: '/api/auth/logout', open: true }, { refreshToken }).catch(
    () => undefined,
  );
};

interface Next {
  readonly session: Pick<Session, 'warnings' | 'memberId'>;
  /** Path to open, already checked by `safeTarget`; null = the start page. */
  readonly target: string | null;
}

/**
 * Returns the page to open after sign-in. An invitation comes first, then the payment page if the trial has ended, then
 * the setup guide for a person without a team, then `target` or the start page.
 */
export const afterLogin = ({ session, target }: Next): string => {
  // An invitation belongs to another organisation, so it opens even if the trial of this organisation has ended or the
  // reader has no team in it.
  if (target?.startsWith('/register/') === true) return target;
  if (session.warnings.includes('ORG_TRIAL_ENDED')) return '/payment/add';
  // A link with a connect code opens its page even for a person without a team, because the setup guide would only link
  // to that page.
  if (session.memberId === null && target !== '/settings/connect') return '/teams/setup';
  return target ?? '/';
};
