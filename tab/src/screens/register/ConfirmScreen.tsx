import { useState } from 'react';
import { Button } from '@fluentui/react-components';
import { useNavigate, useParams } from 'react-router-dom';
import { ApiError } from '../../api/client/client.ts';
import { useApi } from '../../api/client/context.ts';
import { errorText } from '../../api/client/errorText.ts';
import { confirmAddress } from '../../api/identity/registration.ts';
import { CardForm } from '../../ui/forms/CardForm.tsx';
import { CardLink } from '../../ui/display/CardLink.tsx';
import { PasswordField } from '../../ui/forms/PasswordField.tsx';
import { useWords } from '../../ui/text/words.ts';
import { Resend } from './Resend.tsx';

type State =
  /** `isForeign`: the registration came from another browser, so the password is required. `fault`: text about the password. */
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
  const words = useWords();
  const said = isOver(error) ? words('confirm.failedText') : errorText(error, words);
  return (
    <>
      <h1>{words('confirm.failed')}</h1>
      <p role="alert">{codeOf(error) === 'CODE_USED' ? words('confirm.usedText') : said}</p>
      {isOver(error) ? (
        <Resend email={null} />
      ) : (
        <Button appearance="primary" onClick={onAgain}>
          {words('confirm.button')}
        </Button>
      )}
      <CardLink to="/login">{words('register.signIn')}</CardLink>
    </>
  );
};

const Confirmed = () => {
  const words = useWords();
  const navigate = useNavigate();
  return (
    <>
      <h1>{words('confirm.done')}</h1>
      <p role="status">{words('confirm.doneText')}</p>
      <Button appearance="primary" onClick={() => void navigate('/login')}>
        {words('register.signIn')}
      </Button>
      <CardLink to="/setup">{words('confirm.next')}</CardLink>
    </>
  );
};

interface AskProps {
  readonly state: Extract<State, { readonly status: 'asking' | 'running' }>;
  readonly onConfirm: (password: string | undefined) => void;
}

const Ask = ({ state, onConfirm }: AskProps) => {
  const words = useWords();
  const [password, setPassword] = useState('');
  const { isForeign } = state;
  const isRunning = state.status === 'running';
  const fault = state.status === 'asking' ? state.fault : null;
  return (
    <>
      <h1>{words('page.confirm')}</h1>
      <p>{isForeign ? words('confirm.passwordText') : words('confirm.ask', { product: words('product') })}</p>
      <CardForm
        onSubmit={() => {
          onConfirm(isForeign ? password : undefined);
        }}
        submit={words(isRunning ? 'confirm.loading' : 'confirm.button')}
        isRunning={isRunning}
        faults={state}
      >
        {isForeign && (
          <PasswordField
            name="password"
            label={words('confirm.password')}
            autoComplete="current-password"
            value={password}
            fault={fault}
            onChange={setPassword}
          />
        )}
      </CardForm>
      {isForeign && <CardLink to="/forgot-password">{words('confirm.forgot')}</CardLink>}
    </>
  );
};

/**
 * The link in the email opens this page. Opening it changes nothing, because mail scanners follow links, and so may the owner of
 * an address that a stranger registered.
 */
export const ConfirmScreen = () => {
  const words = useWords();
  const { call } = useApi();
  const code = useParams()['id'] ?? '';
  const [state, setState] = useState<State>({ status: 'asking', isForeign: false, fault: null });
  const ask = (isForeign: boolean, fault: string | null): void => {
    setState({ status: 'asking', isForeign, fault });
  };
  const confirm = async (password: string | undefined): Promise<void> => {
    const isForeign = password !== undefined;
    if (password === '') {
      ask(true, words('account.passwordMissing'));
      return;
    }
    setState({ status: 'running', isForeign });
    try {
      await confirmAddress(call, code, password);
      setState({ status: 'confirmed' });
    } catch (error) {
      if (codeOf(error) === 'PASSWORD_NEEDED') ask(true, null);
      else if (codeOf(error) === 'INVALID_CREDENTIALS') ask(true, errorText(error, words));
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
