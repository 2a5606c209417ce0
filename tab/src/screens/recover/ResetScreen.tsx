import { useEffect, useState } from 'react';
import { useNavigate, useParams } from 'react-router-dom';
import { ApiError } from '../../api/client.ts';
import { useApi } from '../../api/context.ts';
import { errorText } from '../../api/errorText.ts';
import { checkReset } from '../../api/registration.ts';
import { CardLink } from '../../ui/CardLink.tsx';
import { Wait } from '../../ui/Wait.tsx';
import { useWords } from '../../ui/words.ts';
import { ResetForm } from './ResetForm.tsx';

type State =
  | { readonly status: 'loading' }
  | { readonly status: 'ready' }
  | { readonly status: 'failed'; readonly error: unknown };

const isOver = (error: unknown): boolean =>
  error instanceof ApiError && ['CODE_INVALID', 'CODE_USED', 'INVALID_INPUT'].includes(error.code);

const useLink = (code: string): readonly [State, (state: State) => void] => {
  const { call } = useApi();
  const [state, setState] = useState<State>({ status: 'loading' });
  useEffect(() => {
    let isHere = true;
    const tell = (next: State): void => {
      if (isHere) setState(next);
    };
    checkReset(call, code).then(
      () => {
        tell({ status: 'ready' });
      },
      (error: unknown) => {
        tell({ status: 'failed', error });
      },
    );
    return () => {
      isHere = false;
    };
  }, [call, code]);
  return [state, setState];
};

const Failed = ({ error }: { readonly error: unknown }) => {
  const words = useWords();
  return (
    <>
      <h1>{words(isOver(error) ? 'recover.failed' : 'page.reset')}</h1>
      <p role="alert">{isOver(error) ? words('recover.failedText') : errorText(error, words)}</p>
      <CardLink to="/forgot-password">{words('recover.askAgain')}</CardLink>
      <CardLink to="/login">{words('recover.back')}</CardLink>
    </>
  );
};

/** Where the letter's link leads: a new password, if the link is still good. */
export const ResetScreen = () => {
  const words = useWords();
  const navigate = useNavigate();
  const code = useParams()['code'] ?? '';
  const [state, setState] = useLink(code);
  switch (state.status) {
    case 'loading':
      return <Wait says="recover.checking" />;
    case 'failed':
      return <Failed error={state.error} />;
    case 'ready':
      return (
        <>
          <h1>{words('page.reset')}</h1>
          <ResetForm
            code={code}
            onDone={() => void navigate('/reset/success', { replace: true })}
            onOver={(error) => {
              setState({ status: 'failed', error });
            }}
            isOver={isOver}
          />
        </>
      );
  }
};
