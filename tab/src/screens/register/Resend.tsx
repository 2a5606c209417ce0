import { useState } from 'react';
import { Button } from '@fluentui/react-components';
import { limits } from '#contracts/core/limits.ts';
import { useApi } from '../../api/client/context.ts';
import { errorText } from '../../api/client/errorText.ts';
import { sendConfirmAgain } from '../../api/identity/registration.ts';
import type { Attempt } from '../../ui/forms/attempt.ts';
import { CardForm } from '../../ui/forms/CardForm.tsx';
import { looksLikeEmail } from '../../ui/text/looksLikeEmail.ts';
import { TextField } from '../../ui/forms/TextField.tsx';
import { useWords } from '../../ui/text/words.ts';

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
  const words = useWords();
  if (attempt.status === 'done') return <p role="status">{words('register.resent')}</p>;
  if (attempt.status === 'failed') return <p role="alert">{errorText(attempt.error, words)}</p>;
  return null;
};

const ToKnown = ({ email, resend }: { readonly email: string; readonly resend: Resending }) => {
  const words = useWords();
  return (
    <Button disabledFocusable={resend.isRunning} onClick={() => void resend.send(email)}>
      {words(resend.isRunning ? 'register.resending' : 'register.resend')}
    </Button>
  );
};

const ToTyped = ({ resend }: { readonly resend: Resending }) => {
  const words = useWords();
  const [email, setEmail] = useState('');
  const [fault, setFault] = useState<string | null>(null);
  const submit = (): void => {
    const isRight = looksLikeEmail(email);
    setFault(isRight ? null : words('invalid.email'));
    if (isRight) void resend.send(email.trim());
  };
  return (
    <CardForm
      onSubmit={submit}
      submit={words(resend.isRunning ? 'register.resending' : 'register.resend')}
      isRunning={resend.isRunning}
      faults={fault}
    >
      <TextField
        name="email"
        type="email"
        label={words('register.email')}
        autoComplete="email"
        maxLength={limits.emailLength}
        value={email}
        fault={fault}
        onChange={setEmail}
      />
    </CardForm>
  );
};

/** Sends the confirmation email again; asks for the address if it is not known. */
export const Resend = ({ email }: { readonly email: string | null }) => {
  const resend = useResend();
  return (
    <>
      {email === null ? <ToTyped resend={resend} /> : <ToKnown email={email} resend={resend} />}
      <Outcome attempt={resend.attempt} />
    </>
  );
};
