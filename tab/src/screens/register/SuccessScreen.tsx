import { useLocation, useNavigate } from 'react-router-dom';
import { Button } from '@fluentui/react-components';
import { AddressText } from '../../ui/AddressText.tsx';
import { CardLink } from '../../ui/CardLink.tsx';
import { useWords } from '../../ui/words.ts';
import { Resend } from './Resend.tsx';

interface Known {
  readonly email: string | null;
  readonly isProven: boolean;
}

/** What the form left behind; whoever opens the address by hand or in another tab is told the same without it. */
const knownFrom = (state: unknown): Known => {
  const left = typeof state === 'object' && state !== null ? (state as Readonly<Record<string, unknown>>) : {};
  return { email: typeof left['email'] === 'string' ? left['email'] : null, isProven: left['isProven'] === true };
};

/** After registering: a letter is on its way, or nothing is left to do but to sign in. */
export const SuccessScreen = () => {
  const words = useWords();
  const navigate = useNavigate();
  const { email, isProven } = knownFrom(useLocation().state);
  if (isProven)
    return (
      <>
        <h1>{words('register.ready')}</h1>
        <p>{words('register.readyText')}</p>
        <Button appearance="primary" onClick={() => void navigate('/login')}>
          {words('register.signIn')}
        </Button>
      </>
    );
  return (
    <>
      <h1>{words('page.registerSuccess')}</h1>
      <p>
        <AddressText
          text={email === null ? words('register.checkMailNoAddress') : words('register.checkMail', { email })}
        />
      </p>
      <p>{words('register.checkSpam')}</p>
      <Resend email={email} />
      <CardLink to="/login">{words('register.signIn')}</CardLink>
    </>
  );
};
