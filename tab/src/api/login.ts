import type { Challenge, login, logout, Session } from '#contracts/account.ts';
import type { Api } from './context.ts';

const isSession = (answer: Session | Challenge): answer is Session => 'token' in answer;

/** What is tried is told to whoever shows it; undefined when it failed, which the attempt then says. */
export const attempting = async <T>({ session }: Api, work: () => Promise<T>): Promise<T | undefined> => {
  session.setAttempt({ status: 'running' });
  try {
    return await work();
  } catch (error) {
    session.setAttempt({ status: 'failed', error });
    return undefined;
  }
};

/** Signs in, or comes to the second factor; undefined when it failed, which the attempt then says. */
export const signIn = (api: Api, email: string, password: string): Promise<Session | Challenge | undefined> =>
  attempting(api, async () => {
    const answer = await api.call<typeof login>(
      { method: 'POST', path: '/api/account/login', open: true },
      { email, password },
    );
    if (isSession(answer)) api.session.signedIn(answer, email);
    else api.session.setAttempt({ status: 'idle' });
    return answer;
  });

/** Leaves here at once, and ends the session on the server as soon as that hears of it. */
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
  /** Already checked by `safeTarget`. */
  readonly target: string | null;
}

/** Where to go after signing in. A trial that is over comes first ("forces payment"), then a person without a team. */
export const afterLogin = ({ session, target }: Next): string => {
  // An invitation is of another organisation: neither the trial nor the teams of this one stand before it.
  if (target?.startsWith('/register/') === true) return target;
  if (session.warnings.includes('ORG_TRIAL_ENDED')) return '/payment/add';
  // The page for whoever has the code: the guide would only lead there.
  if (session.memberId === null && target !== '/settings/connect') return '/teams/setup';
  return target ?? '/';
};
