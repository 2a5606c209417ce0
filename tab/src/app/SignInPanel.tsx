import { useState } from 'react';
import { Button } from '@fluentui/react-components';
import { LoginForm } from '../screens/login/LoginForm.tsx';
import { ProductMark } from '../ui/ProductMark.tsx';
import { useWords } from '../ui/words.ts';
import css from './CardLayout.module.css';

/** In the chat tool nobody is sent to another page to sign in: the panel stands where the reports would be. */
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
          <LoginForm before={head} onDone={() => undefined} />
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
