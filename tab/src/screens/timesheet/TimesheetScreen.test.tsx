import { act, screen, waitFor, within } from '@testing-library/react';
import '@testing-library/jest-dom';
import type { LocalDate } from '#contracts/ids.ts';
import { aTask, aTeam, ulid } from '../../testing/builders.ts';
import { renderApp } from '../../testing/renderApp.tsx';
import { answering, refusal, server } from '../../testing/server.ts';
import { fakeSheet } from '../../testing/timesheet.ts';

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

  it('stand by day with the sums of day, week, person and all', async () => {
    fakeSheet(some);
    const { user } = renderApp('/timesheet');
    expect(await linesOf()).toEqual([
      'TaskUserDateTimeActions',
      'Week of 16 – 22 Nov 20261.83 Hours',
      'Friday, 20 November 20261.83 Hours',
      'Write itDaily stand-upAlex WilberFri 20 Nov1.33 Hours',
      'Read itDaily stand-upBob LindqvistFri 20 Nov0.5 Hours',
      'Week of 9 – 15 Nov 20261.0 Hours',
      'Friday, 13 November 20261.0 Hours',
      'OldAlex WilberFri 13 Nov0.5 HoursApproved',
      'Nobody’sDeleted reportFormer memberFri 13 Nov0.5 Hours',
    ]);
    expect(screen.getByText('2.83 Hours in 4 tasks')).toBeInTheDocument();
    await user.click(button('By person'));
    expect(screen.getAllByRole('definition').map((one) => one.textContent)).toEqual(['1.83 Hours', '1.0 Hours']);
    // Only the owner edits, and not what is approved.
    expect(screen.getAllByRole('button', { name: /^(Edit|Delete)/ })).toHaveLength(2);
    // With one report there is nothing to choose from.
    expect(screen.queryByRole('button', { name: /^Reports:/ })).not.toBeInTheDocument();
  });

  it('have a column of actions only where something may be done to one of them, and nothing in it for the others', async () => {
    const sheet = fakeSheet([aTask('Read it', bobs), aTask('Old', { ...bobs, ...on('2026-11-13') })]);
    const { user } = renderApp('/timesheet');
    expect((await linesOf())[0]).toBe('TaskUserDateTime');
    expect((await rowOf('Read it')).getAllByRole('cell')).toHaveLength(4);
    expect((await rowOf('Friday, 20')).getAllByRole('cell')).toHaveLength(1);
    // A new row takes the width that there is.
    await user.click(button('Add'));
    const edited = screen.getAllByRole('cell').find((cell) => within(cell).queryByRole('form') !== null);
    expect(edited).toHaveAttribute('colspan', '4');
    await user.click(button('Cancel'));
    sheet.put([aTask('Write it'), ...sheet.rows()]);
    await user.selectOptions(screen.getByRole('combobox', { name: 'Dates' }), 'This Month');
    await rowOf('Write it');
    expect((await linesOf())[0]).toBe('TaskUserDateTimeActions');
    expect((await rowOf('Write it')).getAllByRole('button')).toHaveLength(2);
    const others = (await rowOf('Read it')).getAllByRole('cell');
    expect(others).toHaveLength(5);
    expect(others[4]).toBeEmptyDOMElement();
  });

  it('come a page at a time, each behind the last row of the one before', async () => {
    const many = Array.from({ length: 7 }, (_, at) => aTask(`Task ${at}`));
    const sheet = fakeSheet(many);
    const { user } = renderApp('/timesheet');
    await screen.findByText('Page 1 of 2');
    expect(button('Previous')).toHaveAttribute('aria-disabled', 'true');
    await user.click(button('Next'));
    await screen.findByText('Task 6');
    expect(sheet.asked.at(-1)).toEqual({
      teamId: ulid('Platform Team'),
      users: [],
      meetingIds: [],
      after: many[4]?.id,
    });
    expect(screen.queryByText('Task 4')).not.toBeInTheDocument();
    expect(button('Next')).toHaveAttribute('aria-disabled', 'true');
    // What stood here goes: the page before is the last one then.
    sheet.put(many.slice(0, 6));
    await user.click(button('Delete “Task 5”'));
    expect(await screen.findByText('Task 0')).toBeInTheDocument();
    expect(screen.queryByText(/^Page/)).not.toBeInTheDocument();
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
  // Nothing is drawn before both are done.
  await act(async () => {
    lastWeek.selected = true;
    screen.getByRole('combobox', { name: 'Dates' }).dispatchEvent(new Event('change', { bubbles: true }));
    await Promise.resolve();
    person.click();
  });
  expect(address()).toBe(`/timesheet?from=2026-11-09&to=2026-11-15&users=${alex}`);
});

describe('a row', () => {
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
    await fill(user, 'Hours', '24');
    await fill(user, 'Minutes', '60');
    await user.clear(fields().getByRole('textbox', { name: 'Task' }));
    await user.clear(fields().getByLabelText('Date'));
    await user.click(button('Save'));
    for (const said of ['Please provide Task!', 'Please provide date!', /^Hours are whole/, /^Minutes are whole/])
      expect(screen.getByText(said)).toBeInTheDocument();
    expect(sheet.saved).toEqual([]);
    await user.type(fields().getByLabelText('Date'), '2026-11-21');
    expect(screen.getByText('A task cannot be after today.')).toBeInTheDocument();
    await user.clear(fields().getByLabelText('Date'));
    await user.type(fields().getByLabelText('Date'), '2026-11-19');
    await fill(user, 'Task', 'Write it well');
    await fill(user, 'Minutes', '45');
    await fill(user, 'Hours', '2{Enter}');
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
    await user.click(button('Save'));
    await rowOf('Think');
    expect(sheet.saved).toHaveLength(1);
    expect(sheet.saved[0]).toMatchObject({ task: 'Think', date: '2026-11-20', meetingId: ulid('standup') });
    expect(sheet.rows()).toHaveLength(1);
  });

  it('half typed outlives another page and a call without an answer', async () => {
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

  it('changed elsewhere meanwhile is shown beside what was typed, and neither is lost before somebody chooses', async () => {
    const sheet = fakeSheet([aTask('Write it')]);
    const { user } = renderApp('/timesheet');
    await table();
    await user.click(button('Edit “Write it”'));
    await fill(user, 'Task', 'Mine');
    sheet.put([aTask('Write it', { task: 'From the card', version: 'v5', hours: 3, minutes: 0, totalHours: 3 })]);
    await user.click(button('Save'));
    const conflict = within(await screen.findByRole('alert'));
    expect(conflict.getByText('From the card')).toBeInTheDocument();
    expect(conflict.getByText('Daily stand-up · 20 Nov 2026 · 3.0 Hours')).toBeInTheDocument();
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

  it('is deleted at once and comes back by Undo', async () => {
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
    // Of a report that is no more it comes back without it.
    await user.click(button('Delete “Gone”'));
    await user.click(await screen.findByRole('button', { name: 'Undo' }));
    await rowOf('Gone');
    expect(sheet.saved.at(-1)).toMatchObject({ meetingId: null });
  });
});

it('copies the last day, and says what came of it', async () => {
  fakeSheet([]);
  const answers = [
    { from: '2026-11-18', items: [aTask('a'), aTask('b')] },
    { from: '2026-11-18', items: [] },
  ];
  const asked: unknown[] = [];
  server.use(
    answering('post', '/api/timesheet/copy', ({ body }) => {
      asked.push(body);
      return answers.shift() ?? { from: null, items: [] };
    }),
  );
  const { user } = renderApp('/timesheet');
  await screen.findByText(/^No tasks found/);
  for (const said of ['Copied 2 tasks from Wed 18 Nov.', /^Everything of Wed 18 Nov/, /^There is no day to copy/]) {
    await user.click(button('Copy last day'));
    expect(await screen.findByText(said)).toBeInTheDocument();
  }
  expect(asked[0]).toEqual({ teamId: ulid('Platform Team'), date: '2026-11-20' });
});

describe('the download', () => {
  const files = (): { name: string; blob: Blob }[] => {
    const found: { name: string; blob: Blob }[] = [];
    URL.createObjectURL = (blob) => {
      found.push({ name: '', blob: blob as Blob });
      return 'blob:file';
    };
    URL.revokeObjectURL = () => undefined;
    jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(this: HTMLAnchorElement) {
      const last = found.at(-1);
      if (last !== undefined) last.name = this.download;
    });
    return found;
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

  it('is of the rows looked at, by a token of its own, asked for again when that ran out', async () => {
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

  it('that is too large offers CSV, one too many another try', async () => {
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
  it('says that it loads, that it failed, and tries again', async () => {
    fakeSheet([aTask('Write it')]);
    let isDown = true;
    server.use(
      answering('get', '/api/meeting/getall/:teamId', () =>
        isDown ? refusal(500, 'INTERNAL', 'It did not work.') : [],
      ),
    );
    const { user } = renderApp('/timesheet');
    expect(await screen.findByRole('status', { name: 'Loading' })).toBeInTheDocument();
    expect(await screen.findByRole('alert')).toHaveTextContent('It did not work.');
    isDown = false;
    await user.click(button('Try again'));
    expect(await screen.findByText('Write it')).toBeInTheDocument();
  });

  it('leaves a link to what is not there, and says so', async () => {
    fakeSheet([aTask('Write it')]);
    server.use(
      answering('get', '/api/timesheet/week/get/:teamId/:memberId/:monday', () => refusal(404, 'NOT_FOUND', '')),
    );
    const { user, address, visit } = renderApp(`/timesheet?week=2026-11-16&member=${ulid('gone')}`);
    expect(await screen.findByText(/^This link leads to a person/)).toBeInTheDocument();
    await user.click(button('Clear the filters'));
    await table();
    await visit(`/timesheet?team=${ulid('Elsewhere')}`);
    expect(await screen.findByText('This link is of a team that you are not in.')).toBeInTheDocument();
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

  it('stands inside the chat tool as well, under its own menu entry', async () => {
    fakeSheet([aTask('Write it')]);
    renderApp('/teams/timesheet');
    await table();
    const menu = within(screen.getByRole('navigation', { name: 'Main' }));
    expect(menu.getByRole('link', { name: 'Timesheet' })).toHaveAttribute('aria-current', 'page');
  });

  it('of who is in no team leads to the guide', async () => {
    server.use(answering('get', '/api/team/list', () => []));
    renderApp('/timesheet');
    expect(await screen.findByText(/is not connected with Microsoft Teams/)).toBeInTheDocument();
  });
});
