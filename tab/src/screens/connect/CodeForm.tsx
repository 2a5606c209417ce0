import { useState } from 'react';
import type { Connection } from '#contracts/organisations/connect.ts';
import { ApiError } from '../../api/client/client.ts';
import { lookAtCode } from '../../api/organisations/connect.ts';
import { useApi } from '../../api/client/context.ts';
import { errorText } from '../../api/client/errorText.ts';
import type { Attempt } from '../../ui/forms/attempt.ts';
import { CardForm } from '../../ui/forms/CardForm.tsx';
import { TextField } from '../../ui/forms/TextField.tsx';
import { useWords } from '../../ui/text/words.ts';

interface CodeFormProps {
  readonly onFound: (code: string, found: Connection) => void;
}

const maxTyped = 60;

/** The form for the code that the bot showed, in any case and with or without hyphens: the server normalises it. */
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
