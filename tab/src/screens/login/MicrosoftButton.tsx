import { Button } from '@fluentui/react-components';
import { useApi, useAttempt } from '../../api/client/apiContextAndSessionHooks.ts';
import { beginMicrosoft, useOffersMicrosoft } from '../../api/microsoftAccounts/offerAndStartMicrosoftSignIn.ts';
import { useTranslate } from '../../ui/text/translate.ts';

/** Shows a button that signs in with Microsoft. Renders nothing if the server does not offer it. */
export const MicrosoftButton = ({ target }: { readonly target: string | null }) => {
  const t = useTranslate();
  const api = useApi();
  const attempt = useAttempt();
  const isOffered = useOffersMicrosoft();
  if (!isOffered) return null;
  return (
    <Button disabledFocusable={attempt.status === 'running'} onClick={() => void beginMicrosoft(api, target)}>
      {t('login.microsoft')}
    </Button>
  );
};
