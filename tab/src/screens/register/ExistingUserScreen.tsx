import { Button } from '@fluentui/react-components';
import { LightTextLink } from '../../ui/display/LightTextLink.tsx';
import { useNavigate } from '../../ui/router/routerHooks.ts';
import { useTranslate } from '../../ui/text/translate.ts';

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
      <LightTextLink to="/forgot-password">{t('register.forgot')}</LightTextLink>
    </>
  );
};
