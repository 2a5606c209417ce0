import { useNavigate } from 'react-router-dom';
import { Button } from '@fluentui/react-components';
import { CardPageLink } from '../../ui/display/CardPageLink.tsx';
import { useTranslate } from '../../ui/text/translate.ts';

/** The page to which an invitation leads if its member has an account already. */
export const ExistingUserScreen = () => {
  const t = useTranslate();
  const navigate = useNavigate();
  return (
    <>
      <h1>{t('page.existingUser')}</h1>
      <p>{t('register.existing')}</p>
      <Button appearance="primary" onClick={() => void navigate('/login')}>
        {t('register.signIn')}
      </Button>
      <CardPageLink to="/forgot-password">{t('register.forgot')}</CardPageLink>
    </>
  );
};
