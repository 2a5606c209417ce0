import { useState } from 'react';
import { Checkbox, Field } from '@fluentui/react-components';
import { limits } from '#contracts/core/limitsAndProductConstants.ts';
import { ApiError } from '../../../api/client/apiClient.ts';
import { errorText } from '../../../api/client/errorText.ts';
import { useChangePassword } from '../../../api/people/profilePasswordAndPreferencesHooks.ts';
import { useUserDetails } from '../../../api/client/userDetailsAndOrgPauseCheck.ts';
import { useSignInMethods } from '../../../api/microsoftAccounts/signInMethodQueriesAndMutations.ts';
import { useNotices } from '../../../ui/dialogs/noticeQueue.ts';
import { PasswordField } from '../../../ui/forms/PasswordField.tsx';
import { useTranslate } from '../../../ui/text/translate.ts';
import type { WebTranslate } from '../../../ui/text/translate.ts';
import { LoadedData } from '../../../parts/LoadedData.tsx';
import css from './PasswordTab.module.css';
import { Section, Sections } from '../../../ui/display/Section.tsx';
import { SettingsFormWithSaveBar } from '../SettingsFormWithSaveBar.tsx';
import { useTypedSecret } from '../typedSecretContext.ts';

const empty = { oldPassword: '', newPassword: '', passwordConfirmation: '' };
type Passwords = typeof empty;
type Faults = Partial<Record<keyof Passwords, string>>;

const faultsOf = ({ oldPassword, newPassword, passwordConfirmation }: Passwords, t: WebTranslate): Faults => {
  const faults: Faults = {};
  const min = limits.passwordMin;
  if (oldPassword === '') faults.oldPassword = t('password.oldMissing');
  if (newPassword === '') faults.newPassword = t('password.newMissing');
  else if (Array.from(newPassword).length < min) faults.newPassword = t('passwordTab.short', { min });
  if (passwordConfirmation === '') faults.passwordConfirmation = t('password.confirmMissing');
  else if (newPassword !== passwordConfirmation) faults.passwordConfirmation = t('password.mismatch');
  return faults;
};

const refusedField = (error: unknown, t: WebTranslate): Faults => {
  if (!(error instanceof ApiError)) return {};
  if (error.code === 'PASSWORD_WEAK') return { newPassword: errorText(error, t) };
  if (error.code === 'INVALID_INPUT') return { oldPassword: errorText(error, t) };
  return {};
};

interface RemovalProps {
  readonly isChosen: boolean;
  readonly onChoose: (isChosen: boolean) => void;
}

/** Shows a check box by which the change of the password also removes the linked Microsoft accounts. */
const IdentityRemoval = ({ isChosen, onChoose }: RemovalProps) => {
  const t = useTranslate();
  return (
    <Field hint={t('passwordTab.removeIdentitiesHint')}>
      <Checkbox
        label={t('passwordTab.removeIdentities')}
        checked={isChosen}
        onChange={(_, { checked }) => {
          onChoose(checked === true);
        }}
      />
    </Field>
  );
};

const PasswordForm = () => {
  const t = useTranslate();
  const notices = useNotices();
  const change = useChangePassword();
  const [values, setValues] = useState(empty);
  const [faults, setFaults] = useState<Faults>({});
  const [removesJoined, setRemovesJoined] = useState(false);
  const [round, setRound] = useState(0);
  const { data: methods } = useSignInMethods();
  const hasJoined = methods?.microsoft.some(({ joinedAt }) => joinedAt !== null) === true;
  useTypedSecret(Object.values(values).some((text) => text !== ''));
  const submit = (): void => {
    const newFaults = faultsOf(values, t);
    setFaults(newFaults);
    change.reset();
    if (Object.keys(newFaults).length > 0) return;
    change.mutate(removesJoined ? { ...values, removeIdentities: true } : values, {
      onSuccess: () => {
        setValues(empty);
        setRemovesJoined(false);
        setRound(round + 1);
        notices.push('success', t('passwordTab.saved'));
      },
      onError: (error) => {
        setFaults(refusedField(error, t));
      },
    });
  };
  const field = (name: keyof Passwords, autoComplete: 'current-password' | 'new-password') => (
    <PasswordField
      name={name}
      label={t(`passwordTab.${name}`)}
      autoComplete={autoComplete}
      value={values[name]}
      fault={faults[name]}
      onChange={(value) => {
        setValues({ ...values, [name]: value });
      }}
    />
  );
  const isOfField = Object.keys(faults).length > 0;
  return (
    <SettingsFormWithSaveBar
      key={round}
      onSubmit={submit}
      submit={t(change.isPending ? 'passwordTab.saving' : 'passwordTab.save')}
      isRunning={change.isPending}
      failure={change.error === null || isOfField ? null : errorText(change.error, t)}
      faults={faults}
    >
      {field('oldPassword', 'current-password')}
      {field('newPassword', 'new-password')}
      {field('passwordConfirmation', 'new-password')}
      {hasJoined && <IdentityRemoval isChosen={removesJoined} onChoose={setRemovesJoined} />}
      {round > 0 && <p role="status">{t('passwordTab.done')}</p>}
    </SettingsFormWithSaveBar>
  );
};

/** Lets the reader change the password. The rules for passwords are shown before the reader types. */
export const PasswordTab = () => {
  const t = useTranslate();
  const query = useUserDetails();
  return (
    <Sections>
      <LoadedData query={query}>
        {({ hasPassword }) =>
          hasPassword ? (
            <Section title={t('settings.password')} text={t('passwordTab.text')}>
              <ul className={css.rules}>
                <li>{t('passwordTab.ruleLength', { min: limits.passwordMin })}</li>
                <li>{t('passwordTab.ruleCommon')}</li>
                <li>{t('passwordTab.rulePersonal', { product: t('product') })}</li>
              </ul>
              <PasswordForm />
            </Section>
          ) : (
            <Section title={t('settings.password')} text={t('passwordTab.none')} />
          )
        }
      </LoadedData>
    </Sections>
  );
};
