import { useLocation } from '../../ui/router/routerHooks.ts';
import { EmailAddressText } from '../../ui/text/EmailAddressText.tsx';
import { LightTextLink } from '../../ui/display/LightTextLink.tsx';
import { useTranslate } from '../../ui/text/translate.ts';
import { emailFromNavigation } from './emailFromNavigation.ts';

/**
 * Reports that an email was sent if the address has an account. The page is the same without an account, so that it
 * does not reveal whether one exists.
 */
export const ForgotPasswordSentScreen = () => {
  const t = useTranslate();
  const email = emailFromNavigation(useLocation().state);
  return (
    <>
      <h1>{t('page.forgotSuccess')}</h1>
      <p role="status">
        <EmailAddressText text={email === null ? t('recover.sentTextNoAddress') : t('recover.sentText', { email })} />
      </p>
      <p>{t('recover.checkSpam')}</p>
      <LightTextLink to="/forgot-password">{t('recover.again')}</LightTextLink>
      <LightTextLink to="/login">{t('recover.back')}</LightTextLink>
    </>
  );
};
