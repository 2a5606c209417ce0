import { useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { limits } from '#contracts/core/limits.ts';
import { ApiError } from '../../api/client/client.ts';
import { useApi } from '../../api/client/context.ts';
import { errorText } from '../../api/client/errorText.ts';
import { askForReset } from '../../api/identity/registration.ts';
import type { Attempt } from '../../ui/forms/attempt.ts';
import { CardForm } from '../../ui/forms/CardForm.tsx';
import { CardLink } from '../../ui/display/CardLink.tsx';
import { looksLikeEmail } from '../../ui/text/looksLikeEmail.ts';
import { TextField } from '../../ui/forms/TextField.tsx';
import { useWords } from '../../ui/text/words.ts';
import { emailFrom } from './emailFrom.ts';

const isUnknown = (error: unknown): boolean => error instanceof ApiError && error.code === 'USER_NOT_FOUND';

/** Asks for an address and sends an email with a link to set a new password. */
export const ForgotScreen = () => {
  const words = useWords();
  const navigate = useNavigate();
  const { call } = useApi();
  const handedOver = emailFrom(useLocation().state);
  const [typed, setTyped] = useState(handedOver ?? '');
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
