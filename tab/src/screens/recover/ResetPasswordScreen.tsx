import { ApiError } from '../../api/client/apiClient.ts';
import { errorText } from '../../api/client/errorText.ts';
import { useLinkCheck } from '../../api/client/useEmailLinkCheck.ts';
import { checkReset } from '../../api/registration/registrationPasswordResetRestoreCalls.ts';
import { LightTextLink } from '../../ui/display/LightTextLink.tsx';
import { WaitSpinner } from '../../ui/display/WaitSpinner.tsx';
import { useNavigate, useParams } from '../../ui/router/routerHooks.ts';
import { useTranslate } from '../../ui/text/translate.ts';
import { NewPasswordForm } from './NewPasswordForm.tsx';

const isOver = (error: unknown): boolean =>
  error instanceof ApiError && ['CODE_INVALID', 'CODE_USED', 'INVALID_INPUT'].includes(error.code);

const Failed = ({ error }: { readonly error: unknown }) => {
  const t = useTranslate();
  return (
    <>
      <h1>{t(isOver(error) ? 'recover.failed' : 'page.reset')}</h1>
      <p role="alert">{isOver(error) ? t('recover.failedText') : errorText(error, t)}</p>
      <LightTextLink to="/forgot-password">{t('recover.askAgain')}</LightTextLink>
      <LightTextLink to="/login">{t('recover.back')}</LightTextLink>
    </>
  );
};

/** The page that the link in the email opens. The reader can set a new password if the link is still valid. */
export const ResetPasswordScreen = () => {
  const t = useTranslate();
  const navigate = useNavigate();
  const code = useParams()['code'] ?? '';
  const [state, setState] = useLinkCheck(checkReset, code);
  switch (state.status) {
    case 'loading':
      return <WaitSpinner label="recover.checking" />;
    case 'failed':
      return <Failed error={state.error} />;
    case 'good':
      return (
        <>
          <h1>{t('page.reset')}</h1>
          <NewPasswordForm
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
