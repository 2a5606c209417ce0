import { screen } from '@testing-library/react';
import '@testing-library/jest-dom';
import { renderApp } from '../testing/renderApp.tsx';
import { answering, server } from '../testing/server.ts';
import { createRoutes, pathExists } from './routes.tsx';

describe('the route table', () => {
  it.each([
    '/',
    '/home',
    '/login',
    '/logout',
    '/teams/setup',
    '/teamslanding',
    '/teams/home',
    '/teams/home/test',
    '/payment/add',
    '/reports',
    '/reports/1',
    '/reports/1/report',
    '/reports/person/1',
    '/teams/reports/1',
    '/teams/reports/person/1',
  ])('has %s', (path) => {
    expect(pathExists(createRoutes(), path)).toBe(true);
  });

  it.each(['/reports/1/other', '/nowhere', '/teams/home/a/b'])('does not have %s', (path) => {
    expect(pathExists(createRoutes(), path)).toBe(false);
  });

  it('says so at an address without a screen, with a way home', async () => {
    renderApp('/nowhere');
    expect(await screen.findByRole('heading', { name: 'Page not found' })).toBeVisible();
    expect(screen.getByRole('link', { name: 'Go to the dashboard' })).toHaveAttribute('href', '/');
  });

  it('gives every page its title', async () => {
    const { visit } = renderApp('/nowhere');
    await screen.findByRole('heading', { name: 'Page not found' });
    expect(document.title).toBe('Page not found – Rollcall');
    await visit('/');
    await screen.findByRole('heading', { level: 1 });
    expect(document.title).toBe('Dashboard – Rollcall');
  });
});

describe('a screen that breaks', () => {
  it('says so in words and offers to load the page again', async () => {
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
});
