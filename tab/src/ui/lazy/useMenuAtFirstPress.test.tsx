import { Suspense, lazy } from 'react';
import type { ReactNode } from 'react';
import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import '@testing-library/jest-dom';
import { useMenuAtFirstPress } from './useMenuAtFirstPress.ts';

/** Shows a button whose menu loads when `load` is called, and focuses the button. */
const show = () => {
  let load = (): void => undefined;
  const Menu = lazy(
    () =>
      new Promise<{ default: () => ReactNode }>((resolve) => {
        load = () => {
          resolve({ default: () => <ul role="menu" /> });
        };
      }),
  );
  const Place = () => {
    const { isWanted, button } = useMenuAtFirstPress();
    return <Suspense>{isWanted ? <Menu /> : <button {...button}>Open</button>}</Suspense>;
  };
  render(<Place />);
  screen.getByRole('button').focus();
  return {
    user: userEvent.setup(),
    load: () =>
      act(async () => {
        load();
        await Promise.resolve();
      }),
  };
};

it.each(['{Enter}', ' ', '{ArrowDown}'])('keeps the focused button until the menu has loaded after %s', async (key) => {
  const { user, load } = show();
  expect(screen.getByRole('button', { expanded: false, busy: false })).toHaveFocus();
  await user.keyboard(key);
  expect(screen.getByRole('button', { expanded: false, busy: true })).toHaveFocus();
  await load();
  expect(screen.getByRole('menu')).toBeInTheDocument();
  expect(screen.queryByRole('button')).not.toBeInTheDocument();
});

it('does not open for another key', async () => {
  const { user } = show();
  await user.keyboard('{ArrowUp}');
  expect(screen.getByRole('button', { busy: false })).toHaveFocus();
});
