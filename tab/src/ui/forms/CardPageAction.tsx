import type { ReactNode } from 'react';
import css from './CardPageAction.module.css';

interface CardActionProps {
  readonly onClick: () => void;
  readonly children: ReactNode;
}

/** Renders a secondary action of a card page. It looks like a link but stays on the page. */
export const CardPageAction = ({ onClick, children }: CardActionProps) => (
  <button type="button" className={css.action} onClick={onClick}>
    {children}
  </button>
);
