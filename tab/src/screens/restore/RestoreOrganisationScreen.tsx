import { useState } from 'react';
import { Button } from '@fluentui/react-components';
import { ApiError } from '../../api/client/apiClient.ts';
import { useApi } from '../../api/client/apiContextAndSessionHooks.ts';
import { errorText } from '../../api/client/errorText.ts';
import { restoreOrganisation } from '../../api/registration/registrationPasswordResetRestoreCalls.ts';
import { LightTextLink } from '../../ui/display/LightTextLink.tsx';
import { WaitSpinner } from '../../ui/display/WaitSpinner.tsx';
import { useNavigate, useParams } from '../../ui/router/routerHooks.ts';
import { useTranslate } from '../../ui/text/translate.ts';

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
  const t = useTranslate();
  return (
    <>
      <h1>{t('restore.failed')}</h1>
      <p role="alert">{isOver(error) ? t('restore.failedText') : errorText(error, t)}</p>
      {!isOver(error) && (
        <Button appearance="primary" onClick={onAgain}>
          {t('restore.again')}
        </Button>
      )}
      <LightTextLink to="/login">{t('restore.signIn')}</LightTextLink>
    </>
  );
};

/**
 * The page that the link in the email about a deletion opens. Mail scanners follow links and would undo every deletion,
 * so the organisation is restored only when the reader presses a button.
 */
export const RestoreOrganisationScreen = () => {
  const t = useTranslate();
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
          <h1>{t('page.restore')}</h1>
          <p>{t('restore.text')}</p>
          <Button appearance="primary" onClick={restore}>
            {t('restore.button')}
          </Button>
          <LightTextLink to="/login">{t('restore.signIn')}</LightTextLink>
        </>
      );
    case 'loading':
      return <WaitSpinner label="restore.running" />;
    case 'failed':
      return <Failed error={state.error} onAgain={restore} />;
    case 'restored':
      return (
        <>
          <h1>{t('restore.done')}</h1>
          <p role="status">{t('restore.doneText', { organisation: state.name })}</p>
          <Button appearance="primary" onClick={() => void navigate('/login')}>
            {t('restore.signIn')}
          </Button>
        </>
      );
  }
};
