import { Suspense, lazy, useEffect, useState } from 'react';
import { Navigate, useLocation, useNavigate, useSearchParams } from 'react-router-dom';
import { useApi, useSession } from '../../api/context.ts';
import { afterLogin } from '../../api/login.ts';
import { safeTarget } from '../../api/safeTarget.ts';
import { CardLink } from '../../ui/CardLink.tsx';
import { loadTexts } from '../../ui/lazyTexts.ts';
import { Wait } from '../../ui/Wait.tsx';
import { useWords } from '../../ui/words.ts';
import { LoginForm } from './LoginForm.tsx';
import { MicrosoftButton } from './MicrosoftButton.tsx';

const MicrosoftReturn = lazy(async () => {
  const [it] = await Promise.all([import('./MicrosoftReturn.tsx'), loadTexts('microsoft')]);
  return { default: it.MicrosoftReturn };
});

/** Signing in with e-mail and password; who is signed in already goes straight on. */
export const LoginScreen = () => {
  const words = useWords();
  const { session } = useApi();
  const state = useSession();
  const navigate = useNavigate();
  const [params] = useSearchParams();
  const said = useLocation().hash.slice(1);
  const isReturn = said.startsWith('code=') || said.startsWith('error=');
  const target = safeTarget(params.getAll('redirectUrl'), window.location.origin);
  // What a return says comes before this page has settled, and must stay.
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
  return (
    <LoginForm
      before={
        <>
          <h1>{words('page.login')}</h1>
          {state.status === 'signedOut' && state.why === 'expired' && <p role="status">{words('login.expired')}</p>}
        </>
      }
      after={
        <>
          <MicrosoftButton target={target} />
          <CardLink to="/forgot-password">{words('page.forgot')}</CardLink>
          <CardLink to="/register">{words('page.register')}</CardLink>
        </>
      }
      onDone={(done) => void navigate(afterLogin({ session: done, target }), { replace: true })}
    />
  );
};
