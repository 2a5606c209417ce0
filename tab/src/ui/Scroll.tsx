import type { ReactNode } from 'react';
import css from './Scroll.module.css';

interface ScrollProps {
  /** Id of the heading it stands under. */
  readonly labelledBy: string;
  readonly children: ReactNode;
}

/** A table that may be wider than the page: whoever has no mouse scrolls it by the arrow keys. */
export const Scroll = ({ labelledBy, children }: ScrollProps) => (
  <div className={css.scroll} role="group" aria-labelledby={labelledBy} tabIndex={0}>
    {children}
  </div>
);
