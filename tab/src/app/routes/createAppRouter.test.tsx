import { screen, waitFor } from '@testing-library/react';
import '@testing-library/jest-dom';
import { renderApp } from '../../testing/renderApp.tsx';
import { answering, server } from '../../testing/mockServer.ts';
import { now } from '../../testing/testDataBuildersAndClock.ts';
import { matchPath } from '../../ui/router/matchPath.ts';
import { entryChunkScreens } from './entryChunkScreens.ts';
import { lazyScreens } from './lazyScreens.ts';

const table = [...Object.values(entryChunkScreens), ...Object.values(lazyScreens)].flat();
const pathOf = (address: string): string | undefined => matchPath(table, address)?.route.path;

describe('the route table', () => {
  it.each([
    ['/', '/'],
    ['/home', '/home'],
    ['/login', '/login'],
    ['/logout', '/logout'],
    ['/setup', '/setup'],
    ['/forgot-password', '/forgot-password'],
    ['/forgot-password/success', '/forgot-password/success'],
    ['/register', '/register/:memberId?'],
    ['/register/1', '/register/:memberId?'],
    ['/register/existing-user', '/register/existing-user'],
    ['/register/success/1', '/register/success/:id'],
    ['/confirm/1', '/confirm/:id'],
    ['/reset-password/1', '/reset-password/:code'],
    ['/reset/success', '/reset/success'],
    ['/payment/add', '/payment/add'],
    ['/payment/success', '/payment/success'],
    ['/payment/cancel', '/payment/cancel'],
    ['/payment/other', '*'],
    ['/teams/setup', '/teams/setup'],
    ['/teamslanding', '/teamslanding'],
    ['/TeamsConfig', '/TeamsConfig'],
    ['/teams/home', '/teams/home/:test?'],
    ['/teams/home/test', '/teams/home/:test?'],
    ['/teams/reports/create/1', '/teams/reports/create/:teamId'],
    ['/teams/reports/1', '/teams/reports/:id'],
    ['/reports', '/reports'],
    ['/reports/create', '/reports/create'],
    ['/reports/1', '/reports/:id'],
    ['/reports/1/report', '/reports/:id/report'],
    ['/reports/1/other', '*'],
    ['/nowhere', '*'],
    ['/teams/home/a/b', '*'],
  ])('leads %s to %s', (address, path) => {
    expect(pathOf(address)).toBe(path);
  });

  it('the route table has no path twice', () => {
    const paths = table.map(({ path }) => path);
    expect(paths).toEqual([...new Set(paths)]);
  });

  it('shows a message at an unknown address, with a link to the start page', async () => {
    renderApp('/nowhere');
    expect(await screen.findByRole('heading', { name: 'Page not found' })).toBeVisible();
    expect(screen.getByRole('link', { name: 'Go to the dashboard' })).toHaveAttribute('href', '/');
  });

  it('gives every page its title, of the first part of the table and of the rest', async () => {
    const { visit } = renderApp('/nowhere');
    await screen.findByRole('heading', { name: 'Page not found' });
    expect(document.title).toBe('Page not found – Rollcall');
    await visit('/');
    await screen.findByRole('heading', { level: 1 });
    expect(document.title).toBe('Dashboard – Rollcall');
    await visit('/reset/success');
    await screen.findByRole('heading', { level: 1 });
    expect(document.title).not.toMatch(/Dashboard|Page not found/);
  });
});

describe('a screen that fails', () => {
  it('shows a message and offers to reload the page', async () => {
    jest.spyOn(console, 'error').mockImplementation(() => undefined);
    server.use(answering('get', '/api/meeting/getall/:teamId', () => [null]));
    const reloadPage = jest.fn();
    const { user } = renderApp('/', { reloadPage });
    expect(await screen.findByRole('alert')).toHaveTextContent(
      'There are some issues processing your request. Please try again.',
    );
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(reloadPage).toHaveBeenCalledTimes(1);
  });

  it('reloads the page by itself when the server has been updated since the page was opened', async () => {
    jest.spyOn(console, 'error').mockImplementation(() => undefined);
    let at = now;
    server.use(
      answering('get', '/', () => new Response('<script type="module" src="/assets/index-2.js"></script>')),
      answering('get', '/api/meeting/getall/:teamId', () => {
        at += 120_000;
        return [null];
      }),
    );
    const reloadPage = jest.fn();
    renderApp('/', { reloadPage, at: () => at });
    await waitFor(() => {
      expect(reloadPage).toHaveBeenCalledTimes(1);
    });
  });
});
