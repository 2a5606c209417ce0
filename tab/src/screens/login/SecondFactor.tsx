import { useEffect, useState } from 'react';
import type { Session } from '#contracts/identity/session.ts';
import { ApiError } from '../../api/client/client.ts';
import { useApi, useAttempt } from '../../api/client/context.ts';
import { errorText } from '../../api/client/errorText.ts';
import { signInWithCode } from '../../api/identity/secondStep.ts';
import { CodeField } from '../../parts/CodeField.tsx';
import type { Attempt } from '../../ui/forms/attempt.ts';
import { CardAction } from '../../ui/forms/CardAction.tsx';
import { CardForm } from '../../ui/forms/CardForm.tsx';
import { useWords } from '../../ui/text/words.ts';
import type { WebWords } from '../../ui/text/words.ts';

export interface SecondStepProps {
  readonly email: string;
  readonly challenge: string;
  readonly onDone: (session: Session) => void;
  /** Called when the challenge has expired, or the reader wants to start again. */
  readonly onBack: (why: 'over' | 'wanted') => void;
}

export const isOver = (error: unknown): boolean => error instanceof ApiError && error.code === 'UNAUTHENTICATED';

/** Returns the text for a wrong code, shown beside the field; null for any other error. */
export const codeFault = (attempt: Attempt, words: WebWords): string | null =>
  attempt.status === 'failed' && attempt.error instanceof ApiError && attempt.error.code === 'INVALID_INPUT'
    ? errorText(attempt.error, words)
    : null;

/** The second step of a sign-in. */
export const SecondFactor = ({ email, challenge, onDone, onBack }: SecondStepProps) => {
  const words = useWords();
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
  const wrong = codeFault(attempt, words);
  return (
    <>
      <h1>{words('factor.title')}</h1>
      <p>{isOfApp ? words('factor.text', { product: words('product') }) : words('factor.recoveryText')}</p>
      <CardForm
        onSubmit={() => void submit()}
        submit={words(isRunning ? 'factor.running' : 'factor.submit')}
        isRunning={isRunning}
        failure={attempt.status === 'failed' && wrong === null ? errorText(attempt.error, words) : null}
        faults={isMissing || attempt}
      >
        <CodeField
          key={String(isOfApp)}
          label={words(isOfApp ? 'factor.code' : 'factor.recovery')}
          value={code}
          fault={isMissing ? words('factor.missing') : wrong}
          isOfApp={isOfApp}
          onChange={setCode}
        />
      </CardForm>
      <CardAction
        onClick={() => {
          setOfApp(!isOfApp);
          setCode('');
          // The error belonged to the other kind of code.
          setMissing(false);
          api.session.setAttempt({ status: 'idle' });
        }}
      >
        {words(isOfApp ? 'factor.useRecovery' : 'factor.useApp')}
      </CardAction>
      <CardAction
        onClick={() => {
          onBack('wanted');
        }}
      >
        {words('factor.back')}
      </CardAction>
    </>
  );
};
