import { useState } from 'react';
import { Button } from '@fluentui/react-components';
import { limits } from '#contracts/core/limitsAndProductConstants.ts';
import { useApi } from '../../api/client/apiContextAndSessionHooks.ts';
import { errorText } from '../../api/client/errorText.ts';
import { sendConfirmAgain } from '../../api/registration/registrationPasswordResetRestoreCalls.ts';
import type { Attempt } from '../../ui/forms/attemptState.ts';
import { SingleTaskPageForm } from '../../ui/forms/SingleTaskPageForm.tsx';
import { looksLikeEmail } from '../../ui/text/looksLikeEmail.ts';
import { TextField } from '../../ui/forms/TextField.tsx';
import { useTranslate } from '../../ui/text/translate.ts';

const useResend = () => {
  const { call } = useApi();
  const [attempt, setAttempt] = useState<Attempt>({ status: 'idle' });
  const send = async (email: string): Promise<void> => {
    setAttempt({ status: 'running' });
    try {
      await sendConfirmAgain(call, email);
      setAttempt({ status: 'done' });
    } catch (error) {
      setAttempt({ status: 'failed', error });
    }
  };
  return { attempt, send, isRunning: attempt.status === 'running' };
};
type Resending = ReturnType<typeof useResend>;

const Outcome = ({ attempt }: Pick<Resending, 'attempt'>) => {
  const t = useTranslate();
  if (attempt.status === 'done') return <p role="status">{t('register.resent')}</p>;
  if (attempt.status === 'failed') return <p role="alert">{errorText(attempt.error, t)}</p>;
  return null;
};

const ToKnown = ({ email, resend }: { readonly email: string; readonly resend: Resending }) => {
  const t = useTranslate();
  return (
    <Button disabledFocusable={resend.isRunning} onClick={() => void resend.send(email)}>
      {t(resend.isRunning ? 'register.resending' : 'register.resend')}
    </Button>
  );
};

const ToTyped = ({ resend }: { readonly resend: Resending }) => {
  const t = useTranslate();
  const [email, setEmail] = useState('');
  const [fault, setFault] = useState<string | null>(null);
  const submit = (): void => {
    const isRight = looksLikeEmail(email);
    setFault(isRight ? null : t('invalid.email'));
    if (isRight) void resend.send(email.trim());
  };
  return (
    <SingleTaskPageForm
      onSubmit={submit}
      submit={t(resend.isRunning ? 'register.resending' : 'register.resend')}
      isRunning={resend.isRunning}
      faults={fault}
    >
      <TextField
        name="email"
        type="email"
        label={t('register.email')}
        autoComplete="email"
        maxLength={limits.emailLength}
        value={email}
        fault={fault}
        onChange={setEmail}
      />
    </SingleTaskPageForm>
  );
};

/** Sends the confirmation email again. Asks for the address if it is not known. */
export const ResendConfirmation = ({ email }: { readonly email: string | null }) => {
  const resend = useResend();
  return (
    <>
      {email === null ? <ToTyped resend={resend} /> : <ToKnown email={email} resend={resend} />}
      <Outcome attempt={resend.attempt} />
    </>
  );
};
