import type { ComponentProps } from 'react';
import { useLinkClick } from './useLinkClick.ts';

interface LinkProps extends Omit<ComponentProps<'a'>, 'href' | 'onClick' | 'target'> {
  /** An address of the app: a path with an optional query and fragment. */
  readonly to: string;
  /** A value for the target page. The history entry stores it. */
  readonly state?: unknown;
}

export const Link = ({ to, state, ...props }: LinkProps) => (
  <a {...props} href={to} onClick={useLinkClick(to, state)} />
);
