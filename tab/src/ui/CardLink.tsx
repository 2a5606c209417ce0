import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import css from './CardLink.module.css';

interface CardLinkProps {
  readonly to: string;
  /** Not a screen of the app: opened beside it, so that nothing typed is lost. */
  readonly isOutside?: boolean;
  readonly children: ReactNode;
}

/** A link of the sign-in pages: Fluent's own would cost the first of them 2 kB. */
export const CardLink = ({ to, isOutside = false, children }: CardLinkProps) =>
  isOutside ? (
    <a href={to} className={css.link} target="_blank" rel="noreferrer">
      {children}
    </a>
  ) : (
    <Link to={to} className={css.link}>
      {children}
    </Link>
  );
