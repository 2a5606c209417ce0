import { Suspense, lazy, useEffect, useState } from 'react';
import { storageKeys } from '#contracts/core/limitsAndProductConstants.ts';
import { useApi, useSession } from '../../api/client/apiContextAndSessionHooks.ts';
import { afterLogin } from '../../api/identity/signInOutAndNextPage.ts';
import { safeTarget } from '../../api/client/safeRedirectAndLoginPath.ts';
import { LightTextLink } from '../../ui/display/LightTextLink.tsx';
import { Redirect } from '../../ui/router/Redirect.tsx';
import { useLocation, useNavigate } from '../../ui/router/routerHooks.ts';
import { useSearchParams } from '../../ui/router/searchParamsAndValueChecks.ts';
import { loadTexts } from '../../ui/text/loadLazyTextsAndLanguage.ts';
import { WaitSpinner } from '../../ui/display/WaitSpinner.tsx';
import { useTranslate } from '../../ui/text/translate.ts';
import { LoginForm } from './LoginForm.tsx';
import { MicrosoftButton } from './MicrosoftButton.tsx';

const MicrosoftReturn = lazy(async () => {
  const [module] = await Promise.all([import('./MicrosoftSignInReturn.tsx'), loadTexts('microsoft')]);
  return { default: module.MicrosoftSignInReturn };
});

/** Lets the reader sign in with email and password. Redirects a reader who is already signed in. */
export const LoginScreen = () => {
  const t = useTranslate();
  const { session } = useApi();
  const state = useSession();
  const navigate = useNavigate();
  const params = useSearchParams();
  const text = useLocation().hash.slice(1);
  const isReturn = text.startsWith('code=') || text.startsWith('error=');
  const target = safeTarget(params.getAll('redirectUrl'), window.location.origin);
  // After a return from Microsoft, the attempt is not reset: MicrosoftSignInReturn runs its effect first and may have
  // stored an error, which must stay.
  const [isFresh] = useState(!isReturn);
  useEffect(() => {
    if (isFresh) session.setAttempt({ status: 'idle' });
  }, [session, isFresh]);
  if (isReturn)
    return (
      <Suspense fallback={<WaitSpinner label="login.running" />}>
        <MicrosoftReturn text={text} target={target} />
      </Suspense>
    );
  if (state.status === 'signedIn' && session.attempt().status === 'idle') return <Redirect to={target ?? '/'} />;
  const hasExpired = state.status === 'signedOut' && state.why === 'expired';
  return (
    <LoginForm
      knownEmail={hasExpired ? (session.storage().get(storageKeys.email) ?? '') : ''}
      before={
        <>
          <h1>{t('page.login')}</h1>
          {hasExpired && <p role="status">{t('login.expired')}</p>}
        </>
      }
      after={(email) => (
        <>
          <MicrosoftButton target={target} />
          <LightTextLink to="/forgot-password" state={{ email }}>
            {t('page.forgot')}
          </LightTextLink>
          <LightTextLink to="/register">{t('page.register')}</LightTextLink>
        </>
      )}
      onDone={(done) => void navigate(afterLogin({ session: done, target }), { replace: true })}
    />
  );
};
