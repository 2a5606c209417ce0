import '@testing-library/jest-dom';
import { screen, waitFor, within } from '@testing-library/react';
import { aTask, ulid } from '../../../testing/testDataBuildersAndClock.ts';
import { renderApp } from '../../../testing/renderApp.tsx';
import { answering, refusal, server } from '../../../testing/mockServer.ts';
import { fakeSheet } from '../../../testing/fakeTimesheetServer.ts';
import { button, rowOf } from '../../../testing/timesheetTableQueriesAndData.ts';

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
