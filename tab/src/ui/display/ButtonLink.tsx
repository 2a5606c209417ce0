import type { ReactElement, ReactNode } from 'react';
import { Button } from '@fluentui/react-components';
import { useLinkClick } from '../router/useLinkClick.ts';

interface ButtonLinkProps {
  readonly to: string;
  readonly appearance?: 'primary' | 'secondary' | 'subtle';
  readonly icon?: ReactElement;
  readonly children: ReactNode;
}

export const ButtonLink = ({ to, appearance = 'secondary', icon, children }: ButtonLinkProps) => {
  const onClick = useLinkClick(to);
  return (
    <Button
      as="a"
      href={to}
      appearance={appearance}
      {...(icon === undefined ? {} : { icon })}
      onClick={(event) => {
        onClick(event);
      }}
    >
      {children}
    </Button>
  );
};
