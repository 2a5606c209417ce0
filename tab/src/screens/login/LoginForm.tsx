import { useState } from 'react';
import type { SubmitEvent } from 'react';
import { Button, Field, Input } from '@fluentui/react-components';
import type { Session } from '#contracts/account.ts';
import { limits } from '#contracts/limits.ts';
import { useApi, useAttempt } from '../../api/context.ts';
import { errorText } from '../../api/errorText.ts';
import { signIn } from '../../api/login.ts';
import { useWords } from '../../ui/words.ts';
import css from './LoginForm.module.css';

interface LoginFormProps {
  readonly onDone: (session: Session) => void;
}

type Missing = { readonly email: boolean; readonly password: boolean };
const looksLikeEmail = (value: string): boolean => /^[^\s@]+@[^\s@]+$/.test(value.trim());

/** E-mail and password. What was typed stays when signing in fails. */
export const LoginForm = ({ onDone }: LoginFormProps) => {
  const words = useWords();
  const api = useApi();
  const attempt = useAttempt();
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const [missing, setMissing] = useState<Missing>({ email: false, password: false });
  const isRunning = attempt.status === 'running';
  const submit = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    const gaps = { email: !looksLikeEmail(email), password: password === '' };
    setMissing(gaps);
    if (gaps.email || gaps.password || isRunning) return;
    const session = await signIn(api, email.trim(), password);
    if (session !== undefined) onDone(session);
  };
  return (
    <form className={css.form} noValidate onSubmit={(event) => void submit(event)}>
      {attempt.status === 'failed' && (
        <p className={css.failure} role="alert">
          {errorText(attempt.error, words)}
        </p>
      )}
      <Field label={words('login.email')} validationMessage={missing.email ? words('invalid.email') : null}>
        <Input
          type="email"
          name="email"
          autoComplete="username"
          maxLength={limits.emailLength}
          value={email}
          onChange={(_, { value }) => {
            setEmail(value);
          }}
        />
      </Field>
      <Field
        label={words('login.password')}
        validationMessage={missing.password ? words('account.passwordMissing') : null}
      >
        <Input
          type="password"
          name="password"
          autoComplete="current-password"
          maxLength={limits.passwordLength}
          value={password}
          onChange={(_, { value }) => {
            setPassword(value);
          }}
        />
      </Field>
      <Button type="submit" appearance="primary" disabledFocusable={isRunning}>
        {words(isRunning ? 'login.running' : 'login.submit')}
      </Button>
    </form>
  );
};
