import { useState } from 'react';
import type { ReactNode } from 'react';
import { Button } from '@fluentui/react-components';
import { ApiError } from '../../../api/client/client.ts';
import { learnRole } from '../../../api/organisations/connect.ts';
import { useApi } from '../../../api/client/context.ts';
import { errorText } from '../../../api/client/errorText.ts';
import { beginMicrosoft } from '../../../api/identity/microsoft.ts';
import { useUserDetails } from '../../../api/client/queries.ts';
import { isReauth, reauthByCode, reauthByPassword } from '../../../api/identity/reauth.ts';
import { CodeField } from '../../../parts/CodeField.tsx';
import { PasswordField } from '../../../ui/forms/PasswordField.tsx';
import { useWords } from '../../../ui/text/words.ts';
import css from '../PrivacyTab.module.css';

type Step =
  | { readonly kind: 'none' }
  | { readonly kind: 'password' }
  | { readonly kind: 'code'; readonly challenge: string }
  | { readonly kind: 'microsoft' };

export interface Deed {
  readonly run: () => void;
  readonly isRunning: boolean;
  readonly failure: string | null;
  /** The fields for a fresh sign-in; empty until the server requires one. */
  readonly fields: ReactNode;
}

/** Returns the step that the server requires after the password, or undefined if the sign-in is complete. */
const signInByPassword = async (
  api: ReturnType<typeof useApi>,
  email: string,
  password: string,
): Promise<Step | undefined> => {
  const challenge = await reauthByPassword(api, email, password);
  if (challenge === undefined) return undefined;
  if (challenge.mustSetUp) throw new ApiError('UNAUTHENTICATED', null);
  return { kind: 'code', challenge: challenge.challenge };
};

interface SignInFieldsProps {
  readonly step: Exclude<Step, { kind: 'none' }>;
  readonly password: string;
  readonly onPassword: (password: string) => void;
  readonly code: string;
  readonly onCode: (code: string) => void;
  readonly onMicrosoft: () => void;
}

const SignInFields = ({ step, password, onPassword, code, onCode, onMicrosoft }: SignInFieldsProps) => {
  const words = useWords();
  return (
    <div className={css.fields}>
      <p role="status">{words('settings.reauth')}</p>
      {step.kind === 'password' && (
        <PasswordField
          name="reauthPassword"
          label={words('settings.reauthPassword')}
          autoComplete="current-password"
          value={password}
          onChange={onPassword}
        />
      )}
      {step.kind === 'code' && (
        <CodeField label={words('factor.code')} value={code} fault={null} isOfApp onChange={onCode} />
      )}
      {step.kind === 'microsoft' && <Button onClick={onMicrosoft}>{words('settings.reauthMicrosoft')}</Button>}
    </div>
  );
};

/**
 * Runs an action that needs a fresh sign-in: asks for the sign-in on the same page, then continues. `back` = the page to return
 * to from Microsoft.
 */
export const useDeed = (work: () => Promise<unknown>, back: string): Deed => {
  const words = useWords();
  const api = useApi();
  const { data: me } = useUserDetails();
  const [step, setStep] = useState<Step>({ kind: 'none' });
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const [isRunning, setRunning] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const email = me?.email ?? '';

  /** Returns true if no further input is needed. */
  const signInAgain = async (): Promise<boolean> => {
    switch (step.kind) {
      case 'none':
        return true;
      case 'microsoft':
        return false;
      case 'password': {
        const next = await signInByPassword(api, email, password);
        if (next !== undefined) setStep(next);
        return next === undefined;
      }
      case 'code':
        await reauthByCode(api, email, step.challenge, code);
        return true;
    }
  };
  const attempt = async (): Promise<void> => {
    setRunning(true);
    setError(null);
    try {
      if (!(await signInAgain())) return;
      setStep({ kind: 'none' });
      await work();
    } catch (failed) {
      if (isReauth(failed)) setStep({ kind: me?.hasPassword === false ? 'microsoft' : 'password' });
      else {
        setError(failed);
        // After a new sign-in, the page does not know the reader's role yet.
        if (step.kind !== 'none') void learnRole(api);
      }
    } finally {
      setRunning(false);
    }
  };
  return {
    run: () => {
      if (!isRunning) void attempt();
    },
    isRunning,
    failure: error === null ? null : errorText(error, words),
    fields: step.kind !== 'none' && (
      <SignInFields
        {...{ step, password, code }}
        onPassword={setPassword}
        onCode={setCode}
        onMicrosoft={() => void beginMicrosoft(api, back)}
      />
    ),
  };
};
