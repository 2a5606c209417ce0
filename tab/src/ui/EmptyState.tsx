import type { ReactNode } from 'react';
import css from './EmptyState.module.css';

interface EmptyStateProps {
  readonly text: string;
  readonly detail?: string | undefined;
  readonly icon?: ReactNode;
  /** The one next step. */
  readonly children?: ReactNode;
  /** `alert` when something went wrong just now. */
  readonly role?: 'status' | 'alert';
}

/** What a place shows when there is nothing in it: what will be here, and the one next step. */
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
