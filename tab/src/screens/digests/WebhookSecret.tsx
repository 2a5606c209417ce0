import { CopyButton } from '../../ui/display/CopyButton.tsx';
import card from '../../ui/display/ListCard.module.css';
import { useTranslate } from '../../ui/text/translate.ts';
import css from './DigestsScreen.module.css';

/** Shows the new secret of a webhook, which the server returns only once. */
export const WebhookSecret = ({ secret }: { readonly secret: string }) => {
  const t = useTranslate();
  return (
    <section className={css.secret} role="status" aria-label={t('digests.secretTitle')}>
      <h2 className={css.heading}>{t('digests.secretTitle')}</h2>
      <p>{t('digests.secretText')}</p>
      <div className={card.line}>
        <code>{secret}</code>
        <CopyButton text={secret} label={t('digests.secretCopy')} copiedLabel={t('digests.secretCopied')} />
      </div>
    </section>
  );
};
