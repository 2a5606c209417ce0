import { Suspense, lazy, useEffect, useRef, useState } from 'react';
import { ApiError } from '../../api/client/apiClient.ts';
import { useApi } from '../../api/client/apiContextAndSessionHooks.ts';
import { errorText } from '../../api/client/errorText.ts';
import { afterLogin } from '../../api/identity/signInOutAndNextPage.ts';
import { finishFactor, finishMicrosoft } from '../../api/microsoftAccounts/finishMicrosoftSignIn.ts';
import { LightTextLink } from '../../ui/display/LightTextLink.tsx';
import { useNavigate } from '../../ui/router/routerHooks.ts';
import { loadTexts } from '../../ui/text/loadLazyTextsAndLanguage.ts';
import { WaitSpinner } from '../../ui/display/WaitSpinner.tsx';
import { useTranslate } from '../../ui/text/translate.ts';
import type { WebKey } from '../../ui/text/translate.ts';

const SecondFactor = lazy(async () => {
  const [module] = await Promise.all([import('./SecondFactorForm.tsx'), loadTexts('factor')]);
  return { default: module.SecondFactorForm };
});

// A Map and not an object: the key comes from the address and must not match a property that every object inherits,
// such as `constructor`.
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
  readonly text: string;
  /** The page to open after sign-in, already checked by `safeTarget`. Null = the start page. */
  readonly target: string | null;
}

/**
 * Handles the return from Microsoft: exchanges the code for a session, once, and opens another page, so that the code
 * leaves the address bar. After a failure, the sign-in form shows the error.
 */
export const MicrosoftSignInReturn = ({ text, target }: MicrosoftReturnProps) => {
  const t = useTranslate();
  const api = useApi();
  const navigate = useNavigate();
  const used = useRef('');
  const [problem, setProblem] = useState<unknown>(null);
  const [challenge, setChallenge] = useState<string | null>(null);
  useEffect(() => {
    if (used.current === text) return;
    used.current = text;
    const [name, value = ''] = text.split('=');
    const told = (key: WebKey): ApiError => new ApiError('UNAUTHENTICATED', t(key));
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
  }, [api, navigate, text, target, t]);
  if (challenge !== null)
    return (
      <Suspense fallback={<WaitSpinner label="login.running" />}>
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
  if (problem === null) return <WaitSpinner label="login.running" />;
  // The reader is still signed in. Only linking the Microsoft account has failed.
  return (
    <>
      <h1>{t('microsoft.notJoined')}</h1>
      <p role="alert">{errorText(problem, t)}</p>
      <LightTextLink to={target ?? '/'}>{t('microsoft.goOn')}</LightTextLink>
    </>
  );
};
