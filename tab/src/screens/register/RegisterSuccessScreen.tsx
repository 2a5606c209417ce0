import { useLocation, useNavigate } from 'react-router-dom';
import { Button } from '@fluentui/react-components';
import { AddressText } from '../../ui/text/AddressText.tsx';
import { CardLink } from '../../ui/display/CardLink.tsx';
import { usePageName } from '../../ui/text/pageName.ts';
import { useWords } from '../../ui/text/words.ts';
import { Resend } from './Resend.tsx';

interface Known {
  readonly email: string | null;
  readonly isProven: boolean;
  /** The organisation of the invitation; null for a person who registered a new organisation. */
  readonly joined: string | null;
}

const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null);

/**
 * Reads the values that the form passed on. Without them, as in another tab, the page shows the same text without the address.
 */
const knownFrom = (state: unknown): Known => {
  const left = typeof state === 'object' && state !== null ? (state as Readonly<Record<string, unknown>>) : {};
  return { email: textOf(left['email']), isProven: left['isProven'] === true, joined: textOf(left['joined']) };
};

const Ready = ({ joined }: Pick<Known, 'joined'>) => {
  const words = useWords();
  const navigate = useNavigate();
  const title = joined === null ? words('register.ready') : words('register.joinedTitle', { organization: joined });
  usePageName(title);
  return (
    <>
      <h1>{title}</h1>
      <p>{words(joined === null ? 'register.readyText' : 'register.joinedText')}</p>
      <Button appearance="primary" onClick={() => void navigate('/login')}>
        {words('register.signIn')}
      </Button>
    </>
  );
};

/** Shown after registration: an email is on its way, or the account is ready to sign in. */
export const SuccessScreen = () => {
  const words = useWords();
  const { email, isProven, joined } = knownFrom(useLocation().state);
  if (isProven) return <Ready joined={joined} />;
  const sentence = (): string => {
    if (email === null) return words('register.checkMailNoAddress');
    if (joined === null) return words('register.checkMail', { email });
    return words('register.checkMailInvited', { email, organization: joined });
  };
  return (
    <>
      <h1>{words('page.registerSuccess')}</h1>
      <p>
        <AddressText text={sentence()} />
      </p>
      <p>{words('register.checkSpam')}</p>
      <Resend email={email} />
      <CardLink to="/login">{words('register.signIn')}</CardLink>
    </>
  );
};
