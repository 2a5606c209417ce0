import { useEffect, useState } from 'react';
import type { Session } from '#contracts/identity/sessionAndUserDetailsCalls.ts';
import { ApiError } from '../../api/client/apiClient.ts';
import { useApi, useAttempt } from '../../api/client/apiContextAndSessionHooks.ts';
import { errorText } from '../../api/client/errorText.ts';
import { signInWithCode } from '../../api/identity/secondFactorSignInCalls.ts';
import { OneTimeCodeField } from '../../parts/OneTimeCodeField.tsx';
import type { Attempt } from '../../ui/forms/attemptState.ts';
import { LightTextButton } from '../../ui/forms/LightTextButton.tsx';
import { SingleTaskPageForm } from '../../ui/forms/SingleTaskPageForm.tsx';
import { useTranslate } from '../../ui/text/translate.ts';
import type { WebTranslate } from '../../ui/text/translate.ts';

export interface SecondStepProps {
  readonly email: string;
  readonly challenge: string;
  readonly onDone: (session: Session) => void;
  readonly onBack: (why: 'over' | 'wanted') => void;
}

export const isOver = (error: unknown): boolean => error instanceof ApiError && error.code === 'UNAUTHENTICATED';

/**
 * Returns the text for a wrong code, which the form shows beside the field. Null for any other error, which the form
 * shows as a whole.
 */
export const codeFault = (attempt: Attempt, t: WebTranslate): string | null =>
  attempt.status === 'failed' && attempt.error instanceof ApiError && attempt.error.code === 'INVALID_INPUT'
    ? errorText(attempt.error, t)
    : null;

export const SecondFactorForm = ({ email, challenge, onDone, onBack }: SecondStepProps) => {
  const t = useTranslate();
  const api = useApi();
  const attempt = useAttempt();
  const [code, setCode] = useState('');
  const [isOfApp, setOfApp] = useState(true);
  const [isMissing, setMissing] = useState(false);
  const isRunning = attempt.status === 'running';
  const hasEnded = attempt.status === 'failed' && isOver(attempt.error);
  useEffect(() => {
    if (hasEnded) onBack('over');
  }, [hasEnded, onBack]);
  const submit = async (): Promise<void> => {
    setMissing(code.trim() === '');
    if (code.trim() === '') return;
    const session = await signInWithCode(api, email, { challenge, code });
    if (session !== undefined) onDone(session);
  };
  const wrong = codeFault(attempt, t);
  return (
    <>
      <h1>{t('factor.title')}</h1>
      <p>{isOfApp ? t('factor.text', { product: t('product') }) : t('factor.recoveryText')}</p>
      <SingleTaskPageForm
        onSubmit={() => void submit()}
        submit={t(isRunning ? 'factor.running' : 'factor.submit')}
        isRunning={isRunning}
        failure={attempt.status === 'failed' && wrong === null ? errorText(attempt.error, t) : null}
        faults={isMissing || attempt}
      >
        <OneTimeCodeField
          key={String(isOfApp)}
          label={t(isOfApp ? 'factor.code' : 'factor.recovery')}
          value={code}
          fault={isMissing ? t('factor.missing') : wrong}
          isOfApp={isOfApp}
          onChange={setCode}
        />
      </SingleTaskPageForm>
      <LightTextButton
        onClick={() => {
          setOfApp(!isOfApp);
          setCode('');
          // Clears the error when the reader switches between the code of the app and a recovery code, because it
          // concerns the other kind.
          setMissing(false);
          api.session.setAttempt({ status: 'idle' });
        }}
      >
        {t(isOfApp ? 'factor.useRecovery' : 'factor.useApp')}
      </LightTextButton>
      <LightTextButton
        onClick={() => {
          onBack('wanted');
        }}
      >
        {t('factor.back')}
      </LightTextButton>
    </>
  );
};
