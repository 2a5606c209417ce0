import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { useApi } from '../../api/context.ts';
import { errorText } from '../../api/errorText.ts';
import { joinWithAccount } from '../../api/invitation.ts';
import { signOut } from '../../api/login.ts';
import { AddressText } from '../../ui/AddressText.tsx';
import type { Attempt } from '../../ui/attempt.ts';
import { CardAction } from '../../ui/CardAction.tsx';
import { CardForm } from '../../ui/CardForm.tsx';
import { useWords } from '../../ui/words.ts';
import type { Invitation } from './RegisterForm.tsx';

interface JoinPanelProps {
  readonly invitation: Invitation;
  /** Of the account that is signed in. */
  readonly email: string;
}

/** An invitation opened by somebody who is signed in: their account becomes the member's, or they leave it first. */
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
