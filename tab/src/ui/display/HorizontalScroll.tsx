import type { ReactNode } from 'react';
import css from './HorizontalScroll.module.css';

interface ScrollProps {
  readonly labelledBy: string;
  readonly children: ReactNode;
}

/**
 * Contains a table that may be wider than the page. It can take the focus, so that readers without a mouse can scroll
 * it with the arrow keys.
 */
export const HorizontalScroll = ({ labelledBy, children }: ScrollProps) => (
  <div className={css.scroll} role="group" aria-labelledby={labelledBy} tabIndex={0}>
    {children}
  </div>
);
