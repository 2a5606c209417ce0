import type { ReactNode } from 'react';
import { ProductLogo } from '../../ui/display/ProductLogo.tsx';
import { useTranslate } from '../../ui/text/translate.ts';
import css from '../shell/SingleTaskPageLayout.module.css';

interface MessageCardProps {
  readonly title: string;
  readonly text: string;
  readonly children: ReactNode;
}

/** Replaces the content of a page in the chat tool: explains a problem and offers buttons that solve it. */
export const ProblemCard = ({ title, text, children }: MessageCardProps) => {
  const t = useTranslate();
  return (
    <main className={css.quiet}>
      <div className={css.card}>
        <div className={css.brand}>
          <ProductLogo size={32} />
          {t('product')}
        </div>
        <h1>{title}</h1>
        <p>{text}</p>
        {children}
      </div>
    </main>
  );
};
