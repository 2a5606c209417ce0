import type { ReactNode } from 'react';
import { Link } from '@fluentui/react-components';
import { useHref, useLinkClickHandler } from 'react-router-dom';

interface RouterLinkProps {
  readonly to: string;
  readonly children: ReactNode;
  readonly className?: string | undefined;
  /** Longer text for screen readers, which must contain the visible text. */
  readonly label?: string | undefined;
}

/** Renders Fluent's link for a page of the app. The link navigates without a reload. */
export const AppLink = ({ to, children, className, label }: RouterLinkProps) => {
  const href = useHref(to);
  const onClick = useLinkClickHandler(to);
  return (
    <Link href={href} onClick={onClick} className={className} aria-label={label}>
      {children}
    </Link>
  );
};
