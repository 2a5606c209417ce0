import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import css from './CardLink.module.css';

interface CardLinkProps {
  readonly to: string;
  readonly children: ReactNode;
}

/** A link of the sign-in pages: Fluent's own would cost the first of them 2 kB. */
export const CardLink = ({ to, children }: CardLinkProps) => (
  <Link to={to} className={css.link}>
    {children}
  </Link>
);
