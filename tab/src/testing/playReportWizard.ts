import { screen, within } from '@testing-library/react';
import { renderApp } from './renderApp.tsx';

export const nameField = () => screen.findByRole('textbox', { name: 'Name' });
export const heading = (name: string) => screen.findByRole('heading', { level: 2, name });
/** Returns the heading of a step once the whole step has loaded: its button Next or Done appears last. */
export const stepHeading = async (name: string): Promise<HTMLElement> => {
  await screen.findByRole('button', { name: /^(?:Next|Done)$/ });
  return heading(name);
};
export const button = (name: string) => screen.getByRole('button', { name });
export const pressed = (): string[] =>
  within(screen.getByRole('group', { name: 'Days' }))
    .getAllByRole('button', { pressed: true })
    .map((item) => item.getAttribute('aria-label') ?? '');

/**
 * Leaves the gallery by starting a report from scratch, which opens the wizard. With a stored draft, the wizard is
 * already open, and this call does nothing.
 */
export const begin = async (user: ReturnType<typeof renderApp>['user']): Promise<void> => {
  const start = await screen.findByRole('button', { name: /^Start (?:from scratch|over)$/ });
  if (start.textContent !== 'Start over') await user.click(start);
};

export const open = async (path = '/reports/create', options: Parameters<typeof renderApp>[1] = {}) => {
  const view = renderApp(path, options);
  await begin(view.user);
  const name = await nameField();
  await screen.findByRole('combobox', { name: 'Timezone' });
  return { ...view, name };
};
export type Opened = Awaited<ReturnType<typeof open>>;

export const fillIn = async ({ user, name }: Pick<Opened, 'user' | 'name'>, text = 'Weekly'): Promise<void> => {
  await user.click(name);
  await user.paste(text);
  await user.click(button('Next'));
  await stepHeading('Members');
  await user.click(await screen.findByRole('checkbox', { name: 'Select all' }));
  await user.click(button('Next'));
  await stepHeading('Questions');
  await user.click(button('Next'));
  await stepHeading('Settings');
};
