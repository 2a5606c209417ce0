import { useEffect, useState } from 'react';
import { Button, Field, Input } from '@fluentui/react-components';
import type { Session } from '#contracts/account.ts';
import { ApiError } from '../../api/client.ts';
import { useApi, useAttempt } from '../../api/context.ts';
import { errorText } from '../../api/errorText.ts';
import { signInWithCode } from '../../api/login.ts';
import { CardForm } from '../../ui/CardForm.tsx';
import { useWords } from '../../ui/words.ts';

export interface SecondStepProps {
  readonly email: string;
  readonly challenge: string;
  readonly onDone: (session: Session) => void;
  /** The challenge ran out, or the reader wants to begin again. */
  readonly onBack: (why: 'over' | 'wanted') => void;
}

export const isOver = (error: unknown): boolean => error instanceof ApiError && error.code === 'UNAUTHENTICATED';

interface CodeFieldProps {
  readonly label: string;
  readonly value: string;
  readonly fault: string | null;
  readonly isOfApp: boolean;
  readonly onChange: (value: string) => void;
}

/** Six digits, which phones and password managers fill in; or a recovery code, which nobody but the reader knows. */
export const CodeField = ({ label, value, fault, isOfApp, onChange }: CodeFieldProps) => (
  <Field label={label} validationMessage={fault} required>
    <Input
      name={isOfApp ? 'code' : 'recoveryCode'}
      value={value}
      autoFocus
      autoComplete={isOfApp ? 'one-time-code' : 'off'}
      inputMode={isOfApp ? 'numeric' : 'text'}
      autoCapitalize="characters"
      spellCheck={false}
      maxLength={64}
      onChange={(_, { value: typed }) => {
        onChange(typed);
      }}
    />
  </Field>
);

/** The second step of signing in. */
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
  return (
    <CardForm
      onSubmit={() => void submit()}
      submit={words(isRunning ? 'factor.running' : 'factor.submit')}
      isRunning={isRunning}
      failure={attempt.status === 'failed' ? errorText(attempt.error, words) : null}
      faults={isMissing}
    >
      <p>{isOfApp ? words('factor.text', { product: words('product') }) : words('factor.recoveryText')}</p>
      <CodeField
        key={String(isOfApp)}
        label={words(isOfApp ? 'factor.code' : 'factor.recovery')}
        value={code}
        fault={isMissing ? words('factor.missing') : null}
        isOfApp={isOfApp}
        onChange={setCode}
      />
      <Button
        appearance="transparent"
        onClick={() => {
          setOfApp(!isOfApp);
          setCode('');
        }}
      >
        {words(isOfApp ? 'factor.useRecovery' : 'factor.useApp')}
      </Button>
      <Button
        appearance="transparent"
        onClick={() => {
          onBack('wanted');
        }}
      >
        {words('factor.back')}
      </Button>
    </CardForm>
  );
};
