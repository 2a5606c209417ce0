import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { useApi } from '../../api/client/context.ts';
import { errorText } from '../../api/client/errorText.ts';
import { joinWithAccount } from '../../api/identity/invitation.ts';
import { signOut } from '../../api/identity/login.ts';
import { AddressText } from '../../ui/text/AddressText.tsx';
import type { Attempt } from '../../ui/forms/attempt.ts';
import { CardAction } from '../../ui/forms/CardAction.tsx';
import { CardForm } from '../../ui/forms/CardForm.tsx';
import { useWords } from '../../ui/text/words.ts';
import type { Invitation } from './RegisterForm.tsx';

interface JoinPanelProps {
  readonly invitation: Invitation;
  /** Address of the account that is signed in. */
  readonly email: string;
}

/** Shown to a reader who is signed in and opens an invitation: they join with their account, or sign out first. */
export const JoinPanel = ({ invitation: { member, code }, email }: JoinPanelProps) => {
  const words = useWords();
  const api = useApi();
  const navigate = useNavigate();
  const [attempt, setAttempt] = useState<Attempt>({ status: 'idle' });
  const join = async (): Promise<void> => {
    setAttempt({ status: 'running' });
    try {
      await joinWithAccount(api, member.id, code);
      void navigate('/');
    } catch (error) {
      setAttempt({ status: 'failed', error });
    }
  };
  return (
    <>
      <CardForm
        onSubmit={() => void join()}
        submit={words(attempt.status === 'running' ? 'register.joining' : 'register.join')}
        isRunning={attempt.status === 'running'}
        failure={attempt.status === 'failed' ? errorText(attempt.error, words) : null}
        faults={false}
      >
        <p>
          <AddressText text={words('register.joinAs', { email })} />
        </p>
      </CardForm>
      <CardAction
        onClick={() => {
          signOut(api);
        }}
      >
        {words('register.joinOther')}
      </CardAction>
    </>
  );
};
