import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import css from './CardPageLink.module.css';

interface CardLinkProps {
  readonly to: string;
  /** Navigation state for the target screen. */
  readonly state?: unknown;
  /** Not a screen of the app: opens in a new tab, so that the reader loses no typed text. */
  readonly isOutside?: boolean;
  readonly children: ReactNode;
}

/** A link of the sign-in pages. Fluent's own link would add 2 kB to the first of them. */
export const CardPageLink = ({ to, state, isOutside = false, children }: CardLinkProps) =>
  isOutside ? (
    <a href={to} className={css.link} target="_blank" rel="noreferrer">
      {children}
    </a>
  ) : (
    <Link to={to} state={state} className={css.link}>
      {children}
    </Link>
  );
