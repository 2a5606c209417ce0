import { screen } from '@testing-library/react';
import { memoryStorage } from '../api/client/safeBrowserStorage.ts';
import { ulid } from './testDataBuildersAndClock.ts';
import { renderApp } from './renderApp.tsx';
import { answering, refusal, server } from './mockServer.ts';

export const open = (path: string) => renderApp(path, { storage: memoryStorage() });
export type View = ReturnType<typeof renderApp>;
export const id = ulid('new');
export const code = 'c'.repeat(43);
export const bob = ulid('bob');

export const typed = {
  'First name': 'Ann',
  'Last name': 'Lee',
  Email: 'ann@example.test',
  Password: 'otter-violin-42-lamp',
  'Organization name': 'Fabrikam',
};
export const fill = async ({ user }: View, values: Readonly<Record<string, string>> = typed): Promise<void> => {
  await screen.findByLabelText('First name');
  for (const [label, value] of Object.entries(values)) {
    await user.clear(screen.getByLabelText(label));
    if (value !== '') await user.type(screen.getByLabelText(label), value);
  }
  await user.click(screen.getByRole('button', { name: 'Create account' }));
};
export const refusing = (status: number, errorCode: string, message: string): void => {
  server.use(answering('post', '/api/account/register', () => refusal(status, errorCode, message)));
};
