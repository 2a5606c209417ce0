import { useState } from 'react';
import { Button } from '@fluentui/react-components';
import { useTranslate } from '../../ui/text/translate.ts';
import css from './DigestsScreen.module.css';

/** Shows the new secret of a webhook, which the server returns only once. */
export const WebhookSecret = ({ secret }: { readonly secret: string }) => {
  const t = useTranslate();
  const [isCopied, setCopied] = useState(false);
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(secret);
      setCopied(true);
    } catch {
      // The browser does not allow this page to copy, so readers must select and copy the secret by hand.
      setCopied(false);
    }
  };
  return (
    <section className={css.secret} role="status" aria-label={t('digests.secretTitle')}>
      <h2 className={css.heading}>{t('digests.secretTitle')}</h2>
      <p>{t('digests.secretText')}</p>
      <div className={css.line}>
        <code>{secret}</code>
        <Button onClick={() => void copy()}>{t('digests.secretCopy')}</Button>
        <span role="status">{isCopied ? t('digests.secretCopied') : ''}</span>
      </div>
    </section>
  );
};
