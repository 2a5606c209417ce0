import { useState } from 'react';
import { Button } from '@fluentui/react-components';
import type { Connection } from '#contracts/connect/connectOrgByCode.ts';
import { ApiError } from '../../api/client/apiClient.ts';
import { connectByCode } from '../../api/connect/connectOrganisationByCode.ts';
import { useApi } from '../../api/client/apiContextAndSessionHooks.ts';
import { errorText } from '../../api/client/errorText.ts';
import type { Attempt } from '../../ui/forms/attemptState.ts';
import { SingleTaskPageForm } from '../../ui/forms/SingleTaskPageForm.tsx';
import { PasswordField } from '../../ui/forms/PasswordField.tsx';
import { useTranslate } from '../../ui/text/translate.ts';
import type { WebKey } from '../../ui/text/translate.ts';
import css from './ConnectTeamsScreen.module.css';

const facts: readonly { readonly labelKey: WebKey; readonly of: (match: Connection) => string }[] = [
  { labelKey: 'connect.tenant', of: ({ tenantName }) => tenantName },
  { labelKey: 'connect.tenantId', of: ({ tenantId }) => tenantId },
  { labelKey: 'connect.team', of: ({ team }) => team },
  { labelKey: 'connect.installer', of: ({ installer }) => installer },
];

/**
 * Shows the organisation and the tenant that the code would connect, so that an admin can check them. Other people
 * chose these names, so they are shown as plain text.
 */
const Facts = ({ found }: { readonly found: Connection }) => {
  const t = useTranslate();
  return (
    <dl className={css.facts}>
      {facts.map(({ labelKey, of }) => (
        <div key={labelKey}>
          <dt>{t(labelKey)}</dt>
          <dd>{of(found)}</dd>
        </div>
      ))}
    </dl>
  );
};

interface ConfirmFormProps {
  readonly code: string;
  readonly found: Connection;
  readonly onDone: (match: Connection) => void;
  readonly onBack: () => void;
}

const isReauth = (error: unknown): boolean => error instanceof ApiError && error.code === 'REAUTH';

/** Asks the admin to confirm the connection. Also asks for the password if the sign-in is older than five minutes. */
export const ConnectConfirmForm = ({ code, found, onDone, onBack }: ConfirmFormProps) => {
  const t = useTranslate();
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
      <p>{t('connect.consequence', { installer: found.installer, members: found.members })}</p>
      <SingleTaskPageForm
        submit={t('connect.confirm')}
        isRunning={attempt.status === 'running'}
        failure={error !== null && !isOfPassword ? errorText(error, t) : null}
        faults={isMissing || attempt}
        onSubmit={() => void submit()}
      >
        {asksPassword && (
          <PasswordField
            name="password"
            label={t('connect.password')}
            autoComplete="current-password"
            value={password}
            onChange={setPassword}
            fault={isMissing ? t('account.passwordMissing') : isOfPassword ? errorText(error, t) : null}
          />
        )}
      </SingleTaskPageForm>
      <Button onClick={onBack}>{t('connect.back')}</Button>
    </>
  );
};
