import type { login, Session } from '#contracts/account.ts';
import { ApiError } from './client.ts';
import type { Api } from './context.ts';

/** Signs in; on failure the attempt keeps the code, and the words if the server gave some. */
export const signIn = async ({ call, session }: Api, email: string, password: string): Promise<Session | undefined> => {
  session.setAttempt({ status: 'running' });
  try {
    const answer = await call<typeof login>({ method: 'POST', path: '/api/account/login', open: true }, { email, password });
    session.signedIn(answer, email);
    return answer;
  } catch (error) {
    const { code, sentence } = error instanceof ApiError ? error : new ApiError('INTERNAL', null);
    session.setAttempt({ status: 'failed', errorCode: code, message: sentence ?? '' });
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
