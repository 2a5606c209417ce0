import { Button } from '@fluentui/react-components';
import type { Connection } from '#contracts/connect/connectOrgByCode.ts';
import { useApi, useAttempt } from '../../api/client/apiContextAndSessionHooks.ts';
import { errorText } from '../../api/client/errorText.ts';
import { goToMicrosoft, useOffersMicrosoft } from '../../api/microsoftAccounts/offerAndStartMicrosoftSignIn.ts';
import { isReauth } from '../../api/identity/reauthentication.ts';
import { useNavigate } from '../../ui/router/routerHooks.ts';
import { useTranslate } from '../../ui/text/translate.ts';

/**
 * Links the account of an admin who is no member of a team to the admin's Microsoft account. Equal email addresses are
 * not enough, so the admin must sign in to both accounts.
 */
const JoinButton = () => {
  const t = useTranslate();
  const api = useApi();
  const attempt = useAttempt();
  const navigate = useNavigate();
  const isOffered = useOffersMicrosoft();
  if (!isOffered) return null;
  const join = async (): Promise<void> => {
    const { session } = api;
    session.setAttempt({ status: 'running' });
    try {
      await goToMicrosoft(api, 'JOIN', '/');
    } catch (error) {
      // The server requires a recent sign-in for this. The security settings offer the same action and ask for that
      // sign-in.
      if (isReauth(error)) await navigate('/settings?tab=security');
      else session.setAttempt({ status: 'failed', error });
    }
  };
  return (
    <>
      <p>{t('connect.joinText')}</p>
      {attempt.status === 'failed' && <p role="alert">{errorText(attempt.error, t)}</p>}
      <Button disabledFocusable={attempt.status === 'running'} onClick={() => void join()}>
        {t('connect.join')}
      </Button>
    </>
  );
};

interface ConnectedProps {
  readonly found: Connection;
  /** True if the reader is already a member of a team. */
  readonly hasMember: boolean;
}

export const ConnectedNotice = ({ found, hasMember }: ConnectedProps) => {
  const t = useTranslate();
  const navigate = useNavigate();
  return (
    <>
      <h1>{t('connect.doneTitle')}</h1>
      <p role="status">{t('connect.doneText', { team: found.team, members: found.members })}</p>
      {!hasMember && <JoinButton />}
      <Button appearance="primary" onClick={() => void navigate('/')}>
        {t('connect.goOn')}
      </Button>
    </>
  );
};
