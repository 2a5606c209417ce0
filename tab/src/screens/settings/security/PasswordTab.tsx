import { useState } from 'react';
import { Checkbox, Field } from '@fluentui/react-components';
import { limits } from '#contracts/core/limits.ts';
import { ApiError } from '../../../api/client/client.ts';
import { errorText } from '../../../api/client/errorText.ts';
import { useChangePassword } from '../../../api/identity/profile.ts';
import { useUserDetails } from '../../../api/client/queries.ts';
import { useSignInMethods } from '../../../api/identity/signInMethods.ts';
import { useNotices } from '../../../ui/dialogs/notices.ts';
import { PasswordField } from '../../../ui/forms/PasswordField.tsx';
import { useWords } from '../../../ui/text/words.ts';
import type { WebWords } from '../../../ui/text/words.ts';
import { Loaded } from '../../../parts/Loaded.tsx';
import css from './PasswordTab.module.css';
import { Section, Sections } from '../../../ui/display/Section.tsx';
import { SettingsForm } from '../SettingsForm.tsx';
import { useTypedSecret } from '../typedSecret.ts';

const empty = { oldPassword: '', newPassword: '', passwordConfirmation: '' };
type Passwords = typeof empty;
type Faults = Partial<Record<keyof Passwords, string>>;

const faultsOf = ({ oldPassword, newPassword, passwordConfirmation }: Passwords, words: WebWords): Faults => {
  const faults: Faults = {};
  const min = limits.passwordMin;
  if (oldPassword === '') faults.oldPassword = words('password.oldMissing');
  if (newPassword === '') faults.newPassword = words('password.newMissing');
  else if (Array.from(newPassword).length < min) faults.newPassword = words('passwordTab.short', { min });
  if (passwordConfirmation === '') faults.passwordConfirmation = words('password.confirmMissing');
  else if (newPassword !== passwordConfirmation) faults.passwordConfirmation = words('password.mismatch');
  return faults;
};

/** Returns the fault of the field that the server refused. */
const refusedField = (error: unknown, words: WebWords): Faults => {
  if (!(error instanceof ApiError)) return {};
  if (error.code === 'PASSWORD_WEAK') return { newPassword: errorText(error, words) };
  if (error.code === 'INVALID_INPUT') return { oldPassword: errorText(error, words) };
  return {};
};

interface RemovalProps {
  readonly isChosen: boolean;
  readonly onChoose: (isChosen: boolean) => void;
}

/** Offers to remove the joined Microsoft identities together with the old password. */
const IdentityRemoval = ({ isChosen, onChoose }: RemovalProps) => {
  const words = useWords();
  return (
    <Field hint={words('passwordTab.removeIdentitiesHint')}>
      <Checkbox
        label={words('passwordTab.removeIdentities')}
        checked={isChosen}
        onChange={(_, { checked }) => {
          onChoose(checked === true);
        }}
      />
    </Field>
  );
};

const PasswordForm = () => {
  const words = useWords();
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
    const found = faultsOf(values, words);
    setFaults(found);
    change.reset();
    if (Object.keys(found).length > 0) return;
    change.mutate(removesJoined ? { ...values, removeIdentities: true } : values, {
      onSuccess: () => {
        setValues(empty);
        setRemovesJoined(false);
        setRound(round + 1);
        notices.push('success', words('passwordTab.saved'));
      },
      onError: (error) => {
        setFaults(refusedField(error, words));
      },
    });
  };
  const field = (name: keyof Passwords, autoComplete: 'current-password' | 'new-password') => (
    <PasswordField
      name={name}
      label={words(`passwordTab.${name}`)}
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
    <SettingsForm
      key={round}
      onSubmit={submit}
      submit={words(change.isPending ? 'passwordTab.saving' : 'passwordTab.save')}
      isRunning={change.isPending}
      failure={change.error === null || isOfField ? null : errorText(change.error, words)}
      faults={faults}
    >
      {field('oldPassword', 'current-password')}
      {field('newPassword', 'new-password')}
      {field('passwordConfirmation', 'new-password')}
      {hasJoined && <IdentityRemoval isChosen={removesJoined} onChoose={setRemovesJoined} />}
      {round > 0 && <p role="status">{words('passwordTab.done')}</p>}
    </SettingsForm>
  );
};

/** Changes the password. The rules are visible before the reader types. */
export const PasswordTab = () => {
  const words = useWords();
  const query = useUserDetails();
  return (
    <Sections>
      <Loaded query={query}>
        {({ hasPassword }) =>
          hasPassword ? (
            <Section title={words('settings.password')} text={words('passwordTab.text')}>
              <ul className={css.rules}>
                <li>{words('passwordTab.ruleLength', { min: limits.passwordMin })}</li>
                <li>{words('passwordTab.ruleCommon')}</li>
                <li>{words('passwordTab.rulePersonal', { product: words('product') })}</li>
              </ul>
              <PasswordForm />
            </Section>
          ) : (
            <Section title={words('settings.password')} text={words('passwordTab.none')} />
          )
        }
      </Loaded>
    </Sections>
  );
};
