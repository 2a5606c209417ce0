import type { ReactNode } from 'react';
import css from './EmptyState.module.css';

interface EmptyStateProps {
  readonly text: string;
  readonly detail?: string | undefined;
  readonly icon?: ReactNode;
  /** The one next step, a button or link. */
  readonly children?: ReactNode;
  /** `alert` for an error that has just happened. */
  readonly role?: 'status' | 'alert';
}

/** The content of an empty area: it names the missing content and offers one next step. */
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
