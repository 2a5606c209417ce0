import { Suspense, lazy, useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { ApiError } from '../../api/client/client.ts';
import { useApi } from '../../api/client/context.ts';
import { errorText } from '../../api/client/errorText.ts';
import { afterLogin } from '../../api/identity/login.ts';
import { finishFactor, finishMicrosoft } from '../../api/identity/microsoftReturn.ts';
import { CardLink } from '../../ui/display/CardLink.tsx';
import { loadTexts } from '../../ui/text/lazyTexts.ts';
import { Wait } from '../../ui/display/Wait.tsx';
import { useWords } from '../../ui/text/words.ts';
import type { WebKey } from '../../ui/text/words.ts';

const SecondFactor = lazy(async () => {
  const [it] = await Promise.all([import('./SecondFactor.tsx'), loadTexts('factor')]);
  return { default: it.SecondFactor };
});

// A map, not an object: the address must not match a property that every object inherits.
const faults = new Map<string, WebKey>([
  ['CANCELLED', 'microsoft.cancelled'],
  ['EXPIRED', 'microsoft.expired'],
  ['REFUSED', 'microsoft.refused'],
  ['UNAVAILABLE', 'microsoft.unavailable'],
  ['NOT_IN_ROSTER', 'error.NOT_IN_ROSTER'],
  ['DELETING', 'microsoft.deleting'],
]);

interface MicrosoftReturnProps {
  /** The part of the address after `#`: `code=…` or `error=…`. */
  readonly said: string;
  /** Already checked by `safeTarget`. */
  readonly target: string | null;
}

/**
 * Handles the return from Microsoft: uses the code once and leaves this address, so that the code disappears from it. The sign-in
 * form shows a failure.
 */
export const MicrosoftReturn = ({ said, target }: MicrosoftReturnProps) => {
  const words = useWords();
  const api = useApi();
  const navigate = useNavigate();
  const used = useRef('');
  const [problem, setProblem] = useState<unknown>(null);
  const [challenge, setChallenge] = useState<string | null>(null);
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
      finishMicrosoft(api, value).then((answer) => {
        if ('token' in answer) void navigate(afterLogin({ session: answer, target }), { replace: true });
        else setChallenge(answer.challenge);
      }, fail);
    else fail(told(faults.get(value) ?? 'microsoft.refused'));
  }, [api, navigate, said, target, words]);
  if (challenge !== null)
    return (
      <Suspense fallback={<Wait says="login.running" />}>
        <SecondFactor
          email=""
          challenge={challenge}
          onDone={(session) => {
            void finishFactor(api, session);
            void navigate(afterLogin({ session, target }), { replace: true });
          }}
          onBack={() => {
            api.session.setAttempt({ status: 'idle' });
            void navigate('/login', { replace: true });
          }}
        />
      </Suspense>
    );
  if (problem === null) return <Wait says="login.running" />;
  // The reader is still signed in: only joining the accounts has failed.
  return (
    <>
      <h1>{words('microsoft.notJoined')}</h1>
      <p role="alert">{errorText(problem, words)}</p>
      <CardLink to={target ?? '/'}>{words('microsoft.goOn')}</CardLink>
    </>
  );
};
