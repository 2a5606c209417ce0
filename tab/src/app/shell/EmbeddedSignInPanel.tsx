import { useState } from 'react';
import { Button } from '@fluentui/react-components';
import { LoginForm } from '../../screens/login/LoginForm.tsx';
import { LightTextLink } from '../../ui/display/LightTextLink.tsx';
import { ProductLogo } from '../../ui/display/ProductLogo.tsx';
import { useTranslate } from '../../ui/text/translate.ts';
import css from './SingleTaskPageLayout.module.css';

/**
 * Replaces the reports inside Microsoft Teams while the reader is signed out, because a page there must not send
 * readers to another page to sign in.
 */
export const EmbeddedSignInPanel = () => {
  const t = useTranslate();
  const [isOpen, setOpen] = useState(false);
  const head = (
    <>
      <h1>{t('signIn.panelTitle')}</h1>
      <p>{t('signIn.panelText')}</p>
    </>
  );
  return (
    <main className={css.quiet}>
      <div className={css.card}>
        <div className={css.brand}>
          <ProductLogo size={32} />
          {t('product')}
        </div>
        {isOpen ? (
          <LoginForm
            before={head}
            after={() => (
              <LightTextLink to="/forgot-password" isOutside>
                {t('page.forgot')}
              </LightTextLink>
            )}
            onDone={() => undefined}
          />
        ) : (
          <>
            {head}
            <Button
              appearance="primary"
              onClick={() => {
                setOpen(true);
              }}
            >
              {t('signIn.button')}
            </Button>
          </>
        )}
      </div>
    </main>
  );
};
