import { useEffect, useState } from 'react';
import { Button } from '@fluentui/react-components';
import { Navigate, useNavigate, useSearchParams } from 'react-router-dom';
import { ApiError } from '../../api/client/client.ts';
import { useApi, useSession } from '../../api/client/context.ts';
import { errorText } from '../../api/client/errorText.ts';
import { confirmSetup } from '../../api/billing/payment.ts';
import { loginPath } from '../../api/client/safeTarget.ts';
import { CardLink } from '../../ui/display/CardLink.tsx';
import { useNotices } from '../../ui/dialogs/notices.ts';
import { Wait } from '../../ui/display/Wait.tsx';
import { useWords } from '../../ui/text/words.ts';

/** The server knows no setup with this id, so a retry would not help. */
const Unknown = () => {
  const words = useWords();
  return (
    <>
      <h1>{words('payment.unknownTitle')}</h1>
      <p role="alert">{words('payment.unknownText')}</p>
      <CardLink to="/billing">{words('payment.toBilling')}</CardLink>
      <CardLink to="/payment/add">{words('payment.title.TRIAL')}</CardLink>
      <CardLink to="/support" isOutside>
        {words('payment.support')}
      </CardLink>
    </>
  );
};

/** Return from the provider's page: stores the payment method that was entered there and opens the dashboard. */
export const SuccessScreen = () => {
  const words = useWords();
  const { call } = useApi();
  const session = useSession();
  const notices = useNotices();
  const navigate = useNavigate();
  const [params] = useSearchParams();
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
        notices.push('success', words('payment.saved'));
        void navigate('/', { replace: true });
      },
      (reason: unknown) => {
        if (isHere) setError(reason);
      },
    );
    return () => {
      isHere = false;
    };
  }, [call, navigate, notices, words, sessionId, isSignedIn, attempt]);
  if (!isSignedIn)
    return <Navigate to={loginPath(`/payment/success?session_id=${encodeURIComponent(sessionId)}`)} replace />;
  if (sessionId === '') return <Navigate to="/payment/add" replace />;
  if (error === null) return <Wait says="payment.confirming" />;
  if (error instanceof ApiError && error.code === 'NOT_FOUND') return <Unknown />;
  return (
    <>
      <h1>{words('payment.failedTitle')}</h1>
      <p role="alert">{errorText(error, words)}</p>
      <Button
        appearance="primary"
        onClick={() => {
          setError(null);
          setAttempt(attempt + 1);
        }}
      >
        {words('payment.again')}
      </Button>
      <CardLink to="/payment/add">{words('payment.title.TRIAL')}</CardLink>
    </>
  );
};
