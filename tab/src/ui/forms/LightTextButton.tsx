import type { ReactNode } from 'react';
import css from './LightTextButton.module.css';

interface CardActionProps {
  readonly onClick: () => void;
  readonly children: ReactNode;
}

export const LightTextButton = ({ onClick, children }: CardActionProps) => (
  <button type="button" className={css.action} onClick={onClick}>
    {children}
  </button>
);
