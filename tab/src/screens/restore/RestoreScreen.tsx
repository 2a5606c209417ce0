import { useState } from 'react';
import { Button } from '@fluentui/react-components';
import { useNavigate, useParams } from 'react-router-dom';
import { ApiError } from '../../api/client/client.ts';
import { useApi } from '../../api/client/context.ts';
import { errorText } from '../../api/client/errorText.ts';
import { restoreOrganisation } from '../../api/identity/registration.ts';
import { CardLink } from '../../ui/display/CardLink.tsx';
import { Wait } from '../../ui/display/Wait.tsx';
import { useWords } from '../../ui/text/words.ts';

type State =
  | { readonly status: 'asking' }
  | { readonly status: 'loading' }
  | { readonly status: 'restored'; readonly name: string }
  | { readonly status: 'failed'; readonly error: unknown };

/** True if the link is no longer valid, so that a retry cannot help. */
const isOver = (error: unknown): boolean =>
  error instanceof ApiError && ['CODE_INVALID', 'INVALID_INPUT', 'NOT_FOUND'].includes(error.code);

interface FailedProps {
  readonly error: unknown;
  readonly onAgain: () => void;
}

const Failed = ({ error, onAgain }: FailedProps) => {
  const words = useWords();
  return (
    <>
      <h1>{words('restore.failed')}</h1>
      <p role="alert">{isOver(error) ? words('restore.failedText') : errorText(error, words)}</p>
      {!isOver(error) && (
        <Button appearance="primary" onClick={onAgain}>
          {words('restore.again')}
        </Button>
      )}
      <CardLink to="/login">{words('restore.signIn')}</CardLink>
    </>
  );
};

/**
 * The link in the email about a deletion opens this page. The reader must confirm here, because mail scanners follow links and
 * would undo every deletion.
 */
export const RestoreScreen = () => {
  const words = useWords();
  const navigate = useNavigate();
  const { call } = useApi();
  const code = useParams()['code'] ?? '';
  const [state, setState] = useState<State>({ status: 'asking' });
  const restore = (): void => {
    setState({ status: 'loading' });
    restoreOrganisation(call, code).then(
      ({ name }) => {
        setState({ status: 'restored', name });
      },
      (error: unknown) => {
        setState({ status: 'failed', error });
      },
    );
  };
  switch (state.status) {
    case 'asking':
      return (
        <>
          <h1>{words('page.restore')}</h1>
          <p>{words('restore.text')}</p>
          <Button appearance="primary" onClick={restore}>
            {words('restore.button')}
          </Button>
          <CardLink to="/login">{words('restore.signIn')}</CardLink>
        </>
      );
    case 'loading':
      return <Wait says="restore.running" />;
    case 'failed':
      return <Failed error={state.error} onAgain={restore} />;
    case 'restored':
      return (
        <>
          <h1>{words('restore.done')}</h1>
          <p role="status">{words('restore.doneText', { organisation: state.name })}</p>
          <Button appearance="primary" onClick={() => void navigate('/login')}>
            {words('restore.signIn')}
          </Button>
        </>
      );
  }
};
