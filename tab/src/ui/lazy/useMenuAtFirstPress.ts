import { useState, useTransition } from 'react';
import type { KeyboardEvent } from 'react';

/**
 * Returns the state of a menu whose code loads at the first press of its button, and the properties of that button. Put
 * the button and the menu into one `Suspense`: the button then stays, with its focus, until the code has loaded.
 */
export const useMenuAtFirstPress = () => {
  const [isWanted, setWanted] = useState(false);
  const [isLoading, startTransition] = useTransition();
  const open = (): void => {
    startTransition(() => {
      setWanted(true);
    });
  };
  const button = {
    'aria-haspopup': 'menu',
    'aria-expanded': false,
    'aria-busy': isLoading,
    onClick: open,
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key !== 'ArrowDown') return;
      event.preventDefault();
      open();
    },
  } as const;
  return { isWanted, button };
};
