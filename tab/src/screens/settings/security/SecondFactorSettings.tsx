import { useState } from 'react';
import { Button } from '@fluentui/react-components';
import { ShieldCheckmark20Regular } from '@fluentui/react-icons/svg/shield-checkmark';
import { ApiError } from '../../../api/client/apiClient.ts';
import { errorText } from '../../../api/client/errorText.ts';
import { useBeginFactor, useConfirmFactor, useDisableFactor } from '../../../api/identity/secondFactorSetupAndReset.ts';
import type { NewFactor } from '../../../api/identity/secondFactorSetupAndReset.ts';
import { OneTimeCodeField } from '../../../parts/OneTimeCodeField.tsx';
import { AuthenticatorKey } from '../../../parts/AuthenticatorKey.tsx';
import { RecoveryCodes } from '../../../parts/RecoveryCodes.tsx';
import { useNotices } from '../../../ui/dialogs/noticeQueue.ts';
import { PasswordField } from '../../../ui/forms/PasswordField.tsx';
import { useTranslate } from '../../../ui/text/translate.ts';
import css from './SecurityTab.module.css';
import { SettingsFormWithSaveBar } from '../SettingsFormWithSaveBar.tsx';

const isInput = (error: unknown): boolean => error instanceof ApiError && error.code === 'INVALID_INPUT';

interface PasswordStepProps {
  readonly onBegun: (factor: NewFactor) => void;
}

/**
 * Asks for the password first. Otherwise a stranger at an unattended page could turn on a second factor and so lock out
 * the owner of the account.
 */
const PasswordStep = ({ onBegun }: PasswordStepProps) => {
  const t = useTranslate();
  const begin = useBeginFactor();
  const [password, setPassword] = useState('');
  const [isMissing, setMissing] = useState(false);
  const submit = (): void => {
    setMissing(password === '');
    if (password !== '') begin.mutate(password, { onSuccess: onBegun });
  };
  const failureText = begin.error === null ? null : errorText(begin.error, t);
  const isOfField = isInput(begin.error);
  return (
    <SettingsFormWithSaveBar
      onSubmit={submit}
      submit={t('securityTab.goOn')}
      isRunning={begin.isPending}
      failure={isOfField ? null : failureText}
      faults={isMissing || begin.error}
    >
      <PasswordField
        name="password"
        label={t('securityTab.password')}
        autoComplete="current-password"
        value={password}
        fault={isMissing ? t('securityTab.passwordMissing') : isOfField ? failureText : null}
        onChange={setPassword}
      />
    </SettingsFormWithSaveBar>
  );
};

interface CodeStepProps {
  readonly factor: NewFactor;
  readonly onCodes: (codes: readonly string[]) => void;
}

const CodeStep = ({ factor, onCodes }: CodeStepProps) => {
  const t = useTranslate();
  const confirm = useConfirmFactor();
  const [code, setCode] = useState('');
  const [isMissing, setMissing] = useState(false);
  const submit = (): void => {
    setMissing(code.trim() === '');
    if (code.trim() === '') return;
    confirm.mutate(code, {
      onSuccess: ({ recoveryCodes }) => {
        onCodes(recoveryCodes);
      },
    });
  };
  const failureText = confirm.error === null ? null : errorText(confirm.error, t);
  const isOfField = isInput(confirm.error);
  return (
    <div className={css.steps}>
      <p>{t('securityTab.scan')}</p>
      <AuthenticatorKey uri={factor.uri} secret={factor.secret} />
      <SettingsFormWithSaveBar
        onSubmit={submit}
        submit={t('securityTab.turnOn')}
        isRunning={confirm.isPending}
        failure={isOfField ? null : failureText}
        faults={isMissing || confirm.error}
      >
        <OneTimeCodeField
          label={t('factor.code')}
          value={code}
          fault={isMissing ? t('factor.missing') : isOfField ? failureText : null}
          isOfApp
          onChange={setCode}
        />
      </SettingsFormWithSaveBar>
    </div>
  );
};

type Step =
  | { readonly kind: 'off' }
  | { readonly kind: 'password' }
  | { readonly kind: 'code'; readonly factor: NewFactor }
  | { readonly kind: 'codes'; readonly codes: readonly string[] };

interface FactorOffProps {
  /**
   * Called with true when the page shows the recovery codes, and with false afterwards. Meanwhile this part must stay
   * on the page, because the codes are shown only once.
   */
  readonly onShowing: (isShowing: boolean) => void;
}

/**
 * Shown while the second factor is off. Lets the reader turn it on in three steps: password, key with a first code,
 * recovery codes.
 */
export const FactorOff = ({ onShowing }: FactorOffProps) => {
  const t = useTranslate();
  const notices = useNotices();
  const [step, setStep] = useState<Step>({ kind: 'off' });
  switch (step.kind) {
    case 'off':
      return (
        <Button
          appearance="primary"
          onClick={() => {
            setStep({ kind: 'password' });
          }}
        >
          {t('securityTab.begin')}
        </Button>
      );
    case 'password':
      return (
        <PasswordStep
          onBegun={(factor) => {
            setStep({ kind: 'code', factor });
          }}
        />
      );
    case 'code':
      return (
        <CodeStep
          factor={step.factor}
          onCodes={(codes) => {
            onShowing(true);
            setStep({ kind: 'codes', codes });
          }}
        />
      );
    case 'codes':
      return (
        <RecoveryCodes
          codes={step.codes}
          heading="h3"
          onDone={() => {
            onShowing(false);
            notices.push('success', t('securityTab.isOn'));
          }}
        />
      );
  }
};

const OffForm = ({ onLeave }: { readonly onLeave: () => void }) => {
  const t = useTranslate();
  const notices = useNotices();
  const disable = useDisableFactor();
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const [isChecked, setChecked] = useState<object>();
  const submit = (): void => {
    setChecked({});
    if (password === '' || code.trim() === '') return;
    disable.mutate(
      { password, code },
      {
        onSuccess: () => {
          notices.push('success', t('securityTab.isOff'));
        },
      },
    );
  };
  const isMissing = isChecked !== undefined;
  return (
    <>
      <SettingsFormWithSaveBar
        onSubmit={submit}
        submit={t('securityTab.turnOff')}
        isRunning={disable.isPending}
        failure={disable.error === null ? null : errorText(disable.error, t)}
        faults={isChecked}
      >
        <PasswordField
          name="password"
          label={t('securityTab.password')}
          autoComplete="current-password"
          value={password}
          fault={isMissing && password === '' ? t('securityTab.passwordMissing') : null}
          onChange={setPassword}
        />
        <OneTimeCodeField
          label={t('securityTab.anyCode')}
          value={code}
          fault={isMissing && code.trim() === '' ? t('factor.missing') : null}
          isOfApp
          onChange={setCode}
        />
      </SettingsFormWithSaveBar>
      <Button appearance="subtle" onClick={onLeave}>
        {t('common.cancel')}
      </Button>
    </>
  );
};

/**
 * Shown while the second factor is on. Explains how to get new recovery codes, and lets the reader turn the second
 * factor off.
 */
export const FactorOn = () => {
  const t = useTranslate();
  const [isLeaving, setLeaving] = useState(false);
  return (
    <>
      <p className={css.state}>
        <ShieldCheckmark20Regular className={css.on ?? ''} aria-hidden="true" />
        {t('securityTab.on')}
      </p>
      <p>{t('securityTab.newCodes')}</p>
      {isLeaving ? (
        <OffForm
          onLeave={() => {
            setLeaving(false);
          }}
        />
      ) : (
        <Button
          onClick={() => {
            setLeaving(true);
          }}
        >
          {t('securityTab.askOff')}
        </Button>
      )}
    </>
  );
};
