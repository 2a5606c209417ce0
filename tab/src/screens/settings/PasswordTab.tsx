import { useState } from 'react';
import { limits } from '#contracts/limits.ts';
import { ApiError } from '../../api/client.ts';
import { errorText } from '../../api/errorText.ts';
import { useChangePassword } from '../../api/profile.ts';
import { useUserDetails } from '../../api/queries.ts';
import { useNotices } from '../../ui/notices.ts';
import { PasswordField } from '../../ui/PasswordField.tsx';
import { useWords } from '../../ui/words.ts';
import type { WebWords } from '../../ui/words.ts';
import { Loaded } from '../../parts/Loaded.tsx';
import css from './PasswordTab.module.css';
import { Section, Sections } from '../../ui/Section.tsx';
import { SettingsForm } from './SettingsForm.tsx';

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

/** Which field a refusal is about. */
const refusedField = (error: unknown, words: WebWords): Faults => {
  if (!(error instanceof ApiError)) return {};
  if (error.code === 'PASSWORD_WEAK') return { newPassword: errorText(error, words) };
  if (error.code === 'INVALID_INPUT') return { oldPassword: errorText(error, words) };
  return {};
};

const PasswordForm = () => {
  const words = useWords();
  const notices = useNotices();
  const change = useChangePassword();
  const [values, setValues] = useState(empty);
  const [faults, setFaults] = useState<Faults>({});
  const [round, setRound] = useState(0);
  const submit = (): void => {
    const found = faultsOf(values, words);
    setFaults(found);
    change.reset();
    if (Object.keys(found).length > 0) return;
    change.mutate(values, {
      onSuccess: () => {
        setValues(empty);
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
      {round > 0 && <p role="status">{words('passwordTab.done')}</p>}
    </SettingsForm>
  );
};

/** A new password for the old one; the rules stand there before anything is typed. */
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
