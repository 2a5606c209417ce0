import { Button } from '@fluentui/react-components';
import { useNavigate, useParams } from 'react-router-dom';
import { ApiError } from '../../api/client.ts';
import { errorText } from '../../api/errorText.ts';
import { useLinkCheck } from '../../api/linkCheck.ts';
import { confirmAddress } from '../../api/registration.ts';
import { CardLink } from '../../ui/CardLink.tsx';
import { Wait } from '../../ui/Wait.tsx';
import { useWords } from '../../ui/words.ts';
import { Resend } from './Resend.tsx';

const Failed = ({ error }: { readonly error: unknown }) => {
  const words = useWords();
  const code = error instanceof ApiError ? error.code : undefined;
  const isOver = code === 'CODE_INVALID' || code === 'INVALID_INPUT';
  const said = isOver ? words('confirm.failedText') : errorText(error, words);
  return (
    <>
      <h1>{words('confirm.failed')}</h1>
      <p role="alert">{code === 'CODE_USED' ? words('confirm.usedText') : said}</p>
      <Resend email={null} />
      <CardLink to="/login">{words('register.signIn')}</CardLink>
    </>
  );
};

/** Where the letter's link leads: confirms the address, and says how that ended. */
export const ConfirmScreen = () => {
  const words = useWords();
  const navigate = useNavigate();
  const [state] = useLinkCheck(confirmAddress, useParams()['id'] ?? '');
  switch (state.status) {
    case 'loading':
      return <Wait says="confirm.loading" />;
    case 'failed':
      return <Failed error={state.error} />;
    case 'good':
      return (
        <>
          <h1>{words('confirm.done')}</h1>
          <p role="status">{words('confirm.doneText')}</p>
          <Button appearance="primary" onClick={() => void navigate('/login')}>
            {words('register.signIn')}
          </Button>
          <CardLink to="/setup">{words('confirm.next')}</CardLink>
        </>
      );
  }
};
