import { useState } from 'react';
import { Button } from '@fluentui/react-components';
import { LoginForm } from '../../screens/login/LoginForm.tsx';
import { CardLink } from '../../ui/display/CardLink.tsx';
import { ProductMark } from '../../ui/display/ProductMark.tsx';
import { useWords } from '../../ui/text/words.ts';
import css from './CardLayout.module.css';

/**
 * Replaces the reports in the chat tool while the reader is signed out: there, we never send readers to another page to sign in.
 * The form replaces a password in a browser window, because the link of the email opens in the browser as well.
 */
export const SignInPanel = () => {
  const words = useWords();
  const [isOpen, setOpen] = useState(false);
  const head = (
    <>
      <h1>{words('signIn.panelTitle')}</h1>
      <p>{words('signIn.panelText')}</p>
    </>
  );
  return (
    <main className={css.quiet}>
      <div className={css.card}>
        <div className={css.brand}>
          <ProductMark size={32} />
          {words('product')}
        </div>
        {isOpen ? (
          <LoginForm
            before={head}
            after={() => (
              <CardLink to="/forgot-password" isOutside>
                {words('page.forgot')}
              </CardLink>
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
              {words('signIn.button')}
            </Button>
          </>
        )}
      </div>
    </main>
  );
};
