import { useState } from 'react';
import { useApi } from '../../api/client/apiContextAndSessionHooks.ts';
import { errorText } from '../../api/client/errorText.ts';
import { acceptInvitation } from '../../api/registration/acceptInvitation.ts';
import { signOut } from '../../api/identity/signInOutAndNextPage.ts';
import { useNavigate } from '../../ui/router/routerHooks.ts';
import { EmailAddressText } from '../../ui/text/EmailAddressText.tsx';
import type { Attempt } from '../../ui/forms/attemptState.ts';
import { LightTextButton } from '../../ui/forms/LightTextButton.tsx';
import { SingleTaskPageForm } from '../../ui/forms/SingleTaskPageForm.tsx';
import { useTranslate } from '../../ui/text/translate.ts';
import type { Invitation } from './RegisterForm.tsx';

interface JoinPanelProps {
  readonly invitation: Invitation;
  readonly email: string;
}

/**
 * Shown to a signed-in reader who opens an invitation. The reader joins with the current account, or signs out to use
 * another one.
 */
export const JoinByInvitationPanel = ({ invitation: { member, code }, email }: JoinPanelProps) => {
  const t = useTranslate();
  const api = useApi();
  const navigate = useNavigate();
  const [attempt, setAttempt] = useState<Attempt>({ status: 'idle' });
  const join = async (): Promise<void> => {
    setAttempt({ status: 'running' });
    try {
      await acceptInvitation(api, member.id, code);
      void navigate('/');
    } catch (error) {
      setAttempt({ status: 'failed', error });
    }
  };
  return (
    <>
      <SingleTaskPageForm
        onSubmit={() => void join()}
        submit={t(attempt.status === 'running' ? 'register.joining' : 'register.join')}
        isRunning={attempt.status === 'running'}
        failure={attempt.status === 'failed' ? errorText(attempt.error, t) : null}
        faults={false}
      >
        <p>
          <EmailAddressText text={t('register.joinAs', { email })} />
        </p>
      </SingleTaskPageForm>
      <LightTextButton
        onClick={() => {
          signOut(api);
        }}
      >
        {t('register.joinOther')}
      </LightTextButton>
    </>
  );
};
