import { screen } from '@testing-library/react';
import '@testing-library/jest-dom';
import { me } from '../testing/testDataBuildersAndClock.ts';
import { renderApp } from '../testing/renderApp.tsx';
import { answering, server } from '../testing/mockServer.ts';

const pages = [
  '/',
  '/teams/home',
  '/reports',
  '/reports/create',
  '/timesheet',
  '/settings/team',
  '/settings?tab=organization',
];

beforeEach(() => {
  server.use(answering('get', '/api/team/list', () => []));
});

describe.each(pages)('at %s', (page) => {
  it('informs a person whom an admin disabled of it and of the next step, instead of how to connect', async () => {
    server.use(answering('get', '/api/auth/getuserdetails', () => ({ ...me, role: 'user', isSwitchedOff: true })));
    renderApp(page);
    expect((await screen.findAllByText(/^An admin disabled you in your team/))[0]).toBeVisible();
    expect(screen.getByText(/Ask an admin of Contoso to enable you again in Team Settings\./)).toBeVisible();
    expect(screen.queryByText(/not connected with Microsoft Teams/)).not.toBeInTheDocument();
    expect(screen.queryByRole('link', { name: /How to connect/ })).not.toBeInTheDocument();
  });

  it('leads a person without a team to the guide', async () => {
    renderApp(page);
    expect((await screen.findAllByRole('link', { name: /^How to connect/ }))[0]).toHaveAttribute(
      'href',
      '/teams/setup',
    );
    expect(screen.queryByText(/disabled you/)).not.toBeInTheDocument();
  });
});
