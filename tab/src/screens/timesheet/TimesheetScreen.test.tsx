import { screen, waitFor, within } from '@testing-library/react';
import '@testing-library/jest-dom';
import { aTask, aTeam, ulid } from '../../testing/testDataBuildersAndClock.ts';
import { renderApp } from '../../testing/renderApp.tsx';
import { answering, refusal, server } from '../../testing/mockServer.ts';
import { fakeSheet } from '../../testing/fakeTimesheetServer.ts';
import { alex, table, button } from '../../testing/timesheetTableQueriesAndData.ts';

describe('the page', () => {
  it('shows that it is loading, shows a failure, and offers a retry', async () => {
    fakeSheet([aTask('Write it')]);
    let fail: (response: Response) => void = () => undefined;
    const failure = new Promise<Response>((resolve) => {
      fail = resolve;
    });
    server.use(answering('get', '/api/team/list', () => failure));
    const { user } = renderApp('/timesheet');
    expect(await screen.findByRole('status', { name: 'Loading' })).toBeInTheDocument();
    fail(refusal(500, 'INTERNAL', 'It did not work.'));
    expect(await screen.findByRole('alert')).toHaveTextContent('It did not work.');
    server.resetHandlers();
    fakeSheet([aTask('Write it')]);
    await user.click(button('Try again'));
    expect(await screen.findByText('Write it')).toBeInTheDocument();
  });

  it('shows the times although the list of reports failed, and shows what is missing until it loads', async () => {
    fakeSheet([aTask('Write it')]);
    let isDown = true;
    server.use(
      answering('get', '/api/meeting/getall/:teamId', () =>
        isDown ? refusal(500, 'INTERNAL', 'It did not work.') : [],
      ),
    );
    const { user } = renderApp('/timesheet');
    expect(await screen.findByText('Write it')).toBeInTheDocument();
    expect(screen.getByText(/^The list of reports did not load/)).toBeInTheDocument();
    isDown = false;
    await user.click(button('Try again'));
    await waitFor(() => {
      expect(screen.queryByText(/^The list of reports did not load/)).not.toBeInTheDocument();
    });
    expect(screen.getByText('Write it')).toBeInTheDocument();
  });

  it('replaces a link to a missing page by a message', async () => {
    fakeSheet([aTask('Write it')]);
    server.use(
      answering('get', '/api/timesheet/week/get/:teamId/:memberId/:monday', () => refusal(404, 'NOT_FOUND', '')),
    );
    const { user, address, visit } = renderApp(`/timesheet?week=2026-11-16&member=${ulid('gone')}`);
    expect(await screen.findByText(/^This link leads to a person/)).toBeInTheDocument();
    await user.click(button('Clear the filters'));
    await table();
    await visit(`/timesheet?team=${ulid('Elsewhere')}`);
    expect(await screen.findByText('This link belongs to a team that you are not in.')).toBeInTheDocument();
    await user.click(button('Show my timesheet'));
    await table();
    expect(address()).toBe('/timesheet');
  });

  it('takes a link’s team for the one chosen, and leaves its people behind with it', async () => {
    const sheet = fakeSheet([aTask('Write it')]);
    const teams = [aTeam('Platform Team'), aTeam('Research')];
    server.use(answering('get', '/api/team/list', () => teams));
    const { user, address } = renderApp(`/timesheet?users=${alex}&team=${ulid('Research')}`);
    await table();
    expect(address()).toBe(`/timesheet?users=${alex}`);
    expect(sheet.asked.at(-1)).toMatchObject({ teamId: ulid('Research'), users: [alex] });
    await user.selectOptions(screen.getByRole('combobox', { name: 'Team' }), 'Platform Team');
    await waitFor(() => {
      expect(address()).toBe('/timesheet');
    });
    expect(sheet.asked.at(-1)).toMatchObject({ teamId: ulid('Platform Team'), users: [] });
  });

  it('is available inside the chat tool as well, under its own menu entry', async () => {
    fakeSheet([aTask('Write it')]);
    renderApp('/teams/timesheet');
    await table();
    const menu = within(screen.getByRole('navigation', { name: 'Main' }));
    expect(menu.getByRole('link', { name: 'Timesheet' })).toHaveAttribute('aria-current', 'page');
  });

  it('of a person without a team leads to the guide', async () => {
    server.use(answering('get', '/api/team/list', () => []));
    renderApp('/timesheet');
    expect(await screen.findByText(/is not connected with Microsoft Teams/)).toBeInTheDocument();
  });
});
