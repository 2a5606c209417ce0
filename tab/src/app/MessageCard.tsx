import type { ReactNode } from 'react';
import { ProductMark } from '../ui/ProductMark.tsx';
import { useWords } from '../ui/words.ts';
import css from './CardLayout.module.css';

interface MessageCardProps {
  readonly title: string;
  readonly text: string;
  readonly children: ReactNode;
}

/** Stands in place of a page in the chat tool: what is the matter, and what to do about it. */
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
