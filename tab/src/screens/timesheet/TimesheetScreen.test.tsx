import { act, screen, waitFor, within } from '@testing-library/react';
import '@testing-library/jest-dom';
import type { LocalDate } from '#contracts/core/ids.ts';
import { aTask, aTeam, me, ulid } from '../../testing/builders.ts';
import { renderApp } from '../../testing/renderApp.tsx';
import { answering, refusal, server } from '../../testing/mockServer.ts';
import { fakeSheet } from '../../testing/fakeTimesheet.ts';

const on = (date: string) => ({ date: date as LocalDate });
const bobs = { memberId: ulid('bob'), user: 'Bob Lindqvist', canEdit: false };
const alex = ulid('alex');

const table = () => screen.findByRole('table', { name: 'Timesheet' });
const button = (name: string | RegExp) => screen.getByRole('button', { name });
const rowOf = async (text: string) => within(await screen.findByRole('row', { name: new RegExp(`^${text}`) }));
const linesOf = async () =>
  within(await table())
    .getAllByRole('row')
    .map((row) => row.textContent.replaceAll(/\s/g, ' '));

describe('the rows', () => {
  const some = [
    aTask('Write it', { hours: 1, minutes: 20, totalHours: 1.33 }),
    aTask('Read it', bobs),
    aTask('Old', { ...on('2026-11-13'), meetingId: null, meetingName: null, canEdit: false }),
    aTask('Nobody’s', { ...on('2026-11-13'), ...bobs, user: '', meetingName: null }),
  ];

  it('are grouped by day with the sums of day, week, person and all', async () => {
    fakeSheet(some);
    const { user } = renderApp('/timesheet');
    expect(await linesOf()).toEqual([
      'TaskUserDateTimeActions',
      'Week of Mon 16 Nov – Sun 22 Nov1.83 Hours',
      'Fri 20 Nov1.83 Hours',
      'Write itDaily stand-upAlex WilberFri 20 Nov1.33 Hours',
      'Read itDaily stand-upBob LindqvistFri 20 Nov0.5 Hours',
      'Week of Mon 9 Nov – Sun 15 Nov1.0 Hours',
      'Fri 13 Nov1.0 Hours',
      'OldAlex WilberFri 13 Nov0.5 HoursApproved',
      'Nobody’sDeleted reportFormer memberFri 13 Nov0.5 Hours',
    ]);
    expect(screen.getByText('2.83 Hours in 4 tasks')).toBeInTheDocument();
    await user.click(button('By person'));
    expect(screen.getAllByRole('definition').map((item) => item.textContent)).toEqual(['1.83 Hours', '1.0 Hours']);
    // Only the owner can edit a row, and only while the week is not approved.
    expect(screen.getAllByRole('button', { name: /^(Edit|Delete)/ })).toHaveLength(2);
    // The reports filter is hidden for a single report, because it would have nothing to choose.
    expect(screen.queryByRole('button', { name: /^Reports:/ })).not.toBeInTheDocument();
  });

  it('keep their columns from page to page, and have none of actions where the filter hides the reader’s own', async () => {
    fakeSheet([aTask('Read it', bobs), aTask('Old', { ...bobs, ...on('2026-11-13') })]);
    const { visit } = renderApp('/timesheet');
    expect((await linesOf())[0]).toBe('TaskUserDateTimeActions');
    const others = (await rowOf('Read it')).getAllByRole('cell');
    expect(others).toHaveLength(5);
    expect(others[4]).toBeEmptyDOMElement();
    await visit(`/timesheet?users=${ulid('bob')}`);
    await waitFor(async () => {
      expect((await linesOf())[0]).toBe('TaskUserDateTime');
    });
  });

  it('show when the sum of a week leaves some of it out', async () => {
    fakeSheet(some);
    renderApp(`/timesheet?from=2026-11-20&to=2026-11-20&users=${alex}`);
    expect((await linesOf())[1]).toBe('Chosen part of the week of Mon 16 Nov – Sun 22 Nov1.33 Hours');
  });

  it('cannot be changed while the organisation is read-only, and show why', async () => {
    const sheet = fakeSheet([aTask('Write it')]);
    const billing = { state: 'READ_ONLY', daysLeft: 0, readOnlyFrom: null } as const;
    server.use(answering('get', '/api/auth/getuserdetails', () => ({ ...me, billing })));
    const { user } = renderApp('/timesheet');
    await table();
    for (const name of ['Add', 'Copy last day', 'Edit “Write it”', 'Delete “Write it”']) {
      expect(button(name)).toHaveAttribute('aria-disabled', 'true');
      expect(button(name)).toHaveAttribute('title', 'Your organization is read-only at the moment.');
      await user.click(button(name));
    }
    expect(screen.queryByRole('form')).not.toBeInTheDocument();
    expect(sheet.rows()).toHaveLength(1);
  });

  it('arrive a page at a time, each after the last row of the page before', async () => {
    const many = Array.from({ length: 7 }, (_, index) => aTask(`Task ${index}`));
    const sheet = fakeSheet(many);
    const { user, address } = renderApp('/timesheet');
    await screen.findByText('Page 1 of 2');
    expect(button('Previous')).toHaveAttribute('aria-disabled', 'true');
    await user.click(button('Next'));
    await screen.findByText('Task 6');
    expect(sheet.asked.at(-1)).toEqual({
      teamId: ulid('Platform Team'),
      users: [],
      meetingIds: [],
      pageNumber: 2,
      after: many[4]?.id,
    });
    expect(address()).toBe('/timesheet?page=2');
    expect(screen.queryByText('Task 4')).not.toBeInTheDocument();
    expect(button('Next')).toHaveAttribute('aria-disabled', 'true');
    // The rows of the second page are deleted, so the first page becomes the last one.
    sheet.put(many.slice(0, 6));
    await user.click(button('Delete “Task 5”'));
    expect(await screen.findByText('Task 0')).toBeInTheDocument();
    await waitFor(() => {
      expect(screen.queryByText(/^Page/)).not.toBeInTheDocument();
    });
  });

  it('keep their page in the address, and a number leads to a page', async () => {
    fakeSheet(Array.from({ length: 23 }, (_, index) => aTask(`Task ${index}`)));
    const { user, address } = renderApp('/timesheet?page=2');
    expect(await screen.findByText('Page 2 of 5')).toBeInTheDocument();
    await user.type(screen.getByRole('textbox', { name: 'Go to page' }), '4{Enter}');
    expect(await screen.findByText('Page 4 of 5')).toBeInTheDocument();
    expect(address()).toBe('/timesheet?page=4');
    await user.type(screen.getByRole('textbox', { name: 'Go to page' }), '99{Enter}');
    expect(await screen.findByText('Task 22')).toBeInTheDocument();
    await user.selectOptions(screen.getByRole('combobox', { name: 'Dates' }), 'This Month');
    expect(await screen.findByText('Page 1 of 5')).toBeInTheDocument();
    expect(address()).toBe('/timesheet?from=2026-11-01&to=2026-11-30');
  });

  it('the rows of a page behind the last one are those of the last page', async () => {
    fakeSheet([aTask('Write it')]);
    const { address } = renderApp('/timesheet?page=3');
    expect(await screen.findByText('Write it')).toBeInTheDocument();
    expect(address()).toBe('/timesheet');
  });

  it.each([
    ['?from=2026-11-20&to=2026-11-01', '/timesheet'],
    ['?from=2026-02-30&to=2026-03-01', '/timesheet'],
    ['?from=2024-01-01&to=2026-01-01', '/timesheet'],
    ['?from=2026-11-01', '/timesheet'],
    ['?week=foo', '/timesheet'],
  ])('the rows of dates that cannot be shown, %s, are the usual ones, also in the address', async (wrong, right) => {
    fakeSheet([aTask('Write it')]);
    const { address } = renderApp(`/timesheet${wrong}`);
    expect(await screen.findByText(/^The dates in the address cannot be shown/)).toBeInTheDocument();
    expect(await screen.findByText('Write it')).toBeInTheDocument();
    expect(address()).toBe(right);
  });

  it('are those of the days, people and reports chosen, which the address keeps', async () => {
    const sheet = fakeSheet(some);
    const names = ['Daily stand-up', 'Retro'];
    server.use(
      answering('get', '/api/meeting/getall/:teamId', () =>
        names.map((name) => ({ id: ulid(name), name, isEnabled: true })),
      ),
    );
    const { user, address } = renderApp('/timesheet');
    await table();
    await user.selectOptions(screen.getByRole('combobox', { name: 'Dates' }), 'Last Week');
    await waitFor(() => {
      expect(screen.queryByText('Write it')).not.toBeInTheDocument();
    });
    expect(address()).toBe('/timesheet?from=2026-11-09&to=2026-11-15');
    await user.click(button('Users: Everybody'));
    await user.type(screen.getByRole('searchbox', { name: 'Search by name' }), 'ALÉX');
    expect(screen.getAllByRole('checkbox')).toHaveLength(1);
    await user.click(screen.getByRole('checkbox', { name: 'Alex Wilber' }));
    await user.keyboard('{Escape}');
    expect(button('Users: Alex Wilber')).toHaveFocus();
    await user.click(button('Reports: All reports'));
    await user.click(screen.getByRole('checkbox', { name: 'Daily stand-up' }));
    await user.click(screen.getByRole('checkbox', { name: 'Retro' }));
    expect(button('Reports: 2 chosen')).toBeInTheDocument();
    expect(sheet.asked.at(-1)).toEqual({
      ...{ teamId: ulid('Platform Team'), startDate: '2026-11-09', endDate: '2026-11-15' },
      ...{ users: [alex], meetingIds: names.map(ulid) },
    });
    expect(await screen.findByText('No tasks found. Please try with different filters.')).toBeInTheDocument();
    await user.click(button('Clear the filters'));
    expect(await screen.findByText('Write it')).toBeInTheDocument();
    expect(address()).toBe('/timesheet');
  });
});

it('keeps both of two changes when the page is slow to draw the first', async () => {
  fakeSheet([aTask('Write it')]);
  const { user, address } = renderApp('/timesheet');
  await table();
  await user.click(button('Users: Everybody'));
  const person = await screen.findByRole('checkbox', { name: 'Alex Wilber' });
  const lastWeek = screen.getByRole<HTMLOptionElement>('option', { name: 'Last Week' });
  // The list is drawn only when both requests have ended.
  await act(async () => {
    lastWeek.selected = true;
    screen.getByRole('combobox', { name: 'Dates' }).dispatchEvent(new Event('change', { bubbles: true }));
    await Promise.resolve();
    person.click();
  });
  expect(address()).toBe(`/timesheet?from=2026-11-09&to=2026-11-15&users=${alex}`);
});

describe('a row of the timesheet', () => {
  const fields = () => within(screen.getByRole('form'));
  const fill = async (user: ReturnType<typeof renderApp>['user'], label: string, text: string) => {
    const field = fields().getByRole('textbox', { name: label });
    await user.clear(field);
    await user.type(field, text);
  };

  it('is edited in its place, one at a time, checked, and saved with what was read of it', async () => {
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
    for (const said of ['Please provide Task!', 'Please provide date!', /^Write the time as/])
      expect(screen.getByText(said)).toBeInTheDocument();
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

  it('a row of the timesheet that is new is of today, is dropped on cancel, and stays once saved', async () => {
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

  it('a row of the timesheet that was saved is shown and highlighted on the page that it comes to', async () => {
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

  it('a row of the timesheet that was saved and is hidden by the filter is announced with a way to it', async () => {
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

  it('a row of the timesheet that is half typed survives a change of the page and a call without an answer', async () => {
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

  it('a row of the timesheet that another person changed is shown beside the typed text, and the reader chooses between them', async () => {
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
    // The row is restored without a report, because its report was deleted meanwhile.
    await user.click(button('Delete “Gone”'));
    await user.click(await screen.findByRole('button', { name: 'Undo' }));
    await rowOf('Gone');
    expect(sheet.saved.at(-1)).toMatchObject({ meetingId: null });
  });
});

it('copies the last day after a look at its tasks, and deletes the copies again in one step', async () => {
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
  for (const said of [/^All tasks of Wed 18 Nov/, /^There is no day to copy/]) {
    await user.click(button('Copy last day'));
    expect(await screen.findByText(said)).toBeInTheDocument();
  }
  expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument();
});

describe('the download', () => {
  const files = (): { name: string; blob: Blob }[] => {
    const matches: { name: string; blob: Blob }[] = [];
    URL.createObjectURL = (blob) => {
      matches.push({ name: '', blob: blob as Blob });
      return 'blob:file';
    };
    URL.revokeObjectURL = () => undefined;
    jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(this: HTMLAnchorElement) {
      const last = matches.at(-1);
      if (last !== undefined) last.name = this.download;
    });
    return matches;
  };
  afterEach(() => {
    jest.restoreAllMocks();
  });
  const file = (name: string) =>
    new Response('data', { headers: { 'content-disposition': `attachment; filename="${name}"` } });
  const giving = (answers: readonly (() => Response)[]) => {
    const asked: unknown[] = [];
    const left = [...answers];
    let tokens = 0;
    server.use(
      answering('post', '/api/timesheet/downloadtoken', ({ body }) => {
        asked.push(body);
        tokens += 1;
        return { token: `t${tokens}`, filter: '{"a":1}', rows: 1 };
      }),
      answering('get', '/api/timesheet/download/:filter', ({ url, params }) => {
        asked.push([params['filter'], url.search]);
        return left.shift()?.() ?? file('late');
      }),
    );
    return asked;
  };

  it('is of the rows read, by a token of its own, asked for again when that ran out', async () => {
    fakeSheet([aTask('Write it')]);
    const asked = giving([() => refusal(401, 'UNAUTHENTICATED', ''), () => file('timesheet.pdf')]);
    const saved = files();
    const { user } = renderApp('/timesheet?from=2026-11-01&to=2026-11-20');
    await table();
    await user.selectOptions(screen.getByRole('combobox', { name: 'File format' }), 'PDF');
    await user.click(button('Download'));
    expect(await screen.findByText('timesheet.pdf is downloaded.')).toBeInTheDocument();
    const filter = { teamId: ulid('Platform Team'), startDate: '2026-11-01', endDate: '2026-11-20' };
    const wanted = { filter: { ...filter, users: [], meetingIds: [], format: 'PDF' } };
    expect(asked).toEqual([wanted, ['{"a":1}', '?token=t1'], wanted, ['{"a":1}', '?token=t2']]);
    expect(saved.map(({ name }) => name)).toEqual(['timesheet.pdf']);
  });

  it('a download that is too large offers CSV, and one download too many offers another try', async () => {
    fakeSheet([aTask('Write it')]);
    const asked = giving([() => refusal(429, 'TOO_MANY_REQUESTS', 'Please wait a moment.'), () => file('all.csv')]);
    server.use(
      answering('post', '/api/timesheet/downloadtoken', ({ body }) => {
        const { format } = (body as { filter: { format: string } }).filter;
        if (format !== 'CSV') return refusal(413, 'TOO_LARGE', 'These are 200,000 rows.');
        return { token: 't', filter: '{}', rows: 200_000 };
      }),
    );
    files();
    const { user } = renderApp('/timesheet');
    await table();
    await user.click(button('Download'));
    expect(await screen.findByText('These are 200,000 rows.')).toBeInTheDocument();
    await user.click(button('Download CSV'));
    expect(await screen.findByText('Please wait a moment.')).toBeInTheDocument();
    await user.click(button('Try again'));
    expect(await screen.findByText('all.csv is downloaded.')).toBeInTheDocument();
    expect(asked).toHaveLength(2);
  });
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

  it('the timesheet of a person without a team leads to the guide', async () => {
    server.use(answering('get', '/api/team/list', () => []));
    renderApp('/timesheet');
    expect(await screen.findByText(/is not connected with Microsoft Teams/)).toBeInTheDocument();
  });
});
