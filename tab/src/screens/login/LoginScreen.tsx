import { useEffect } from 'react';
import { Navigate, useNavigate, useSearchParams } from 'react-router-dom';
import { useApi, useSession } from '../../api/context.ts';
import { afterLogin } from '../../api/login.ts';
import { safeTarget } from '../../api/safeTarget.ts';
import { CardLink } from '../../ui/CardLink.tsx';
import { useWords } from '../../ui/words.ts';
import { LoginForm } from './LoginForm.tsx';

/** Signing in with e-mail and password; who is signed in already goes straight on. */
export const LoginScreen = () => {
  const words = useWords();
  const { session } = useApi();
  const state = useSession();
  const navigate = useNavigate();
  const [params] = useSearchParams();
  const target = safeTarget(params.getAll('redirectUrl'), window.location.origin);
  useEffect(() => {
    session.setAttempt({ status: 'idle' });
  }, [session]);
  if (state.status === 'signedIn' && session.attempt().status === 'idle')
    return <Navigate to={target ?? '/'} replace />;
  return (
    <>
      <h1>{words('page.login')}</h1>
      {state.status === 'signedOut' && state.why === 'expired' && <p role="status">{words('login.expired')}</p>}
      <LoginForm onDone={(done) => void navigate(afterLogin({ session: done, target }), { replace: true })} />
      <CardLink to="/forgot-password">{words('page.forgot')}</CardLink>
      <CardLink to="/register">{words('page.register')}</CardLink>
    </>
  );
};
