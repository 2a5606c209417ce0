import type { ReactNode } from 'react';
import { Link } from '@fluentui/react-components';
import { useLinkClick } from '../router/useLinkClick.ts';

interface RouterLinkProps {
  readonly to: string;
  readonly children: ReactNode;
  readonly className?: string | undefined;
  /** Longer text for screen readers. It must contain the visible text. */
  readonly label?: string | undefined;
}

/** Renders Fluent's link to a page of the app. The link opens the page without a reload. */
export const AppLink = ({ to, children, className, label }: RouterLinkProps) => {
  const onClick = useLinkClick(to);
  return (
    <Link href={to} onClick={onClick} className={className} aria-label={label}>
      {children}
    </Link>
  );
};
