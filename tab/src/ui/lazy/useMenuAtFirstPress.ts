import { useState } from 'react';
import type { ComponentType, KeyboardEvent } from 'react';

/**
 * Returns a menu whose code loads at the first press of its button, and the properties of that button. `Menu` is
 * undefined until the code has loaded, and null after a failed load; the next press then tries again. The button
 * stays, with its focus, until there is a menu.
 */
export const useMenuAtFirstPress = <Props>(load: () => Promise<{ readonly default: ComponentType<Props> }>) => {
  const [Menu, setMenu] = useState<ComponentType<Props> | null>();
  const open = (): void => {
    load().then(
      ({ default: Loaded }) => {
        setMenu(() => Loaded);
      },
      () => {
        setMenu(null);
      },
    );
  };
  const button = {
    'aria-haspopup': 'menu',
    'aria-expanded': false,
    onClick: open,
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key !== 'ArrowDown') return;
      event.preventDefault();
      open();
    },
  } as const;
  return { Menu, button };
};
