import { Button } from '@fluentui/react-components';
import { useApi, useAttempt } from '../../api/client/context.ts';
import { beginMicrosoft, useOffersMicrosoft } from '../../api/identity/microsoft.ts';
import { useWords } from '../../ui/text/words.ts';

/** Signs in without a password, if the server offers Microsoft. */
export const MicrosoftButton = ({ target }: { readonly target: string | null }) => {
  const words = useWords();
  const api = useApi();
  const attempt = useAttempt();
  const isOffered = useOffersMicrosoft();
  if (!isOffered) return null;
  return (
    <Button disabledFocusable={attempt.status === 'running'} onClick={() => void beginMicrosoft(api, target)}>
      {words('login.microsoft')}
    </Button>
  );
};
