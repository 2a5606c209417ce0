import type { Challenge, login, logout, Session } from '#contracts/identity/sessionUserDetailsAndPasswordCalls.ts';
import type { Api } from '../client/apiContextAndSessionHooks.ts';

const isSession = (answer: Session | Challenge): answer is Session => 'token' in answer;

/**
 * Runs `work`, and publishes in the session's attempt that the work is running or has failed; `signedIn` publishes the
 * success. Returns undefined after a failure; the attempt then contains the error.
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
 * Signs in, or returns the challenge of the second factor. Returns undefined after a failure; the session's attempt
 * then contains the error.
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

/** Signs out on this page at once, and asks the server to end the session. */
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
 * Returns the page to open after signing in: an invitation, else the payment page if the trial has ended, else the
 * setup guide for a person without a team, else `target` or the start page.
 */
export const afterLogin = ({ session, target }: Next): string => {
  // An invitation belongs to another organisation, so neither the trial nor the teams of this organisation may block
  // it.
  if (target?.startsWith('/register/') === true) return target;
  if (session.warnings.includes('ORG_TRIAL_ENDED')) return '/payment/add';
  // A reader who followed a link with a connect code opens that page directly, because the setup guide would only link
  // to it.
  if (session.memberId === null && target !== '/settings/connect') return '/teams/setup';
  return target ?? '/';
};
