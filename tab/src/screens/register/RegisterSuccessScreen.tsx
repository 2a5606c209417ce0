import { Button } from '@fluentui/react-components';
import { useLocation, useNavigate } from '../../ui/router/routerHooks.ts';
import { EmailAddressText } from '../../ui/text/EmailAddressText.tsx';
import { LightTextLink } from '../../ui/display/LightTextLink.tsx';
import { usePageName } from '../../ui/text/pageTitle.ts';
import { useTranslate } from '../../ui/text/translate.ts';
import { ResendConfirmation } from './ResendConfirmation.tsx';

interface Known {
  readonly email: string | null;
  readonly isProven: boolean;
  /** Name of the organisation that invited the person; null = the person registered a new organisation. */
  readonly joined: string | null;
}

const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null);

/**
 * Reads the values that the form stored in the state of the history entry. Without them, as in another browser tab, the
 * page does not name the email address.
 */
const knownFrom = (state: unknown): Known => {
  const left = typeof state === 'object' && state !== null ? (state as Readonly<Record<string, unknown>>) : {};
  return { email: textOf(left['email']), isProven: left['isProven'] === true, joined: textOf(left['joined']) };
};

const Ready = ({ joined }: Pick<Known, 'joined'>) => {
  const t = useTranslate();
  const navigate = useNavigate();
  const title = joined === null ? t('register.ready') : t('register.joinedTitle', { organisation: joined });
  usePageName(title);
  return (
    <>
      <h1>{title}</h1>
      <p>{t(joined === null ? 'register.readyText' : 'register.joinedText')}</p>
      <Button appearance="primary" onClick={() => void navigate('/login')}>
        {t('register.signIn')}
      </Button>
    </>
  );
};

/** Shown after a registration: either a confirmation email is on its way, or the reader can sign in at once. */
export const RegisterSuccessScreen = () => {
  const t = useTranslate();
  const { email, isProven, joined } = knownFrom(useLocation().state);
  if (isProven) return <Ready joined={joined} />;
  const sentence = (): string => {
    if (email === null) return t('register.checkMailNoAddress');
    if (joined === null) return t('register.checkMail', { email });
    return t('register.checkMailInvited', { email, organisation: joined });
  };
  return (
    <>
      <h1>{t('page.registerSuccess')}</h1>
      <p>
        <EmailAddressText text={sentence()} />
      </p>
      <p>{t('register.checkSpam')}</p>
      <ResendConfirmation email={email} />
      <LightTextLink to="/login">{t('register.signIn')}</LightTextLink>
    </>
  );
};
