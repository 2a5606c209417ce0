import type { ComponentType } from 'react';
import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import '@testing-library/jest-dom';
import { useMenuAtFirstPress } from './useMenuAtFirstPress.ts';

/** Shows a button whose menu loads when `end` is called, and focuses the button. */
const show = () => {
  let resolve = (): void => undefined;
  let reject = (_reason: Error): void => undefined;
  const load = () =>
    new Promise<{ default: ComponentType }>((resolveLoad, rejectLoad) => {
      resolve = () => {
        resolveLoad({ default: () => <ul role="menu" /> });
      };
      reject = rejectLoad;
    });
  const Place = () => {
    const { Menu, button } = useMenuAtFirstPress(load);
    if (Menu) return <Menu />;
    return (
      <>
        <button {...button}>Open</button>
        {Menu === null && <p>Failed</p>}
      </>
    );
  };
  render(<Place />);
  screen.getByRole('button').focus();
  const end = (how: () => void) =>
    act(async () => {
      how();
      await Promise.resolve();
    });
  return {
    user: userEvent.setup(),
    load: () =>
      end(() => {
        resolve();
      }),
    fail: () =>
      end(() => {
        reject(new Error('offline'));
      }),
  };
};

it.each(['{Enter}', ' ', '{ArrowDown}'])('keeps the focused button until the menu has loaded after %s', async (key) => {
  const { user, load } = show();
  expect(screen.getByRole('button', { expanded: false })).toHaveFocus();
  await user.keyboard(key);
  expect(screen.getByRole('button', { expanded: false })).toHaveFocus();
  await load();
  expect(screen.getByRole('menu')).toBeInTheDocument();
  expect(screen.queryByRole('button')).not.toBeInTheDocument();
});

it('keeps the button after a failed load, and loads again at the next press', async () => {
  const { user, load, fail } = show();
  await user.keyboard('{Enter}');
  await fail();
  expect(screen.getByText('Failed')).toBeInTheDocument();
  expect(screen.getByRole('button')).toHaveFocus();
  await user.keyboard('{Enter}');
  await load();
  expect(screen.getByRole('menu')).toBeInTheDocument();
  expect(screen.queryByText('Failed')).not.toBeInTheDocument();
});

it('does not open for another key', async () => {
  const { user } = show();
  await user.keyboard('{ArrowUp}');
  expect(screen.getByRole('button')).toHaveFocus();
});
