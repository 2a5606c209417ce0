import { Suspense, lazy, useEffect, useState } from 'react';
import { Navigate, useLocation, useNavigate, useSearchParams } from 'react-router-dom';
import { storageKeys } from '#contracts/core/limits.ts';
import { useApi, useSession } from '../../api/client/context.ts';
import { afterLogin } from '../../api/identity/login.ts';
import { safeTarget } from '../../api/client/safeTarget.ts';
import { CardLink } from '../../ui/display/CardLink.tsx';
import { loadTexts } from '../../ui/text/lazyTexts.ts';
import { Wait } from '../../ui/display/Wait.tsx';
import { useWords } from '../../ui/text/words.ts';
import { LoginForm } from './LoginForm.tsx';
import { MicrosoftButton } from './MicrosoftButton.tsx';

const MicrosoftReturn = lazy(async () => {
  const [it] = await Promise.all([import('./MicrosoftReturn.tsx'), loadTexts('microsoft')]);
  return { default: it.MicrosoftReturn };
});

/** Signs in with email and password. A reader who is signed in already is redirected at once. */
export const LoginScreen = () => {
  const words = useWords();
  const { session } = useApi();
  const state = useSession();
  const navigate = useNavigate();
  const [params] = useSearchParams();
  const said = useLocation().hash.slice(1);
  const isReturn = said.startsWith('code=') || said.startsWith('error=');
  const target = safeTarget(params.getAll('redirectUrl'), window.location.origin);
  // The effect of MicrosoftReturn runs first: its error must stay, so a return does not reset the attempt.
  const [isFresh] = useState(!isReturn);
  useEffect(() => {
    if (isFresh) session.setAttempt({ status: 'idle' });
  }, [session, isFresh]);
  if (isReturn)
    return (
      <Suspense fallback={<Wait says="login.running" />}>
        <MicrosoftReturn said={said} target={target} />
      </Suspense>
    );
  if (state.status === 'signedIn' && session.attempt().status === 'idle')
    return <Navigate to={target ?? '/'} replace />;
  const hasExpired = state.status === 'signedOut' && state.why === 'expired';
  return (
    <LoginForm
      knownEmail={hasExpired ? (session.storage().get(storageKeys.email) ?? '') : ''}
      before={
        <>
          <h1>{words('page.login')}</h1>
          {hasExpired && <p role="status">{words('login.expired')}</p>}
        </>
      }
      after={(email) => (
        <>
          <MicrosoftButton target={target} />
          <CardLink to="/forgot-password" state={{ email }}>
            {words('page.forgot')}
          </CardLink>
          <CardLink to="/register">{words('page.register')}</CardLink>
        </>
      )}
      onDone={(done) => void navigate(afterLogin({ session: done, target }), { replace: true })}
    />
  );
};
