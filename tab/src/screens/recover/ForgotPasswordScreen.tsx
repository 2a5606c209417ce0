import { useState } from 'react';
import { limits } from '#contracts/core/limitsAndProductConstants.ts';
import { ApiError } from '../../api/client/apiClient.ts';
import { useApi } from '../../api/client/apiContextAndSessionHooks.ts';
import { errorText } from '../../api/client/errorText.ts';
import { requestPasswordReset } from '../../api/registration/registrationPasswordResetRestoreCalls.ts';
import type { Attempt } from '../../ui/forms/attemptState.ts';
import { SingleTaskPageForm } from '../../ui/forms/SingleTaskPageForm.tsx';
import { LightTextLink } from '../../ui/display/LightTextLink.tsx';
import { useLocation, useNavigate } from '../../ui/router/routerHooks.ts';
import { looksLikeEmail } from '../../ui/text/looksLikeEmail.ts';
import { TextField } from '../../ui/forms/TextField.tsx';
import { useTranslate } from '../../ui/text/translate.ts';
import { emailFromNavigation } from './emailFromNavigation.ts';

const isUnknown = (error: unknown): boolean => error instanceof ApiError && error.code === 'USER_NOT_FOUND';

export const ForgotPasswordScreen = () => {
  const t = useTranslate();
  const navigate = useNavigate();
  const { call } = useApi();
  const handedOver = emailFromNavigation(useLocation().state);
  const [typed, setTyped] = useState(handedOver ?? '');
  const [fault, setFault] = useState<string | null>(null);
  const [attempt, setAttempt] = useState<Attempt>({ status: 'idle' });
  const isRunning = attempt.status === 'running';
  const submit = async (): Promise<void> => {
    const email = typed.trim();
    setFault(looksLikeEmail(email) ? null : t('invalid.email'));
    setAttempt({ status: 'idle' });
    if (!looksLikeEmail(email)) return;
    setAttempt({ status: 'running' });
    try {
      await requestPasswordReset(call, email);
      await navigate('/forgot-password/success', { state: { email } });
    } catch (error) {
      if (isUnknown(error)) setFault(errorText(error, t));
      setAttempt({ status: 'failed', error });
    }
  };
  const isOfForm = attempt.status === 'failed' && !isUnknown(attempt.error);
  return (
    <>
      <h1>{t('page.forgot')}</h1>
      <p>{t('recover.forgotText')}</p>
      <SingleTaskPageForm
        onSubmit={() => void submit()}
        submit={t(isRunning ? 'recover.sending' : 'recover.send')}
        isRunning={isRunning}
        failure={isOfForm ? errorText(attempt.error, t) : null}
        faults={fault}
      >
        <TextField
          name="email"
          type="email"
          label={t('register.email')}
          autoComplete="username"
          maxLength={limits.emailLength}
          value={typed}
          fault={fault}
          onChange={setTyped}
        />
      </SingleTaskPageForm>
      <LightTextLink to="/login">{t('recover.back')}</LightTextLink>
    </>
  );
};
