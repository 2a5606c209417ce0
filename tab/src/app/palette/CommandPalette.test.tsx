import { screen, waitFor, within } from '@testing-library/react';
import '@testing-library/jest-dom';
import userEvent from '@testing-library/user-event';
import { me, ulid } from '../../testing/testDataBuildersAndClock.ts';
import { answering, refusal, server } from '../../testing/mockServer.ts';
import { renderApp } from '../../testing/renderApp.tsx';
import { findPaletteEntries } from './findPaletteEntries.ts';
import type { PaletteEntry } from './findPaletteEntries.ts';

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
const optionsOf = () => within(screen.getByRole('listbox', { name: 'Search or go to a page' })).getAllByRole('option');
const options = () => optionsOf().map(({ textContent }) => textContent);

describe('the command palette', () => {
  it('opens with Ctrl+K, also from a field, and lists pages and actions', async () => {
    await open();
    await userEvent.keyboard('{Control>}k{/Control}');
    const field = await palette();
    await waitFor(() => {
      expect(field).toHaveFocus();
    });
    expect(options()).toEqual(expect.arrayContaining(['Dashboard', 'Search', 'Create a report', 'Keyboard shortcuts']));
    expect(field).toHaveAttribute('aria-activedescendant', optionsOf()[0]?.id);
  });

  it('finds reports, people and pages by the beginnings of their words', async () => {
    const { address } = await open();
    await userEvent.click(screen.getByRole('button', { name: 'Search or go to a page' }));
    await userEvent.type(await palette(), 'lind');
    expect(within(await screen.findByRole('group', { name: 'People' })).getByRole('option')).toHaveTextContent('Bob');
    await userEvent.keyboard('{Enter}');
    await waitFor(() => {
      expect(address()).toBe(`/reports/person/${ulid('Bob')}`);
    });
  });

  it.each([
    ['digest', 'Digests', '/digests'],
    ['tre', 'Team trends', '/reports/trends'],
  ])('finds by “%s” the page %s, which the menu does not list', async (typed, name, path) => {
    const { address } = await open();
    await userEvent.click(screen.getByRole('button', { name: 'Search or go to a page' }));
    await userEvent.type(await palette(), typed);
    expect(options()[0]).toBe(name);
    await userEvent.keyboard('{Enter}');
    await waitFor(() => {
      expect(address()).toBe(path);
    });
  });

  it.each(['2026-11-03', '3 nov'])('leads the date “%s” to the reports of that day', async (typed) => {
    const { address } = await open();
    await userEvent.keyboard('/');
    await userEvent.type(await palette(), typed);
    expect(within(await screen.findByRole('group', { name: 'Days' })).getByRole('option')).toHaveTextContent('3');
    await userEvent.keyboard('{Enter}');
    await waitFor(() => {
      expect(address()).toBe('/?date=2026-11-03');
    });
  });

  it('searches the answers for any text, as its last choice', async () => {
    const { address } = await open();
    await userEvent.keyboard('/');
    await userEvent.type(await palette(), 'sign in & out');
    expect(options()).toEqual(['Search answers for “sign in & out”']);
    await userEvent.keyboard('{ArrowUp}{Enter}');
    await waitFor(() => {
      expect(address()).toBe('/search?q=sign%20in%20%26%20out');
    });
  });

  it('closes with Escape, and the focus returns to the button', async () => {
    await open();
    const button = screen.getByRole('button', { name: 'Search or go to a page' });
    await userEvent.click(button);
    await palette();
    await userEvent.keyboard('{Escape}');
    await waitFor(() => {
      expect(screen.queryByRole('combobox', { name: /Page, report/ })).toBeNull();
    });
    expect(button).toHaveFocus();
  });

  it('offers no report to create while the organisation is read-only', async () => {
    server.use(answering('get', '/api/auth/getuserdetails', () => ({ ...me, orgPause: 'UNPAID' }) as never));
    await open();
    await userEvent.keyboard('/');
    await palette();
    await waitFor(() => {
      expect(options()).not.toContain('Create a report');
    });
  });
});

describe('the entries of a text', () => {
  const entry = (text: string, group: PaletteEntry['group'] = 'people'): PaletteEntry => ({
    ...{ id: text, group, text, target: { is: 'help' } },
  });

  it('ignore case and accents, and put names that begin with it first', () => {
    const all = ['Zoé Ånders', 'André Z', 'Bert'].map((text) => entry(text));
    expect(findPaletteEntries(all, 'AND').map(({ text }) => text)).toEqual(['André Z', 'Zoé Ånders']);
    expect(findPaletteEntries(all, 'z and').map(({ text }) => text)).toEqual(['Zoé Ånders', 'André Z']);
  });

  it('are at most six people, however many match', () => {
    const many = Array.from({ length: 30 }, (_, index) => entry(`Person ${index}`));
    expect(findPaletteEntries(many, 'person')).toHaveLength(6);
  });
});
