import { useState } from 'react';
import type { Connection } from '#contracts/connect.ts';
import { ApiError } from '../../api/client.ts';
import { lookAtCode } from '../../api/connect.ts';
import { useApi } from '../../api/context.ts';
import { errorText } from '../../api/errorText.ts';
import type { Attempt } from '../../ui/attempt.ts';
import { CardForm } from '../../ui/CardForm.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { useWords } from '../../ui/words.ts';

interface CodeFormProps {
  readonly onFound: (code: string, found: Connection) => void;
}

const maxTyped = 60;

/** The code as it was shown, in any case and with or without hyphens: the server reads it. */
export const CodeForm = ({ onFound }: CodeFormProps) => {
  const words = useWords();
  const api = useApi();
  const [code, setCode] = useState('');
  const [isMissing, setMissing] = useState(false);
  const [attempt, setAttempt] = useState<Attempt>({ status: 'idle' });
  const error = attempt.status === 'failed' ? attempt.error : null;
  const isOfCode = error instanceof ApiError && (error.code === 'CONNECT_REFUSED' || error.code === 'INVALID_INPUT');
  const submit = async (): Promise<void> => {
    const typed = code.trim();
    setMissing(typed === '');
    setAttempt({ status: 'idle' });
    if (typed === '') return;
    setAttempt({ status: 'running' });
    try {
      onFound(typed, await lookAtCode(api, typed));
    } catch (error) {
      setAttempt({ status: 'failed', error });
    }
  };
  return (
    <CardForm
      submit={words('connect.look')}
      isRunning={attempt.status === 'running'}
      failure={error !== null && !isOfCode ? errorText(error, words) : null}
      faults={isMissing || attempt}
      onSubmit={() => void submit()}
    >
      <TextField
        name="code"
        label={words('connect.code')}
        autoComplete="off"
        maxLength={maxTyped}
        value={code}
        onChange={setCode}
        fault={isMissing ? words('connect.codeMissing') : isOfCode ? errorText(error, words) : null}
      />
    </CardForm>
  );
};
