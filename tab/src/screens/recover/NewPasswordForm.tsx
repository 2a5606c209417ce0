import { useState } from 'react';
import { limits } from '#contracts/core/limitsAndProductConstants.ts';
import { ApiError } from '../../api/client/apiClient.ts';
import { useApi } from '../../api/client/apiContextAndSessionHooks.ts';
import { errorText } from '../../api/client/errorText.ts';
import { sendReset } from '../../api/registration/registrationPasswordResetRestoreCalls.ts';
import type { Attempt } from '../../ui/forms/attemptState.ts';
import { SingleTaskPageForm } from '../../ui/forms/SingleTaskPageForm.tsx';
import { PasswordField } from '../../ui/forms/PasswordField.tsx';
import { useTranslate } from '../../ui/text/translate.ts';
import type { WebTranslate } from '../../ui/text/translate.ts';

interface ResetFormProps {
  readonly code: string;
  readonly onDone: () => void;
  readonly onOver: (error: unknown) => void;
  readonly isOver: (error: unknown) => boolean;
}

interface Faults {
  readonly first?: string;
  readonly second?: string;
}

const faultsOf = (first: string, second: string, t: WebTranslate): Faults => {
  const min = limits.passwordMin;
  if (first === '') return { first: t('password.newMissing') };
  if (Array.from(first).length < min) return { first: t('register.passwordShort', { min }) };
  if (second === '') return { second: t('password.confirmMissing') };
  return first === second ? {} : { second: t('password.mismatch') };
};

const isWeak = (error: unknown): boolean => error instanceof ApiError && error.code === 'PASSWORD_WEAK';

export const NewPasswordForm = ({ code, onDone, onOver, isOver }: ResetFormProps) => {
  const t = useTranslate();
  const { call } = useApi();
  const [newPassword, setFirst] = useState('');
  const [passwordConfirmation, setSecond] = useState('');
  const [faults, setFaults] = useState<Faults>({});
  const [attempt, setAttempt] = useState<Attempt>({ status: 'idle' });
  const isRunning = attempt.status === 'running';
  const submit = async (): Promise<void> => {
    const newFaults = faultsOf(newPassword, passwordConfirmation, t);
    setFaults(newFaults);
    setAttempt({ status: 'idle' });
    if (Object.keys(newFaults).length > 0) return;
    setAttempt({ status: 'running' });
    try {
      await sendReset(call, { code, newPassword, passwordConfirmation });
      onDone();
    } catch (error) {
      if (isOver(error)) onOver(error);
      else if (isWeak(error)) setFaults({ first: errorText(error, t) });
      setAttempt({ status: 'failed', error });
    }
  };
  const isOfForm = attempt.status === 'failed' && !isWeak(attempt.error);
  return (
    <SingleTaskPageForm
      onSubmit={() => void submit()}
      submit={t(isRunning ? 'recover.setting' : 'recover.set')}
      isRunning={isRunning}
      failure={isOfForm ? errorText(attempt.error, t) : null}
      faults={faults}
    >
      <PasswordField
        name="newPassword"
        label={t('recover.newPassword')}
        hint={t('register.passwordHint', { min: limits.passwordMin })}
        autoComplete="new-password"
        value={newPassword}
        fault={faults.first}
        onChange={setFirst}
      />
      <PasswordField
        name="passwordConfirmation"
        label={t('recover.repeat')}
        autoComplete="new-password"
        value={passwordConfirmation}
        fault={faults.second}
        onChange={setSecond}
      />
    </SingleTaskPageForm>
  );
};
