import { useState } from 'react';
import { limits } from '#contracts/core/limits.ts';
import { ApiError } from '../../api/client/client.ts';
import { useApi } from '../../api/client/context.ts';
import { errorText } from '../../api/client/errorText.ts';
import { sendReset } from '../../api/identity/registration.ts';
import type { Attempt } from '../../ui/forms/attempt.ts';
import { CardForm } from '../../ui/forms/CardForm.tsx';
import { PasswordField } from '../../ui/forms/PasswordField.tsx';
import { useWords } from '../../ui/text/words.ts';
import type { WebWords } from '../../ui/text/words.ts';

interface ResetFormProps {
  readonly code: string;
  readonly onDone: () => void;
  /** Called when the link has become invalid meanwhile. */
  readonly onOver: (error: unknown) => void;
  readonly isOver: (error: unknown) => boolean;
}

interface Faults {
  readonly first?: string;
  readonly second?: string;
}

const faultsOf = (first: string, second: string, words: WebWords): Faults => {
  const min = limits.passwordMin;
  if (first === '') return { first: words('password.newMissing') };
  if (Array.from(first).length < min) return { first: words('register.passwordShort', { min }) };
  if (second === '') return { second: words('password.confirmMissing') };
  return first === second ? {} : { second: words('password.mismatch') };
};

const isWeak = (error: unknown): boolean => error instanceof ApiError && error.code === 'PASSWORD_WEAK';

/** The form for the new password, which is typed twice. */
export const ResetForm = ({ code, onDone, onOver, isOver }: ResetFormProps) => {
  const words = useWords();
  const { call } = useApi();
  const [newPassword, setFirst] = useState('');
  const [passwordConfirmation, setSecond] = useState('');
  const [faults, setFaults] = useState<Faults>({});
  const [attempt, setAttempt] = useState<Attempt>({ status: 'idle' });
  const isRunning = attempt.status === 'running';
  const submit = async (): Promise<void> => {
    const found = faultsOf(newPassword, passwordConfirmation, words);
    setFaults(found);
    setAttempt({ status: 'idle' });
    if (Object.keys(found).length > 0) return;
    setAttempt({ status: 'running' });
    try {
      await sendReset(call, { code, newPassword, passwordConfirmation });
      onDone();
    } catch (error) {
      if (isOver(error)) onOver(error);
      else if (isWeak(error)) setFaults({ first: errorText(error, words) });
      setAttempt({ status: 'failed', error });
    }
  };
  const isOfForm = attempt.status === 'failed' && !isWeak(attempt.error);
  return (
    <CardForm
      onSubmit={() => void submit()}
      submit={words(isRunning ? 'recover.setting' : 'recover.set')}
      isRunning={isRunning}
      failure={isOfForm ? errorText(attempt.error, words) : null}
      faults={faults}
    >
      <PasswordField
        name="newPassword"
        label={words('recover.newPassword')}
        hint={words('register.passwordHint', { min: limits.passwordMin })}
        autoComplete="new-password"
        value={newPassword}
        fault={faults.first}
        onChange={setFirst}
      />
      <PasswordField
        name="passwordConfirmation"
        label={words('recover.repeat')}
        autoComplete="new-password"
        value={passwordConfirmation}
        fault={faults.second}
        onChange={setSecond}
      />
    </CardForm>
  );
};
