import type { ComponentProps } from 'react';
import { useLinkClick } from './useLinkClick.ts';

interface LinkProps extends Omit<ComponentProps<'a'>, 'href' | 'onClick' | 'target'> {
  /** An address of the app. */
  readonly to: string;
  /** A value for the target page, which the history entry stores. */
  readonly state?: unknown;
}

export const Link = ({ to, state, ...props }: LinkProps) => (
  <a {...props} href={to} onClick={useLinkClick(to, state)} />
);
