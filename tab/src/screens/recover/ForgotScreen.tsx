import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { limits } from '#contracts/limits.ts';
import { ApiError } from '../../api/client.ts';
import { useApi } from '../../api/context.ts';
import { errorText } from '../../api/errorText.ts';
import { askForReset } from '../../api/registration.ts';
import type { Attempt } from '../../ui/attempt.ts';
import { CardForm } from '../../ui/CardForm.tsx';
import { CardLink } from '../../ui/CardLink.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { useWords } from '../../ui/words.ts';

const looksLikeEmail = (value: string): boolean => /^[^\s@]+@[^\s@]+$/.test(value);

const isUnknown = (error: unknown): boolean => error instanceof ApiError && error.code === 'USER_NOT_FOUND';

/** Asks for the address a link to set a new password goes to. */
export const ForgotScreen = () => {
  const words = useWords();
  const navigate = useNavigate();
  const { call } = useApi();
  const [typed, setTyped] = useState('');
  const [fault, setFault] = useState<string | null>(null);
  const [attempt, setAttempt] = useState<Attempt>({ status: 'idle' });
  const isRunning = attempt.status === 'running';
  const submit = async (): Promise<void> => {
    const email = typed.trim();
    setFault(looksLikeEmail(email) ? null : words('invalid.email'));
    setAttempt({ status: 'idle' });
    if (!looksLikeEmail(email)) return;
    setAttempt({ status: 'running' });
    try {
      await askForReset(call, email);
      await navigate('/forgot-password/success', { state: { email } });
    } catch (error) {
      if (isUnknown(error)) setFault(errorText(error, words));
      setAttempt({ status: 'failed', error });
    }
  };
  const isOfForm = attempt.status === 'failed' && !isUnknown(attempt.error);
  return (
    <>
      <h1>{words('page.forgot')}</h1>
      <p>{words('recover.forgotText')}</p>
      <CardForm
        onSubmit={() => void submit()}
        submit={words(isRunning ? 'recover.sending' : 'recover.send')}
        isRunning={isRunning}
        failure={isOfForm ? errorText(attempt.error, words) : null}
        faults={fault}
      >
        <TextField
          name="email"
          type="email"
          label={words('register.email')}
          autoComplete="username"
          maxLength={limits.emailLength}
          value={typed}
          fault={fault}
          onChange={setTyped}
        />
      </CardForm>
      <CardLink to="/login">{words('recover.back')}</CardLink>
    </>
  );
};
