import type { ReactNode } from 'react';
import { ProductMark } from '../../ui/display/ProductMark.tsx';
import { useWords } from '../../ui/text/words.ts';
import css from './CardLayout.module.css';

interface MessageCardProps {
  readonly title: string;
  readonly text: string;
  readonly children: ReactNode;
}

/** Replaces a page in the chat tool: explains a problem and offers a way out. */
export const MessageCard = ({ title, text, children }: MessageCardProps) => {
  const words = useWords();
  return (
    <main className={css.quiet}>
      <div className={css.card}>
        <div className={css.brand}>
          <ProductMark size={32} />
          {words('product')}
        </div>
        <h1>{title}</h1>
        <p>{text}</p>
        {children}
      </div>
    </main>
  );
};
