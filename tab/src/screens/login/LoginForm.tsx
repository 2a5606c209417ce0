import { Suspense, lazy, useCallback, useState } from 'react';
import type { ReactNode } from 'react';
import { Button, Field, Input } from '@fluentui/react-components';
import type { Challenge, Session } from '#contracts/identity/sessionAndUserDetailsCalls.ts';
import { limits } from '#contracts/core/limitsAndProductConstants.ts';
import { ApiError } from '../../api/client/apiClient.ts';
import { useApi, useAttempt } from '../../api/client/apiContextAndSessionHooks.ts';
import { errorText } from '../../api/client/errorText.ts';
import { signIn } from '../../api/identity/signInOutAndNextPage.ts';
import { Form } from '../../ui/forms/Form.tsx';
import { PasswordField } from '../../ui/forms/PasswordField.tsx';
import { looksLikeEmail } from '../../ui/text/looksLikeEmail.ts';
import { loadTexts } from '../../ui/text/loadLazyTextsAndLanguage.ts';
import { useTranslate } from '../../ui/text/translate.ts';
import css from './LoginForm.module.css';

// The code and the texts of the second factor load only when they are needed, because few people use a second factor.
const withTexts = async <T,>(load: Promise<T>): Promise<T> => {
  const [loaded] = await Promise.all([load, loadTexts('factor')]);
  return loaded;
};
const SecondFactor = lazy(() =>
  withTexts(import('./SecondFactorForm.tsx')).then((module) => ({ default: module.SecondFactorForm })),
);
const SetUpFactor = lazy(() =>
  withTexts(import('./SetUpSecondFactor.tsx')).then((module) => ({ default: module.SetUpSecondFactor })),
);

const NotConfirmed = lazy(() =>
  withTexts(import('./EmailNotConfirmed.tsx')).then((module) => ({ default: module.EmailNotConfirmed })),
);

interface LoginFormProps {
  readonly onDone: (session: Session) => void;
  readonly knownEmail?: string;
  readonly before?: ReactNode;
  readonly after?: (email: string) => ReactNode;
}

type Missing = { readonly email: boolean; readonly password: boolean };

interface FirstStepProps {
  readonly email: string;
  /** True if the second step has expired, so that the reader must start again. */
  readonly isOver: boolean;
  readonly setEmail: (email: string) => void;
  readonly onTry: () => void;
  readonly onAnswer: (answer: Session | Challenge) => void;
}

/** Shows the form for email and password. If the sign-in fails, the typed values stay. */
const FirstStep = ({ email, isOver, setEmail, onTry, onAnswer }: FirstStepProps) => {
  const t = useTranslate();
  const api = useApi();
  const attempt = useAttempt();
  const [password, setPassword] = useState('');
  const [missing, setMissing] = useState<Missing>({ email: false, password: false });
  const isRunning = attempt.status === 'running';
  const submit = async (form: HTMLFormElement): Promise<void> => {
    const gaps = { email: !looksLikeEmail(email), password: password === '' };
    setMissing(gaps);
    if (gaps.email || gaps.password)
      (form.elements.namedItem(gaps.email ? 'email' : 'password') as HTMLElement).focus();
    if (gaps.email || gaps.password) return;
    onTry();
    const answer = await signIn(api, email.trim(), password);
    if (answer !== undefined) onAnswer(answer);
  };
  const error = attempt.status === 'failed' ? attempt.error : undefined;
  const failure = error === undefined ? null : errorText(error, t);
  return (
    <Form className={css.form} isRunning={isRunning} onSubmit={(form) => void submit(form)}>
      {(isOver || failure !== null) && (
        <p className={css.failure} role="alert">
          {isOver ? t('login.tooLate') : failure}
        </p>
      )}
      {error instanceof ApiError && error.code === 'EMAIL_NOT_CONFIRMED' && (
        <Suspense>
          <NotConfirmed email={email.trim()} />
        </Suspense>
      )}
      <Field label={t('login.email')} validationMessage={missing.email ? t('invalid.email') : null}>
        <Input
          type="email"
          id="email"
          name="email"
          autoComplete="username"
          maxLength={limits.emailLength}
          value={email}
          onChange={(_, { value }) => {
            setEmail(value);
          }}
        />
      </Field>
      <PasswordField
        name="password"
        label={t('login.password')}
        autoComplete="current-password"
        value={password}
        fault={missing.password ? t('account.passwordMissing') : null}
        onChange={setPassword}
      />
      <Button type="submit" appearance="primary" disabledFocusable={isRunning}>
        {t(isRunning ? 'login.running' : 'login.submit')}
      </Button>
    </Form>
  );
};

/** Lets the reader sign in with email and password, then with the second factor if the account has one. */
export const LoginForm = ({ onDone, knownEmail = '', before, after }: LoginFormProps) => {
  const { session } = useApi();
  const [email, setEmail] = useState(knownEmail);
  const [challenge, setChallenge] = useState<Challenge>();
  const [isOver, setOver] = useState(false);
  const back = useCallback(
    (why: 'over' | 'wanted'): void => {
      setOver(why === 'over');
      setChallenge(undefined);
      session.setAttempt({ status: 'idle' });
    },
    [session],
  );
  if (challenge === undefined)
    return (
      <>
        {before}
        <FirstStep
          email={email}
          isOver={isOver}
          setEmail={setEmail}
          onTry={() => {
            setOver(false);
          }}
          onAnswer={(answer) => {
            if ('token' in answer) onDone(answer);
            else setChallenge(answer);
          }}
        />
        {after?.(email.trim())}
      </>
    );
  const Step = challenge.mustSetUp ? SetUpFactor : SecondFactor;
  return (
    <Suspense>
      <Step email={email.trim()} challenge={challenge.challenge} onDone={onDone} onBack={back} />
    </Suspense>
  );
};
