import { useNavigate, useParams } from 'react-router-dom';
import { ApiError } from '../../api/client/client.ts';
import { errorText } from '../../api/client/errorText.ts';
import { useLinkCheck } from '../../api/client/linkCheck.ts';
import { checkReset } from '../../api/identity/registration.ts';
import { CardLink } from '../../ui/display/CardLink.tsx';
import { Wait } from '../../ui/display/Wait.tsx';
import { useWords } from '../../ui/text/words.ts';
import { ResetForm } from './ResetForm.tsx';

const isOver = (error: unknown): boolean =>
  error instanceof ApiError && ['CODE_INVALID', 'CODE_USED', 'INVALID_INPUT'].includes(error.code);

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

/** The link in the email opens this page: it sets a new password if the link is still valid. */
export const ResetScreen = () => {
  const words = useWords();
  const navigate = useNavigate();
  const code = useParams()['code'] ?? '';
  const [state, setState] = useLinkCheck(checkReset, code);
  switch (state.status) {
    case 'loading':
      return <Wait says="recover.checking" />;
    case 'failed':
      return <Failed error={state.error} />;
    case 'good':
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
