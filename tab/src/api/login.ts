import type { login, Session } from '#contracts/account.ts';
import type { Api } from './context.ts';

/** Signs in; undefined when it failed, which the attempt then says. */
export const signIn = async ({ call, session }: Api, email: string, password: string): Promise<Session | undefined> => {
  session.setAttempt({ status: 'running' });
  try {
    const answer = await call<typeof login>(
      { method: 'POST', path: '/api/account/login', open: true },
      { email, password },
    );
    session.signedIn(answer, email);
    return answer;
  } catch (error) {
    session.setAttempt({ status: 'failed', error });
    return undefined;
  }
};

interface Next {
  readonly session: Pick<Session, 'warnings' | 'memberId'>;
  /** Already checked by `safeTarget`. */
  readonly target: string | null;
}

/** Where to go after signing in. A trial that is over comes first ("forces payment"), then a person without a team. */
export const afterLogin = ({ session, target }: Next): string => {
  if (session.warnings.includes('ORG_TRIAL_ENDED')) return '/payment/add';
  if (session.memberId === null) return '/teams/setup';
  return target ?? '/';
};
