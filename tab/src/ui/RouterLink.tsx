import type { ReactNode } from 'react';
import { Link } from '@fluentui/react-components';
import { useHref, useLinkClickHandler } from 'react-router-dom';

interface RouterLinkProps {
  readonly to: string;
  readonly children: ReactNode;
  readonly className?: string | undefined;
  /** Says more than the words shown, which it must contain. */
  readonly label?: string | undefined;
}

/** Fluent's link that moves inside the app without loading the page again. */
export const RouterLink = ({ to, children, className, label }: RouterLinkProps) => {
  const href = useHref(to);
  const onClick = useLinkClickHandler(to);
  return (
    <Link href={href} onClick={onClick} className={className} aria-label={label}>
      {children}
    </Link>
  );
};
