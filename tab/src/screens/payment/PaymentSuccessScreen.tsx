import { useEffect, useState } from 'react';
import { Button } from '@fluentui/react-components';
import { ApiError } from '../../api/client/apiClient.ts';
import { useApi, useSession } from '../../api/client/apiContextAndSessionHooks.ts';
import { errorText } from '../../api/client/errorText.ts';
import { confirmSetup } from '../../api/billing/paymentCalls.ts';
import { loginPath } from '../../api/client/safeRedirectAndLoginPath.ts';
import { LightTextLink } from '../../ui/display/LightTextLink.tsx';
import { useNotices } from '../../ui/dialogs/noticeQueue.ts';
import { WaitSpinner } from '../../ui/display/WaitSpinner.tsx';
import { Redirect } from '../../ui/router/Redirect.tsx';
import { useNavigate } from '../../ui/router/routerHooks.ts';
import { useSearchParams } from '../../ui/router/searchParamsAndValueChecks.ts';
import { useTranslate } from '../../ui/text/translate.ts';

/** Shown if the server does not know the payment session. It has no retry button, because a retry would fail again. */
const Unknown = () => {
  const t = useTranslate();
  return (
    <>
      <h1>{t('payment.unknownTitle')}</h1>
      <p role="alert">{t('payment.unknownText')}</p>
      <LightTextLink to="/billing">{t('payment.toBilling')}</LightTextLink>
      <LightTextLink to="/payment/add">{t('payment.title.TRIAL')}</LightTextLink>
      <LightTextLink to="/support" isOutside>
        {t('payment.support')}
      </LightTextLink>
    </>
  );
};

/**
 * Shown when the reader returns from the payment provider's page. Stores the payment method that the reader entered
 * there, then opens the dashboard.
 */
export const PaymentSuccessScreen = () => {
  const t = useTranslate();
  const { call } = useApi();
  const session = useSession();
  const notices = useNotices();
  const navigate = useNavigate();
  const params = useSearchParams();
  const sessionId = params.get('session_id') ?? '';
  const [attempt, setAttempt] = useState(0);
  const [error, setError] = useState<unknown>(null);
  const isSignedIn = session.status === 'signedIn';
  useEffect(() => {
    if (!isSignedIn || sessionId === '') return undefined;
    let isHere = true;
    confirmSetup(call, sessionId).then(
      () => {
        if (!isHere) return;
        notices.push('success', t('payment.saved'));
        void navigate('/', { replace: true });
      },
      (reason: unknown) => {
        if (isHere) setError(reason);
      },
    );
    return () => {
      isHere = false;
    };
  }, [call, navigate, notices, t, sessionId, isSignedIn, attempt]);
  if (!isSignedIn) return <Redirect to={loginPath(`/payment/success?session_id=${encodeURIComponent(sessionId)}`)} />;
  if (sessionId === '') return <Redirect to="/payment/add" />;
  if (error === null) return <WaitSpinner label="payment.confirming" />;
  if (error instanceof ApiError && error.code === 'NOT_FOUND') return <Unknown />;
  return (
    <>
      <h1>{t('payment.failedTitle')}</h1>
      <p role="alert">{errorText(error, t)}</p>
      <Button
        appearance="primary"
        onClick={() => {
          setError(null);
          setAttempt(attempt + 1);
        }}
      >
        {t('payment.again')}
      </Button>
      <LightTextLink to="/payment/add">{t('payment.title.TRIAL')}</LightTextLink>
    </>
  );
};
