import { screen, waitFor, within } from '@testing-library/react';
import '@testing-library/jest-dom';
import { aTask, aTeam, ulid } from '../../testing/testDataBuildersAndClock.ts';
import { renderApp } from '../../testing/renderApp.tsx';
import { answering, refusal, server } from '../../testing/mockServer.ts';
import { fakeSheet } from '../../testing/fakeTimesheetServer.ts';
import { alex, table, button, rowOf } from '../../testing/timesheetTableQueriesAndData.ts';

it('copies the last day after it showed its tasks, and deletes the copies again in one step', async () => {
  const sheet = fakeSheet([]);
  const copies = [aTask('Plan'), aTask('Build', { hours: 2, minutes: 0, totalHours: 2 })];
  const asked: unknown[] = [];
  server.use(
    answering('post', '/api/timesheet/copy', ({ body }) => {
      asked.push(body);
      if (!(body as { isPreview: boolean }).isPreview) sheet.put(copies);
      return { from: '2026-11-18', items: copies };
    }),
  );
  const { user } = renderApp('/timesheet');
  await screen.findByText(/^No tasks found/);
  await user.click(button('Copy last day'));
  const dialog = within(await screen.findByRole('alertdialog', { name: 'Copy 2 tasks from Wed 18 Nov?' }));
  expect(dialog.getAllByRole('listitem').map((item) => item.textContent)).toEqual(['Plan0.5 Hours', 'Build2.0 Hours']);
  expect(dialog.getByText('Together 2.5 hours. The day then has 2.5 hours.')).toBeVisible();
  expect(dialog.queryByText(/^That is more/)).not.toBeInTheDocument();
  expect(sheet.rows()).toEqual([]);
  await user.click(dialog.getByRole('button', { name: 'Yes, Copy' }));
  expect(await screen.findByText('Copied 2 tasks from Wed 18 Nov.')).toBeInTheDocument();
  await rowOf('Plan');
  await user.click(button('Undo'));
  expect(await screen.findByText('The copied tasks are deleted again.')).toBeInTheDocument();
  expect(sheet.rows()).toEqual([]);
  const day = { teamId: ulid('Platform Team'), date: '2026-11-20' };
  expect(asked).toEqual([
    { ...day, isPreview: true },
    { ...day, isPreview: false },
  ]);
});

it('deletes the other copies again when the reader has deleted one and changed one', async () => {
  const sheet = fakeSheet([]);
  const copies = ['Plan', 'Build', 'Test'].map((text) => aTask(text));
  const [plan, build] = copies;
  server.use(
    answering('post', '/api/timesheet/copy', ({ body }) => {
      if (!(body as { isPreview: boolean }).isPreview) sheet.put(copies);
      return { from: '2026-11-18', items: copies };
    }),
  );
  const { user } = renderApp('/timesheet');
  await user.click(await screen.findByRole('button', { name: 'Copy last day' }));
  await user.click(await screen.findByRole('button', { name: 'Yes, Copy' }));
  await screen.findByText('Copied 3 tasks from Wed 18 Nov.');
  const changed = aTask('Build well', { ...(build === undefined ? {} : { id: build.id }), version: 'v2' });
  sheet.put([changed, ...copies.slice(2)]);
  const deleted: string[] = [];
  server.use(
    answering('delete', '/api/timesheet/delete/:meetingId/:id', ({ params }) => {
      const id = String(params['id']);
      const task = { [changed.id]: changed, [plan?.id ?? '']: null }[id];
      if (task !== undefined) return refusal(409, 'TASK_CHANGED', 'The task has changed.', { data: { task } });
      deleted.push(id);
      sheet.put([changed]);
      return { id };
    }),
  );
  await user.click(button('Undo'));
  await waitFor(() => {
    expect(deleted).toEqual([copies[2]?.id]);
  });
  expect(await screen.findByText('The task has changed.')).toBeInTheDocument();
  expect(screen.queryByText(/^Copied/)).not.toBeInTheDocument();
  await rowOf('Build well');
});

it('asks before a copy makes a day longer than 24 hours', async () => {
  fakeSheet([aTask('Already here', { hours: 22, minutes: 0, totalHours: 22 })]);
  const items = [aTask('Build', { hours: 2, minutes: 30, totalHours: 2.5 })];
  server.use(answering('post', '/api/timesheet/copy', () => ({ from: '2026-11-18', items })));
  const { user } = renderApp('/timesheet');
  await rowOf('Already here');
  await user.click(button('Copy last day'));
  const dialog = within(await screen.findByRole('alertdialog', { name: 'Copy 1 task from Wed 18 Nov?' }));
  expect(dialog.getByText(/^Together 2.5 hours. The day then has 24.5 hours./)).toBeVisible();
  expect(dialog.getByText('That is more than 24 hours. Is it the right day?')).toBeVisible();
});

it('shows why there is nothing to copy', async () => {
  fakeSheet([]);
  const answers = [{ from: '2026-11-18', items: [] }];
  server.use(answering('post', '/api/timesheet/copy', () => answers.shift() ?? { from: null, items: [] }));
  const { user } = renderApp('/timesheet');
  await screen.findByText(/^No tasks found/);
  for (const message of [/^All tasks of Wed 18 Nov/, /^There is no day to copy/]) {
    await user.click(button('Copy last day'));
    expect(await screen.findByText(message)).toBeInTheDocument();
  }
  expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument();
});

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
