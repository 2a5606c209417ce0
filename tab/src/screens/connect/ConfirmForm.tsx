import { useState } from 'react';
import { Button } from '@fluentui/react-components';
import type { Connection } from '#contracts/connect.ts';
import { ApiError } from '../../api/client.ts';
import { connectByCode } from '../../api/connect.ts';
import { useApi } from '../../api/context.ts';
import { errorText } from '../../api/errorText.ts';
import type { Attempt } from '../../ui/attempt.ts';
import { CardForm } from '../../ui/CardForm.tsx';
import { PasswordField } from '../../ui/PasswordField.tsx';
import { useWords } from '../../ui/words.ts';
import type { WebKey } from '../../ui/words.ts';
import css from './ConnectScreen.module.css';

const facts: readonly { readonly labelKey: WebKey; readonly of: (found: Connection) => string }[] = [
  { labelKey: 'connect.tenant', of: ({ tenantName }) => tenantName },
  { labelKey: 'connect.tenantId', of: ({ tenantId }) => tenantId },
  { labelKey: 'connect.team', of: ({ team }) => team },
  { labelKey: 'connect.installer', of: ({ installer }) => installer },
];

/** What would be connected, for an admin to recognise. Only text: names come from the other side. */
const Facts = ({ found }: { readonly found: Connection }) => {
  const words = useWords();
  return (
    <dl className={css.facts}>
      {facts.map(({ labelKey, of }) => (
        <div key={labelKey}>
          <dt>{words(labelKey)}</dt>
          <dd>{of(found)}</dd>
        </div>
      ))}
    </dl>
  );
};

interface ConfirmFormProps {
  readonly code: string;
  readonly found: Connection;
  readonly onDone: (found: Connection) => void;
  readonly onBack: () => void;
}

const isReauth = (error: unknown): boolean => error instanceof ApiError && error.code === 'REAUTH';

/** The second look, and the password when the sign-in is not of the last minutes. */
export const ConfirmForm = ({ code, found, onDone, onBack }: ConfirmFormProps) => {
  const words = useWords();
  const api = useApi();
  const [password, setPassword] = useState('');
  const [asksPassword, setAsks] = useState(false);
  const [isMissing, setMissing] = useState(false);
  const [attempt, setAttempt] = useState<Attempt>({ status: 'idle' });
  const error = attempt.status === 'failed' ? attempt.error : null;
  const isOfPassword = asksPassword && error instanceof ApiError && error.code === 'INVALID_INPUT';
  const submit = async (): Promise<void> => {
    const lacks = asksPassword && password === '';
    setMissing(lacks);
    if (lacks) return;
    setAttempt({ status: 'running' });
    try {
      onDone(await connectByCode(api, code, asksPassword ? password : undefined));
    } catch (error) {
      const wantsPassword = isReauth(error) && !asksPassword;
      setAsks(asksPassword || wantsPassword);
      setAttempt(wantsPassword ? { status: 'idle' } : { status: 'failed', error });
    }
  };
  return (
    <>
      <Facts found={found} />
      <p>{words('connect.consequence', { installer: found.installer, members: found.members })}</p>
      <CardForm
        submit={words('connect.confirm')}
        isRunning={attempt.status === 'running'}
        failure={error !== null && !isOfPassword ? errorText(error, words) : null}
        faults={isMissing || attempt}
        onSubmit={() => void submit()}
      >
        {asksPassword && (
          <PasswordField
            name="password"
            label={words('connect.password')}
            autoComplete="current-password"
            value={password}
            onChange={setPassword}
            fault={isMissing ? words('account.passwordMissing') : isOfPassword ? errorText(error, words) : null}
          />
        )}
      </CardForm>
      <Button onClick={onBack}>{words('connect.back')}</Button>
    </>
  );
};
