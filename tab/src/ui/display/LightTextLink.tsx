import type { ReactNode } from 'react';
import { Link } from '../router/Link.tsx';
import css from './LightTextLink.module.css';

interface CardLinkProps {
  readonly to: string;
  readonly state?: unknown;
  /**
   * True if the target is not a screen of the app. The link then opens a new browser tab, so that the reader loses no
   * typed text.
   */
  readonly isOutside?: boolean;
  readonly children: ReactNode;
}

/** Renders a link on the sign-in pages. Fluent's own link would add 2 kB to the first page. */
export const LightTextLink = ({ to, state, isOutside = false, children }: CardLinkProps) =>
  isOutside ? (
    <a href={to} className={css.link} target="_blank" rel="noreferrer">
      {children}
    </a>
  ) : (
    <Link to={to} state={state} className={css.link}>
      {children}
    </Link>
  );
