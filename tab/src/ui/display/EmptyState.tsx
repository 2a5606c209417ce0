import type { ReactNode } from 'react';
import css from './EmptyState.module.css';

interface EmptyStateProps {
  readonly text: string;
  readonly detail?: string | undefined;
  readonly icon?: ReactNode;
  /** One button or link that leads to the next step. */
  readonly children?: ReactNode;
  /** Set `alert` if an error has just occurred, so that screen readers announce the text at once. */
  readonly role?: 'status' | 'alert';
}

/** Fills an area without content: explains why it is empty and offers one next step. */
export const EmptyState = ({ text, detail, icon, children, role = 'status' }: EmptyStateProps) => (
  <div className={css.empty} role={role}>
    {icon !== undefined && (
      <span className={css.icon} aria-hidden="true">
        {icon}
      </span>
    )}
    <p className={css.text}>{text}</p>
    {detail !== undefined && <p className={css.detail}>{detail}</p>}
    {children}
  </div>
);
