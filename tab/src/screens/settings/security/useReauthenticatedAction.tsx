import { useState } from 'react';
import type { ReactNode } from 'react';
import { Button } from '@fluentui/react-components';
import { ApiError } from '../../../api/client/apiClient.ts';
import { learnRole } from '../../../api/identity/loadReaderRole.ts';
import { useApi } from '../../../api/client/apiContextAndSessionHooks.ts';
import { errorText } from '../../../api/client/errorText.ts';
import { beginMicrosoft } from '../../../api/microsoftAccounts/offerAndStartMicrosoftSignIn.ts';
import { useUserDetails } from '../../../api/client/userDetailsAndOrgPauseCheck.ts';
import { isReauth, reauthByCode, reauthByPassword } from '../../../api/identity/reauthentication.ts';
import { OneTimeCodeField } from '../../../parts/OneTimeCodeField.tsx';
import { PasswordField } from '../../../ui/forms/PasswordField.tsx';
import { useTranslate } from '../../../ui/text/translate.ts';
import css from '../PrivacyTab.module.css';

type Step =
  | { readonly kind: 'none' }
  | { readonly kind: 'password' }
  | { readonly kind: 'code'; readonly challenge: string }
  | { readonly kind: 'microsoft' };

export interface ReauthenticatedAction {
  readonly run: () => void;
  readonly isRunning: boolean;
  readonly failure: string | null;
  /** Fields for signing in again; nothing until the server requires a recent sign-in. */
  readonly fields: ReactNode;
}

/**
 * Signs in by password. Returns the next step that the server requires; undefined if the sign-in is complete. Throws
 * UNAUTHENTICATED if the account must first set up a second factor.
 */
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
  const t = useTranslate();
  return (
    <div className={css.fields}>
      <p role="status">{t('settings.reauth')}</p>
      {step.kind === 'password' && (
        <PasswordField
          name="reauthPassword"
          label={t('settings.reauthPassword')}
          autoComplete="current-password"
          value={password}
          onChange={onPassword}
        />
      )}
      {step.kind === 'code' && (
        <OneTimeCodeField label={t('factor.code')} value={code} fault={null} isOfApp onChange={onCode} />
      )}
      {step.kind === 'microsoft' && <Button onClick={onMicrosoft}>{t('settings.reauthMicrosoft')}</Button>}
    </div>
  );
};

/** Returns the state of the sign-in fields, and the function that signs in with what was typed in them. */
const useSignInFields = () => {
  const api = useApi();
  const { data: me } = useUserDetails();
  const [step, setStep] = useState<Step>({ kind: 'none' });
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const email = me?.email ?? '';

  /** Signs in with the typed password or code. Returns true if no further input is needed. */
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
  const requireSignIn = (): void => {
    setStep({ kind: me?.hasPassword === false ? 'microsoft' : 'password' });
  };
  return {
    step,
    setStep,
    signInAgain,
    requireSignIn,
    inputs: { password, onPassword: setPassword, code, onCode: setCode },
  };
};

/**
 * Returns a function that runs `work`. If the server requires a recent sign-in, the reader signs in on this page, and
 * `work` runs again. `back` is the path to which Microsoft returns the reader after a sign-in there.
 */
export const useReauthenticatedAction = (work: () => Promise<unknown>, back: string): ReauthenticatedAction => {
  const t = useTranslate();
  const api = useApi();
  const { step, setStep, signInAgain, requireSignIn, inputs } = useSignInFields();
  const [isRunning, setRunning] = useState(false);
  const [error, setError] = useState<unknown>(null);

  const attempt = async (): Promise<void> => {
    setRunning(true);
    setError(null);
    try {
      if (!(await signInAgain())) return;
      setStep({ kind: 'none' });
      await work();
    } catch (failed) {
      if (isReauth(failed)) requireSignIn();
      else {
        setError(failed);
        // The role of the new session is unknown to the page, so it is loaded.
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
    failure: error === null ? null : errorText(error, t),
    fields: step.kind !== 'none' && (
      <SignInFields step={step} {...inputs} onMicrosoft={() => void beginMicrosoft(api, back)} />
    ),
  };
};
