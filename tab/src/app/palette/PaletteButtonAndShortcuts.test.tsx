import '@testing-library/jest-dom';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ulid } from '../../testing/testDataBuildersAndClock.ts';
import { answering, refusal, server } from '../../testing/mockServer.ts';
import { renderApp } from '../../testing/renderApp.tsx';

const bob = { id: ulid('Bob'), name: 'Bob Lindqvist', email: 'bob@example.test', isEnabled: true, unreachable: null };
const open = async (at = '/blockers') => {
  server.use(
    answering('get', '/api/member/list/:teamId', () => [bob] as never),
    answering('post', '/api/blocker/getlist', () => refusal(400, 'INVALID_INPUT', 'No blockers here.')),
  );
  const view = renderApp(at);
  await screen.findByRole('button', { name: 'Search or go to a page' });
  return view;
};
const palette = () => screen.findByRole('combobox', { name: 'Page, report, person, day or action' });

describe('single-key shortcuts', () => {
  it('lead to pages, and ? lists them', async () => {
    const { address } = await open('/reports');
    fireEvent.keyDown(document.body, { key: 's', code: 'KeyS' });
    await waitFor(() => {
      expect(address()).toBe('/search');
    });
    fireEvent.keyDown(document.body, { key: '?', code: 'Slash', shiftKey: true });
    const sheet = within(await screen.findByRole('dialog', { name: 'Keyboard shortcuts' }));
    expect(sheet.getByRole('row', { name: 'B Blockers' })).toBeVisible();
  });

  it('do nothing while the focus is in a text field', async () => {
    const { address } = await open('/search');
    await userEvent.type(await screen.findByRole('searchbox'), 'bd?');
    expect(address()).toBe('/search');
    expect(screen.getByRole('searchbox')).toHaveValue('bd?');
  });

  it('stop when the reader switches them off, but Ctrl+K still works', async () => {
    const { address } = await open('/reports');
    fireEvent.keyDown(document.body, { key: '?' });
    await userEvent.click(await screen.findByRole('switch', { name: 'Single-key shortcuts' }));
    await userEvent.click(screen.getByRole('button', { name: 'Close' }));
    fireEvent.keyDown(document.body, { key: 's' });
    expect(address()).toBe('/reports');
    fireEvent.keyDown(document.body, { key: 'k', ctrlKey: true });
    expect(await palette()).toBeVisible();
  });
});
