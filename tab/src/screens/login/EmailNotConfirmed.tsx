import { useState } from 'react';
import { Button } from '@fluentui/react-components';
import { useApi } from '../../api/client/apiContextAndSessionHooks.ts';
import { errorText } from '../../api/client/errorText.ts';
import { sendConfirmAgain } from '../../api/registration/registrationPasswordResetRestoreCalls.ts';
import type { Attempt } from '../../ui/forms/attemptState.ts';
import { useTranslate } from '../../ui/text/translate.ts';

/**
 * Shown if the password is correct but the email address is not confirmed yet. Offers to send the confirmation email
 * again, because the first one may be lost.
 */
export const EmailNotConfirmed = ({ email }: { readonly email: string }) => {
  const t = useTranslate();
  const { call } = useApi();
  const [attempt, setAttempt] = useState<Attempt>({ status: 'idle' });
  const send = async (): Promise<void> => {
    setAttempt({ status: 'running' });
    try {
      await sendConfirmAgain(call, email);
      setAttempt({ status: 'done' });
    } catch (error) {
      setAttempt({ status: 'failed', error });
    }
  };
  if (attempt.status === 'done') return <p role="status">{t('notConfirmed.sent')}</p>;
  return (
    <>
      <Button disabledFocusable={attempt.status === 'running'} onClick={() => void send()}>
        {t('notConfirmed.resend')}
      </Button>
      {attempt.status === 'failed' && <p role="alert">{errorText(attempt.error, t)}</p>}
    </>
  );
};
