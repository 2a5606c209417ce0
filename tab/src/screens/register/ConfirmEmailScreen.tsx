import { useState } from 'react';
import { Button } from '@fluentui/react-components';
import { ApiError } from '../../api/client/apiClient.ts';
import { useApi } from '../../api/client/apiContextAndSessionHooks.ts';
import { errorText } from '../../api/client/errorText.ts';
import { confirmAddress } from '../../api/registration/registrationPasswordResetRestoreCalls.ts';
import { SingleTaskPageForm } from '../../ui/forms/SingleTaskPageForm.tsx';
import { LightTextLink } from '../../ui/display/LightTextLink.tsx';
import { PasswordField } from '../../ui/forms/PasswordField.tsx';
import { useNavigate, useParams } from '../../ui/router/routerHooks.ts';
import { useTranslate } from '../../ui/text/translate.ts';
import { ResendConfirmation } from './ResendConfirmation.tsx';

type State =
  /**
   * `isForeign`: the registration was sent from another browser, so the reader must also enter the password. `fault`:
   * error text about this password; null = none.
   */
  | { readonly status: 'asking'; readonly isForeign: boolean; readonly fault: string | null }
  | { readonly status: 'running'; readonly isForeign: boolean }
  | { readonly status: 'confirmed' }
  | { readonly status: 'failed'; readonly error: unknown };

const codeOf = (error: unknown) => (error instanceof ApiError ? error.code : undefined);

/** True if the link is no longer valid, so that a retry cannot help. */
const isOver = (error: unknown): boolean =>
  ['CODE_INVALID', 'CODE_USED', 'INVALID_INPUT'].includes(codeOf(error) ?? '');

interface FailedProps {
  readonly error: unknown;
  readonly onAgain: () => void;
}

const Failed = ({ error, onAgain }: FailedProps) => {
  const t = useTranslate();
  const text = isOver(error) ? t('confirm.failedText') : errorText(error, t);
  return (
    <>
      <h1>{t('confirm.failed')}</h1>
      <p role="alert">{codeOf(error) === 'CODE_USED' ? t('confirm.usedText') : text}</p>
      {isOver(error) ? (
        <ResendConfirmation email={null} />
      ) : (
        <Button appearance="primary" onClick={onAgain}>
          {t('confirm.button')}
        </Button>
      )}
      <LightTextLink to="/login">{t('register.signIn')}</LightTextLink>
    </>
  );
};

const Confirmed = () => {
  const t = useTranslate();
  const navigate = useNavigate();
  return (
    <>
      <h1>{t('confirm.done')}</h1>
      <p role="status">{t('confirm.doneText')}</p>
      <Button appearance="primary" onClick={() => void navigate('/login')}>
        {t('register.signIn')}
      </Button>
      <LightTextLink to="/setup">{t('confirm.next')}</LightTextLink>
    </>
  );
};

interface AskProps {
  readonly state: Extract<State, { readonly status: 'asking' | 'running' }>;
  readonly onConfirm: (password: string | undefined) => void;
}

const Ask = ({ state, onConfirm }: AskProps) => {
  const t = useTranslate();
  const [password, setPassword] = useState('');
  const { isForeign } = state;
  const isRunning = state.status === 'running';
  const fault = state.status === 'asking' ? state.fault : null;
  return (
    <>
      <h1>{t('page.confirm')}</h1>
      <p>{isForeign ? t('confirm.passwordText') : t('confirm.ask', { product: t('product') })}</p>
      <SingleTaskPageForm
        onSubmit={() => {
          onConfirm(isForeign ? password : undefined);
        }}
        submit={t(isRunning ? 'confirm.loading' : 'confirm.button')}
        isRunning={isRunning}
        faults={state}
      >
        {isForeign && (
          <PasswordField
            name="password"
            label={t('confirm.password')}
            autoComplete="current-password"
            value={password}
            fault={fault}
            onChange={setPassword}
          />
        )}
      </SingleTaskPageForm>
      {isForeign && <LightTextLink to="/forgot-password">{t('confirm.forgot')}</LightTextLink>}
    </>
  );
};

/**
 * The page that the link in the email opens. Opening the page confirms nothing: mail scanners open links too, and the
 * owner of an address may open the link of a registration that a stranger made. So the reader must press a button.
 */
export const ConfirmEmailScreen = () => {
  const t = useTranslate();
  const { call } = useApi();
  const code = useParams()['id'] ?? '';
  const [state, setState] = useState<State>({ status: 'asking', isForeign: false, fault: null });
  const ask = (isForeign: boolean, fault: string | null): void => {
    setState({ status: 'asking', isForeign, fault });
  };
  const confirm = async (password: string | undefined): Promise<void> => {
    const isForeign = password !== undefined;
    if (password === '') {
      ask(true, t('account.passwordMissing'));
      return;
    }
    setState({ status: 'running', isForeign });
    try {
      await confirmAddress(call, code, password);
      setState({ status: 'confirmed' });
    } catch (error) {
      if (codeOf(error) === 'PASSWORD_NEEDED') ask(true, null);
      else if (codeOf(error) === 'INVALID_CREDENTIALS') ask(true, errorText(error, t));
      else setState({ status: 'failed', error });
    }
  };
  switch (state.status) {
    case 'asking':
    case 'running':
      return <Ask state={state} onConfirm={(password) => void confirm(password)} />;
    case 'failed':
      return (
        <Failed
          error={state.error}
          onAgain={() => {
            ask(false, null);
          }}
        />
      );
    case 'confirmed':
      return <Confirmed />;
  }
};
