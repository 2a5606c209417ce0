import { useEffect, useState } from 'react';
import { useApi } from '../../api/client/apiContextAndSessionHooks.ts';
import { errorText } from '../../api/client/errorText.ts';
import { beginSecondFactor, confirmSecondFactor } from '../../api/identity/secondFactorSignInCalls.ts';
import { OneTimeCodeField } from '../../parts/OneTimeCodeField.tsx';
import { AuthenticatorKey } from '../../parts/AuthenticatorKey.tsx';
import { RecoveryCodes } from '../../parts/RecoveryCodes.tsx';
import type { Attempt } from '../../ui/forms/attemptState.ts';
import { SingleTaskPageForm } from '../../ui/forms/SingleTaskPageForm.tsx';
import { useTranslate } from '../../ui/text/translate.ts';
import { codeFault, isOver } from './SecondFactorForm.tsx';
import type { SecondStepProps } from './SecondFactorForm.tsx';

type Begun = Awaited<ReturnType<typeof beginSecondFactor>>;
type Confirmed = Awaited<ReturnType<typeof confirmSecondFactor>>;

/**
 * Requests a key for the authenticator app and returns it; undefined until the key arrives. Calls `failed` if the
 * request fails.
 */
const useKey = (challenge: string, failed: (error: unknown) => void): Begun | undefined => {
  const api = useApi();
  const [begun, setBegun] = useState<Begun>();
  useEffect(() => {
    let isLeft = false;
    beginSecondFactor(api, challenge).then(
      (answer) => {
        if (!isLeft) setBegun(answer);
      },
      (error: unknown) => {
        if (!isLeft) failed(error);
      },
    );
    return () => {
      isLeft = true;
    };
  }, [api, challenge, failed]);
  return begun;
};

interface CodeFormProps {
  readonly attempt: Attempt;
  readonly begun: Begun | undefined;
  readonly onCode: (code: string) => void;
}

const CodeForm = ({ attempt, begun, onCode }: CodeFormProps) => {
  const t = useTranslate();
  const [code, setCode] = useState('');
  const [isMissing, setMissing] = useState(false);
  const submit = (): void => {
    setMissing(code.trim() === '');
    if (code.trim() !== '') onCode(code);
  };
  const isRunning = attempt.status === 'running';
  const wrong = codeFault(attempt, t);
  return (
    <>
      <h1>{t('factor.setUpTitle')}</h1>
      <p>{t('factor.setUpText')}</p>
      {begun === undefined ? (
        <p role="status">{t('factor.loading')}</p>
      ) : (
        <AuthenticatorKey uri={begun.uri} secret={begun.secret} />
      )}
      <SingleTaskPageForm
        onSubmit={submit}
        submit={t(isRunning ? 'factor.running' : 'factor.submit')}
        isRunning={isRunning || begun === undefined}
        failure={attempt.status === 'failed' && wrong === null ? errorText(attempt.error, t) : null}
        faults={isMissing || attempt}
      >
        <OneTimeCodeField
          label={t('factor.code')}
          value={code}
          fault={isMissing ? t('factor.missing') : wrong}
          isOfApp
          onChange={setCode}
        />
      </SingleTaskPageForm>
    </>
  );
};

/**
 * Sets up a second factor for a person who must use one but has none yet: shows the key, checks a code and shows the
 * recovery codes. The session starts only after the last step.
 */
export const SetUpSecondFactor = ({ email, challenge, onDone, onBack }: SecondStepProps) => {
  const api = useApi();
  const [attempt, setAttempt] = useState<Attempt>({ status: 'idle' });
  const [confirmed, setConfirmed] = useState<Confirmed>();
  const [fail] = useState(() => (error: unknown): void => {
    if (isOver(error)) onBack('over');
    setAttempt({ status: 'failed', error });
  });
  const begun = useKey(challenge, fail);
  const confirm = async (code: string): Promise<void> => {
    setAttempt({ status: 'running' });
    try {
      setConfirmed(await confirmSecondFactor(api, { challenge, code }));
    } catch (error) {
      fail(error);
    }
  };
  if (confirmed === undefined)
    return <CodeForm attempt={attempt} begun={begun} onCode={(code) => void confirm(code)} />;
  return (
    <RecoveryCodes
      codes={confirmed.recoveryCodes}
      onDone={() => {
        if (confirmed.session === null) return;
        api.session.signedIn(confirmed.session, email);
        onDone(confirmed.session);
      }}
    />
  );
};
