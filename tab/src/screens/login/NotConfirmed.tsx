import { useState } from 'react';
import { Button } from '@fluentui/react-components';
import { useApi } from '../../api/context.ts';
import { errorText } from '../../api/errorText.ts';
import { sendConfirmAgain } from '../../api/registration.ts';
import type { Attempt } from '../../ui/attempt.ts';
import { useWords } from '../../ui/words.ts';

/** The password was right, the address is not confirmed yet: the mail may have got lost. */
export const NotConfirmed = ({ email }: { readonly email: string }) => {
  const words = useWords();
  const { call } = useApi();
  const [attempt, setAttempt] = useState<Attempt>({ status: 'idle' });
  const send = async (): Promise<void> => {
    setAttempt({ status: 'running' });
    try {
      await sendConfirmAgain(call, email);
      setAttempt({ status: 'done' });
    } catch (error) {
      setAttempt({ status: 'failed', error });
    }
  };
  if (attempt.status === 'done') return <p role="status">{words('notConfirmed.sent')}</p>;
  return (
    <>
      <Button disabledFocusable={attempt.status === 'running'} onClick={() => void send()}>
        {words('notConfirmed.resend')}
      </Button>
      {attempt.status === 'failed' && <p role="alert">{errorText(attempt.error, words)}</p>}
    </>
  );
};
