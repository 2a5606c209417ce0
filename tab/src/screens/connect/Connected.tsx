import { Button } from '@fluentui/react-components';
import { useNavigate } from 'react-router-dom';
import type { Connection } from '#contracts/connect.ts';
import { useApi, useAttempt } from '../../api/context.ts';
import { errorText } from '../../api/errorText.ts';
import { beginMicrosoft, useOffersMicrosoft } from '../../api/microsoft.ts';
import { useWords } from '../../ui/words.ts';

/** An admin who is nobody in Teams yet joins their account to the Microsoft account there: signed in to both, never by address. */
const JoinButton = () => {
  const words = useWords();
  const api = useApi();
  const attempt = useAttempt();
  const isOffered = useOffersMicrosoft();
  if (!isOffered) return null;
  return (
    <>
      <p>{words('connect.joinText')}</p>
      {attempt.status === 'failed' && <p role="alert">{errorText(attempt.error, words)}</p>}
      <Button disabledFocusable={attempt.status === 'running'} onClick={() => void beginMicrosoft(api, 'JOIN', '/')}>
        {words('connect.join')}
      </Button>
    </>
  );
};

interface ConnectedProps {
  readonly found: Connection;
  /** Whether the reader is somebody in a team already. */
  readonly hasMember: boolean;
}

export const Connected = ({ found, hasMember }: ConnectedProps) => {
  const words = useWords();
  const navigate = useNavigate();
  return (
    <>
      <h1>{words('connect.doneTitle')}</h1>
      <p role="status">{words('connect.doneText', { team: found.team, members: found.members })}</p>
      {!hasMember && <JoinButton />}
      <Button appearance="primary" onClick={() => void navigate('/')}>
        {words('connect.goOn')}
      </Button>
    </>
  );
};
