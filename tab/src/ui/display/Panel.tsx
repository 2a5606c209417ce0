import { useId } from 'react';
import type { ReactNode } from 'react';
import css from './Panel.module.css';

interface PanelProps {
  readonly title: string;
  readonly children: ReactNode;
}

/** Shows a part of a page in a frame, with a heading. */
export const Panel = ({ title, children }: PanelProps) => {
  const id = useId();
  return (
    <section className={css.panel} aria-labelledby={id}>
      <h2 id={id} className={css.title}>
        {title}
      </h2>
      {children}
    </section>
  );
};
