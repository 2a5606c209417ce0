import { Suspense, lazy, useCallback, useState } from 'react';
import type { ReactNode, SubmitEvent } from 'react';
import { Button, Field, Input } from '@fluentui/react-components';
import type { Challenge, Session } from '#contracts/account.ts';
import { limits } from '#contracts/limits.ts';
import { ApiError } from '../../api/client.ts';
import { useApi, useAttempt } from '../../api/context.ts';
import { errorText } from '../../api/errorText.ts';
import { signIn } from '../../api/login.ts';
import { loadTexts } from '../../ui/lazyTexts.ts';
import { useWords } from '../../ui/words.ts';
import css from './LoginForm.module.css';

// What few people meet is not part of the page that everybody waits for.
const withTexts = async <T,>(load: Promise<T>): Promise<T> => {
  const [loaded] = await Promise.all([load, loadTexts('factor')]);
  return loaded;
};
const SecondFactor = lazy(() => withTexts(import('./SecondFactor.tsx')).then((it) => ({ default: it.SecondFactor })));
const SetUpFactor = lazy(() => withTexts(import('./SetUpFactor.tsx')).then((it) => ({ default: it.SetUpFactor })));

const NotConfirmed = lazy(() => withTexts(import('./NotConfirmed.tsx')).then((it) => ({ default: it.NotConfirmed })));

interface LoginFormProps {
  readonly onDone: (session: Session) => void;
  /** What stands around e-mail and password; the second step is a page of its own. */
  readonly before?: ReactNode;
  readonly after?: ReactNode;
}

type Missing = { readonly email: boolean; readonly password: boolean };
const looksLikeEmail = (value: string): boolean => /^[^\s@]+@[^\s@]+$/.test(value.trim());

interface FirstStepProps {
  readonly email: string;
  /** The second step took too long. */
  readonly isOver: boolean;
  readonly setEmail: (email: string) => void;
  readonly onTry: () => void;
  readonly onAnswer: (answer: Session | Challenge) => void;
}

/** E-mail and password. What was typed stays when signing in fails. */
const FirstStep = ({ email, isOver, setEmail, onTry, onAnswer }: FirstStepProps) => {
  const words = useWords();
  const api = useApi();
  const attempt = useAttempt();
  const [password, setPassword] = useState('');
  const [missing, setMissing] = useState<Missing>({ email: false, password: false });
  const isRunning = attempt.status === 'running';
  const submit = async (event: SubmitEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    const gaps = { email: !looksLikeEmail(email), password: password === '' };
    setMissing(gaps);
    if (gaps.email || gaps.password)
      (event.currentTarget.elements.namedItem(gaps.email ? 'email' : 'password') as HTMLElement).focus();
    if (gaps.email || gaps.password || isRunning) return;
    onTry();
    const answer = await signIn(api, email.trim(), password);
    if (answer !== undefined) onAnswer(answer);
  };
  const error = attempt.status === 'failed' ? attempt.error : undefined;
  const failure = error === undefined ? null : errorText(error, words);
  return (
    <form className={css.form} noValidate onSubmit={(event) => void submit(event)}>
      {(isOver || failure !== null) && (
        <p className={css.failure} role="alert">
          {isOver ? words('login.tooLate') : failure}
        </p>
      )}
      {error instanceof ApiError && error.code === 'EMAIL_NOT_CONFIRMED' && (
        <Suspense>
          <NotConfirmed email={email.trim()} />
        </Suspense>
      )}
      <Field label={words('login.email')} validationMessage={missing.email ? words('invalid.email') : null}>
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
      <Field
        label={words('login.password')}
        validationMessage={missing.password ? words('account.passwordMissing') : null}
      >
        <Input
          type="password"
          id="password"
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

/** Signing in: e-mail and password, then the second step where there is one. */
export const LoginForm = ({ onDone, before, after }: LoginFormProps) => {
  const { session } = useApi();
  const [email, setEmail] = useState('');
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
        {after}
      </>
    );
  const Step = challenge.mustSetUp ? SetUpFactor : SecondFactor;
  return (
    <Suspense>
      <Step email={email.trim()} challenge={challenge.challenge} onDone={onDone} onBack={back} />
    </Suspense>
  );
};
