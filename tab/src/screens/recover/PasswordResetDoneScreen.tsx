import { Button } from '@fluentui/react-components';
import { useNavigate } from '../../ui/router/routerHooks.ts';
import { useTranslate } from '../../ui/text/translate.ts';

export const PasswordResetDoneScreen = () => {
  const t = useTranslate();
  const navigate = useNavigate();
  return (
    <>
      <h1>{t('page.resetSuccess')}</h1>
      <p role="status">{t('recover.setText')}</p>
      <Button appearance="primary" onClick={() => void navigate('/login')}>
        {t('register.signIn')}
      </Button>
    </>
  );
};
