import { screen, waitFor } from '@testing-library/react';
import '@testing-library/jest-dom';
import { memoryStorage } from '../../api/client/safeBrowserStorage.ts';
import { renderApp } from '../../testing/renderApp.tsx';
import { answering, refusal, server } from '../../testing/mockServer.ts';

const code = 'c'.repeat(43);
const open = () => renderApp(`/organization/restore/${code}`, { storage: memoryStorage() });
const button = () => screen.findByRole('button', { name: 'Restore' });

describe('the link of an email about a deletion', () => {
  it('does nothing when it is opened, and restores after the button is pressed, by keyboard too', async () => {
    const calls: unknown[] = [];
    server.use(
      answering('post', '/api/org/undelete', ({ body, authorization }) => {
        calls.push([body, authorization]);
        return { name: 'A very long name of an organisation that has many words and no end to them' };
      }),
    );
    const view = open();
    (await button()).focus();
    expect(calls).toEqual([]);
    expect(screen.getByText(/Its reports, answers and timesheets come back/)).toBeVisible();
    await view.user.keyboard('{Enter}');
    expect(await screen.findByRole('heading', { name: 'Your organization is restored' })).toBeVisible();
    expect(screen.getByRole('status')).toHaveTextContent('A very long name of an organisation');
    expect(calls).toEqual([[{ code }, null]]);
    await view.user.click(screen.getByRole('button', { name: 'Sign in' }));
    expect(view.address()).toBe('/login');
  });

  it('claims nothing about the link or the organization before the server has checked the link', async () => {
    open();
    await button();
    const main = screen.getByRole('main');
    expect(main).toHaveTextContent('The button also checks that the link is still valid.');
    expect(main).not.toHaveTextContent(/Your organi[sz]ation/);
  });

  it('shows that the restoration is in progress', async () => {
    let answer: (response: Response) => void = () => undefined;
    const later = new Promise<Response>((resolve) => {
      answer = resolve;
    });
    server.use(answering('post', '/api/org/undelete', () => later));
    const view = open();
    await view.user.click(await button());
    expect(await screen.findByText('Restoring …')).toBeVisible();
    answer(refusal(400, 'CODE_INVALID', 'This link is not valid or has expired. Please ask for a new one.'));
    expect(await screen.findByRole('alert')).toHaveTextContent('the time to restore has passed');
    expect(screen.queryByRole('button', { name: 'Try again' })).not.toBeInTheDocument();
    await view.user.click(screen.getByRole('link', { name: 'Sign in' }));
    expect(view.address()).toBe('/login');
  });

  it('offers a retry where that can help', async () => {
    server.use(
      answering('post', '/api/org/undelete', () => refusal(503, 'UNAVAILABLE', 'Please try again in a moment.')),
    );
    const view = open();
    await view.user.click(await button());
    expect(await screen.findByRole('alert')).toHaveTextContent('Please try again in a moment.');
    server.use(answering('post', '/api/org/undelete', () => ({ name: 'Contoso' })));
    await view.user.click(screen.getByRole('button', { name: 'Try again' }));
    await waitFor(() => {
      expect(screen.getByRole('status')).toHaveTextContent('Contoso');
    });
  });
});
