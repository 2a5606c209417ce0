import { useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { ApiError } from '../../api/client.ts';
import { useApi } from '../../api/context.ts';
import { errorText } from '../../api/errorText.ts';
import { afterLogin } from '../../api/login.ts';
import { finishMicrosoft } from '../../api/microsoftReturn.ts';
import { CardLink } from '../../ui/CardLink.tsx';
import { Wait } from '../../ui/Wait.tsx';
import { useWords } from '../../ui/words.ts';
import type { WebKey } from '../../ui/words.ts';

const faults: Readonly<Record<string, WebKey>> = {
  CANCELLED: 'microsoft.cancelled',
  EXPIRED: 'microsoft.expired',
  REFUSED: 'microsoft.refused',
  UNAVAILABLE: 'microsoft.unavailable',
  NOT_IN_ROSTER: 'error.NOT_IN_ROSTER',
  DELETING: 'microsoft.deleting',
};

interface MicrosoftReturnProps {
  /** What stands behind `#` of the address: `code=…` or `error=…`. */
  readonly said: string;
  /** Already checked by `safeTarget`. */
  readonly target: string | null;
}

/** Back from Microsoft: the code is used once, and leaves the address with this page. A failure is said where signing in goes on. */
export const MicrosoftReturn = ({ said, target }: MicrosoftReturnProps) => {
  const words = useWords();
  const api = useApi();
  const navigate = useNavigate();
  const used = useRef('');
  const [problem, setProblem] = useState<unknown>(null);
  useEffect(() => {
    if (used.current === said) return;
    used.current = said;
    const [name, value = ''] = said.split('=');
    const told = (key: WebKey): ApiError => new ApiError('UNAUTHENTICATED', words(key));
    const fail = (error: unknown): void => {
      const isOver = error instanceof ApiError && error.code === 'CODE_INVALID';
      const reason = isOver ? told('microsoft.expired') : error;
      if (api.session.state().status === 'signedIn') {
        setProblem(reason);
        return;
      }
      api.session.setAttempt({ status: 'failed', error: reason });
      void navigate(target === null ? '/login' : `/login?redirectUrl=${encodeURIComponent(target)}`, { replace: true });
    };
    if (name === 'code')
      finishMicrosoft(api, value).then(
        (session) => void navigate(afterLogin({ session, target }), { replace: true }),
        fail,
      );
    else fail(told(faults[value] ?? 'microsoft.refused'));
  }, [api, navigate, said, target, words]);
  if (problem === null) return <Wait says="login.running" />;
  // Signed in before, and still: only joining the accounts has failed.
  return (
    <>
      <h1>{words('microsoft.notJoined')}</h1>
      <p role="alert">{errorText(problem, words)}</p>
      <CardLink to={target ?? '/'}>{words('microsoft.goOn')}</CardLink>
    </>
  );
};
