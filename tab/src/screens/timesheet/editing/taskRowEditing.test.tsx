import { act, screen, waitFor, within } from '@testing-library/react';
import '@testing-library/jest-dom';
import { aTask, aToken, ulid } from '../../../testing/testDataBuildersAndClock.ts';
import { renderApp, signedInStorage } from '../../../testing/renderApp.tsx';
import { answering, refusal, server } from '../../../testing/mockServer.ts';
import { fakeSheet } from '../../../testing/fakeTimesheetServer.ts';
import { on, table, button, rowOf } from '../../../testing/timesheetTableQueriesAndData.ts';

describe('a row of the timesheet', () => {
  const fields = () => within(screen.getByRole('form'));
  const fill = async (user: ReturnType<typeof renderApp>['user'], label: string, text: string) => {
    const field = fields().getByRole('textbox', { name: label });
    await user.clear(field);
    await user.type(field, text);
  };

  it('edits one row at a time, checks it, and saves it with the version it was read with', async () => {
    const sheet = fakeSheet([aTask('Write it'), aTask('Other')]);
    const { user } = renderApp('/timesheet');
    await table();
    await user.click(button('Edit “Write it”'));
    expect(fields().getByRole('textbox', { name: 'Task' })).toHaveFocus();
    for (const name of ['Edit “Other”', 'Delete “Other”', 'Add'])
      expect(button(name)).toHaveAttribute('aria-disabled', 'true');
    await fill(user, 'Time', '24');
    await user.clear(fields().getByRole('textbox', { name: 'Task' }));
    await user.clear(fields().getByLabelText('Date'));
    await user.click(button('Save'));
    for (const message of ['Please provide Task!', 'Please provide date!', /^Write the time as/])
      expect(screen.getByText(message)).toBeInTheDocument();
    expect(sheet.saved).toEqual([]);
    await user.type(fields().getByLabelText('Date'), '2026-11-21');
    expect(screen.getByText('A task cannot be after today.')).toBeInTheDocument();
    await user.clear(fields().getByLabelText('Date'));
    await user.type(fields().getByLabelText('Date'), '19/11');
    await fill(user, 'Task', 'Write it well');
    await fill(user, 'Time', '2h45');
    expect(screen.getByText('2 h 45 min')).toBeInTheDocument();
    await user.type(fields().getByRole('textbox', { name: 'Time' }), '{Enter}');
    expect((await rowOf('Write it well')).getByRole('cell', { name: '2.75 Hours' })).toBeInTheDocument();
    expect(sheet.saved).toEqual([
      {
        ...{ id: aTask('Write it').id, version: 'v1', teamId: ulid('Platform Team'), meetingId: ulid('standup') },
        ...{ task: 'Write it well', date: '2026-11-19', hours: 2, minutes: 45, totalHours: 2.75 },
      },
    ]);
    expect(button('Edit “Write it well”')).toHaveFocus();
  });

  it('that is new is of today, is dropped on cancel, and stays once saved', async () => {
    const sheet = fakeSheet([]);
    const { user } = renderApp('/timesheet');
    await screen.findByText('No tasks found. Please try with different filters.');
    await user.click(button('Add'));
    expect(fields().getByLabelText('Date')).toHaveValue('2026-11-20');
    await fill(user, 'Task', 'Half a thought');
    await user.keyboard('{Escape}');
    expect(screen.queryByRole('form')).not.toBeInTheDocument();
    expect(button('Add')).toHaveFocus();
    await user.click(button('Add'));
    expect(fields().getByRole('textbox', { name: 'Task' })).toHaveValue('');
    await fill(user, 'Task', 'Think');
    await fill(user, 'Time', '1,5');
    await user.click(button('Save'));
    await rowOf('Think');
    expect(sheet.saved).toHaveLength(1);
    expect(sheet.saved[0]).toMatchObject({ task: 'Think', date: '2026-11-20', hours: 1, minutes: 30 });
    expect(sheet.saved[0]).toMatchObject({ meetingId: ulid('standup') });
    expect(sheet.rows()).toHaveLength(1);
  });

  it('that is new is of the new day when the page stays open over midnight', async () => {
    const intervals = jest.spyOn(window, 'setInterval');
    const sheet = fakeSheet([aTask('Write it')]);
    const evening = Date.parse('2026-11-20T22:55:00Z');
    const storage = signedInStorage(aToken(evening + 3_600_000));
    const { user, services } = renderApp('/timesheet', { at: evening, storage });
    await table();
    sheet.setToday('2026-11-21');
    services.reader.clock.now = () => evening + 600_000;
    const reads = sheet.asked.length;
    act(() => {
      for (const [tick, ms] of intervals.mock.calls) if (ms === 15_000) (tick as () => void)();
    });
    await waitFor(() => {
      expect(sheet.asked.length).toBeGreaterThan(reads);
    });
    await user.click(button('Add'));
    expect(fields().getByLabelText('Date')).toHaveValue('2026-11-21');
  });

  it('asks before a day gets more than 24 hours, and before a date of long ago', async () => {
    const sheet = fakeSheet([aTask('Write it', { hours: 23, minutes: 0, totalHours: 23 })]);
    const { user } = renderApp('/timesheet');
    await table();
    await user.click(button('Add'));
    await fill(user, 'Task', 'Sleep');
    await fill(user, 'Time', '2{Enter}');
    const question = 'With this task, the day has 25.0 hours. Save it anyway?';
    expect(await screen.findByRole('alert', { name: question })).toBeInTheDocument();
    expect(button('Save anyway')).toHaveFocus();
    expect(sheet.saved).toEqual([]);
    await user.click(button('Change it'));
    expect(fields().getByRole('textbox', { name: 'Time' })).toHaveFocus();
    await user.clear(fields().getByLabelText('Date'));
    await user.type(fields().getByLabelText('Date'), '1999-11-19');
    await user.click(button('Save'));
    await screen.findByRole('alert', { name: 'The date is more than 92 days ago. Save it anyway?' });
    await user.click(button('Save anyway'));
    await waitFor(() => {
      expect(sheet.saved).toHaveLength(1);
    });
  });

  it('shows and highlights a saved row on the page to which it moves', async () => {
    fakeSheet(Array.from({ length: 12 }, (_, index) => aTask(`Task ${index}`)));
    const { user, address } = renderApp('/timesheet');
    await table();
    await user.click(button('Add'));
    await fill(user, 'Task', 'New one');
    await fill(user, 'Time', '1h{Enter}');
    const row = await screen.findByRole('row', { name: /^New one/, current: true });
    expect(row).toBeInTheDocument();
    expect(screen.getByText('Page 3 of 3')).toBeInTheDocument();
    expect(address()).toMatch(/^\/timesheet\?row=/);
    await user.click(button('Previous'));
    expect(await screen.findByText('Page 2 of 3')).toBeInTheDocument();
    expect(address()).toBe('/timesheet?page=2');
  });

  it('announces a saved row that the filter hides, with a link to it', async () => {
    fakeSheet([aTask('Write it'), aTask('Old', on('2026-11-13'))]);
    const { user, address } = renderApp('/timesheet?from=2026-11-20&to=2026-11-20');
    await table();
    await user.click(button('Add'));
    await fill(user, 'Task', 'Earlier one');
    await fill(user, 'Time', '1h');
    await user.clear(fields().getByLabelText('Date'));
    await user.type(fields().getByLabelText('Date'), '2026-11-13{Enter}');
    expect(await screen.findByText(/^The task is saved. The dates and filters/)).toBeInTheDocument();
    await user.click(button('Show it'));
    expect(await screen.findByRole('row', { name: /^Earlier one/, current: true })).toBeInTheDocument();
    expect(address()).toMatch(/^\/timesheet\?from=2026-11-13&to=2026-11-13&row=/);
    expect(screen.queryByRole('button', { name: 'Show it' })).not.toBeInTheDocument();
  });

  it('keeps a half-typed row when the page changes or a call gets no answer', async () => {
    fakeSheet([aTask('Write it')]);
    server.use(answering('post', '/api/timesheet/save', () => refusal(503, 'UNAVAILABLE', 'Please try again later.')));
    const { user, visit } = renderApp('/timesheet');
    await table();
    await user.click(button('Edit “Write it”'));
    await fill(user, 'Task', 'Write it twice');
    await user.click(button('Save'));
    expect(await screen.findByRole('alert')).toHaveTextContent('Please try again later.');
    await visit('/settings');
    await visit('/timesheet');
    expect(await screen.findByRole('textbox', { name: 'Task' })).toHaveValue('Write it twice');
  });

  it('is stored once when the reply to a new row was lost and the row then moves to another date', async () => {
    const sheet = fakeSheet([]);
    const { user } = renderApp('/timesheet');
    await screen.findByText('No tasks found. Please try with different filters.');
    await user.click(button('Add'));
    await fill(user, 'Task', 'Think');
    await fill(user, 'Time', '1h');
    sheet.loseNextReply();
    await user.click(button('Save'));
    await screen.findByRole('alert');
    expect(sheet.rows()).toHaveLength(1);
    await user.clear(fields().getByLabelText('Date'));
    await user.type(fields().getByLabelText('Date'), '2026-11-19');
    await user.click(button('Save'));
    await waitFor(() => {
      expect(screen.queryByRole('form')).not.toBeInTheDocument();
    });
    expect(sheet.rows().map(({ task, date }) => [task, date])).toEqual([['Think', '2026-11-19']]);
  });

  it('that another person changed is shown beside the typed text, and the reader chooses between them', async () => {
    const sheet = fakeSheet([aTask('Write it')]);
    const { user } = renderApp('/timesheet');
    await table();
    await user.click(button('Edit “Write it”'));
    await fill(user, 'Task', 'Mine');
    sheet.put([aTask('Write it', { task: 'From the card', version: 'v5', hours: 3, minutes: 0, totalHours: 3 })]);
    await user.click(button('Save'));
    const conflict = within(await screen.findByRole('alert'));
    expect(conflict.getByText('From the card')).toBeInTheDocument();
    expect(conflict.getByText('Daily stand-up · Fri 20 Nov · 3.0 Hours')).toBeInTheDocument();
    expect(fields().getByRole('textbox', { name: 'Task' })).toHaveValue('Mine');
    await user.click(button('Save mine'));
    await rowOf('Mine');
    expect(sheet.rows().map(({ task, version }) => [task, version])).toEqual([['Mine', 'v6']]);

    await user.click(button('Edit “Mine”'));
    await fill(user, 'Task', 'Again');
    sheet.put([]);
    await user.click(button('Save'));
    await screen.findByText('This task was deleted elsewhere while you were editing.');
    await user.click(button('Save as a new task'));
    await rowOf('Again');
    expect(sheet.saved.at(-1)).not.toHaveProperty('id');
  });

  it('is deleted at once and returns by Undo', async () => {
    const sheet = fakeSheet([aTask('Write it'), aTask('Gone', { meetingId: ulid('gone'), meetingName: 'Gone' })]);
    const { user } = renderApp('/timesheet');
    await table();
    await user.click(button('Delete “Write it”'));
    expect(await screen.findByText('Deleted “Write it”.')).toBeInTheDocument();
    expect(button('Undo')).toHaveFocus();
    expect(sheet.rows().map(({ task }) => task)).toEqual(['Gone']);
    await user.click(button('Undo'));
    await rowOf('Write it');
    expect(sheet.saved).toHaveLength(1);
    expect(sheet.saved[0]).toMatchObject({ meetingId: ulid('standup'), minutes: 30 });
    // If the report was deleted meanwhile, Undo restores the row without a report.
    await user.click(button('Delete “Gone”'));
    await user.click(await screen.findByRole('button', { name: 'Undo' }));
    await rowOf('Gone');
    expect(sheet.saved.at(-1)).toMatchObject({ meetingId: null });
  });
});
