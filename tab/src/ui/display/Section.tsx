import { useId } from 'react';
import type { ReactNode } from 'react';
import css from './Section.module.css';

interface SectionProps {
  readonly title: string;
  readonly text?: ReactNode;
  readonly children?: ReactNode;
}

export const Section = ({ title, text, children }: SectionProps) => {
  const id = useId();
  return (
    <section className={css.section} aria-labelledby={id}>
      <h2 id={id} className={css.title}>
        {title}
      </h2>
      {text !== undefined && <p className={css.text}>{text}</p>}
      <div className={css.content}>{children}</div>
    </section>
  );
};

export const Sections = ({ children }: { readonly children: ReactNode }) => (
  <div className={css.sections}>{children}</div>
);
