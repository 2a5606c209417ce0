import { useState } from 'react';
import type { Connection } from '#contracts/connect/connectOrgByCode.ts';
import { ApiError } from '../../api/client/apiClient.ts';
import { checkConnectCode } from '../../api/connect/connectOrganisationByCode.ts';
import { useApi } from '../../api/client/apiContextAndSessionHooks.ts';
import { errorText } from '../../api/client/errorText.ts';
import type { Attempt } from '../../ui/forms/attemptState.ts';
import { SingleTaskPageForm } from '../../ui/forms/SingleTaskPageForm.tsx';
import { TextField } from '../../ui/forms/TextField.tsx';
import { useTranslate } from '../../ui/text/translate.ts';

interface CodeFormProps {
  readonly onFound: (code: string, match: Connection) => void;
}

const maxTyped = 60;

/**
 * Asks for the code that the bot showed. The server ignores the case and the hyphens of the code, so the reader may
 * type the code in either case, with or without hyphens.
 */
export const ConnectCodeForm = ({ onFound }: CodeFormProps) => {
  const t = useTranslate();
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
      onFound(typed, await checkConnectCode(api, typed));
    } catch (error) {
      setAttempt({ status: 'failed', error });
    }
  };
  return (
    <SingleTaskPageForm
      submit={t('connect.look')}
      isRunning={attempt.status === 'running'}
      failure={error !== null && !isOfCode ? errorText(error, t) : null}
      faults={isMissing || attempt}
      onSubmit={() => void submit()}
    >
      <TextField
        name="code"
        label={t('connect.code')}
        autoComplete="off"
        maxLength={maxTyped}
        value={code}
        onChange={setCode}
        fault={isMissing ? t('connect.codeMissing') : isOfCode ? errorText(error, t) : null}
      />
    </SingleTaskPageForm>
  );
};
