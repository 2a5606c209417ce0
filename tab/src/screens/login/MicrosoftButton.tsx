import { Button } from '@fluentui/react-components';
import { useApi, useAttempt } from '../../api/context.ts';
import { beginMicrosoft, useOffersMicrosoft } from '../../api/microsoft.ts';
import { useWords } from '../../ui/words.ts';

/** The way in without a password, where it is set up. */
export const MicrosoftButton = ({ target }: { readonly target: string | null }) => {
  const words = useWords();
  const api = useApi();
  const attempt = useAttempt();
  const isOffered = useOffersMicrosoft();
  if (!isOffered) return null;
  return (
    <Button
      disabledFocusable={attempt.status === 'running'}
      onClick={() => void beginMicrosoft(api, 'SIGN_IN', target)}
    >
      {words('login.microsoft')}
    </Button>
  );
};
