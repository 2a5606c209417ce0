import { screen, within } from '@testing-library/react';
import '@testing-library/jest-dom';
import type { LocalDate } from '#contracts/core/idDateAndZoneSchemas.ts';
import { aTask, ulid } from '../../../testing/testDataBuildersAndClock.ts';
import { renderApp } from '../../../testing/renderApp.tsx';
import { answering, refusal, server } from '../../../testing/mockServer.ts';
import { aWeek, fakeSheet } from '../../../testing/fakeTimesheetServer.ts';
import type { FullWeek } from '../../../api/timesheets/timesheetQueriesAndMutations.ts';

const own = [
  aTask('Write it', { hours: 1, minutes: 20, totalHours: 1.33 }),
  aTask('Plan it', { date: '2026-11-16' as LocalDate, meetingId: null, meetingName: null }),
];
const theirs = own.map((task) => ({ ...task, memberId: ulid('bob'), user: 'Bob Lindqvist', canEdit: false }));
const nothing = { edit: false, submit: false, approve: false, sendBack: false, reopen: false };
const bobs = (parts: Partial<FullWeek> = {}): FullWeek =>
  aWeek(theirs, {
    ...{ memberId: ulid('bob'), user: 'Bob Lindqvist', state: 'SUBMITTED' },
    can: { ...nothing, approve: true, sendBack: true },
    ...parts,
  });

const path = '/api/timesheet/week/:what/:teamId/:memberId/:monday';
/**
 * Fakes a server with one week and records its requests. After each change, the server stores and returns the week that
 * `after` returns. If `after` returns a response, the server sends it, and the week stays as it was.
 */
const moving = (first: FullWeek, after: (action: string) => FullWeek | Response) => {
  fakeSheet(first.items);
  let week = first;
  const sent: unknown[] = [];
  server.use(
    answering('get', '/api/timesheet/week/get/:teamId/:memberId/:monday', () => week),
    answering('post', path, ({ params, body }) => {
      sent.push([params['what'], params['monday'], body]);
      const next = after(String(params['what']));
      if (next instanceof Response) return next;
      week = next;
      return next;
    }),
  );
  return {
    sent,
    put: (next: FullWeek): void => {
      week = next;
    },
  };
};
const button = (name: string) => screen.getByRole('button', { name });
const ownPage = '/timesheet?week=2026-11-18';
const bobsPage = `/timesheet?week=2026-11-16&member=${ulid('bob')}`;

it('shows reports by day with their sums, and leads from week to week and person to person', async () => {
  fakeSheet(own);
  const { user, address } = renderApp(ownPage);
  const grid = within(await screen.findByRole('table', { name: 'Hours by report and day' }));
  expect(grid.getAllByRole('row').map((row) => row.textContent)).toEqual([
    'ReportMon 16 NovTue 17 NovWed 18 NovThu 19 NovFri 20 NovSat 21 NovSun 22 NovTotal',
    'Daily stand-up––––1.33––1.33',
    'No report0.5––––––0.5',
    'Total0.5–––1.33––1.83',
  ]);
  expect(button('Next week')).toHaveAttribute('aria-disabled', 'true');
  await user.click(button('Previous week'));
  expect(address()).toBe('/timesheet?week=2026-11-09');
  // In a past week, a new row gets the last day of that week at first.
  await user.click(await screen.findByRole('button', { name: 'Add' }));
  expect(screen.getByLabelText('Date')).toHaveValue('2026-11-15');
  await user.click(button('Cancel'));
  await user.selectOptions(screen.getByRole('combobox', { name: 'User' }), 'Bob Lindqvist');
  expect(address()).toBe(`/timesheet?week=2026-11-09&member=${ulid('bob')}`);
  expect(await screen.findByText('No tasks in this week.')).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Add' })).not.toBeInTheDocument();
  await user.click(button('This Week'));
  await user.click(button('List'));
  expect(address()).toBe('/timesheet');
});

it('is submitted by its owner, who may continue editing until it is approved', async () => {
  const submitted = aWeek(own, { state: 'SUBMITTED', can: { ...nothing, edit: true } });
  const { sent } = moving(aWeek(own), () => submitted);
  const { user } = renderApp(ownPage);
  await screen.findByText('Submit the week once its hours are complete.');
  await user.click(button('Submit week'));
  expect(await screen.findByText('Waiting for approval')).toBeInTheDocument();
  expect(sent).toEqual([['submit', '2026-11-16', {}]]);
  expect(button('Edit “Write it”')).toBeEnabled();
});

it('is closed once it is approved, and shows who approved it', async () => {
  const locked = own.map((task) => ({ ...task, canEdit: false }));
  const week = aWeek(locked, { state: 'APPROVED', decidedBy: 'Ann Lee', can: nothing });
  moving(week, () => week);
  renderApp(ownPage);
  expect(await screen.findByText('Approved by Ann Lee. Its hours can no longer be changed.')).toBeInTheDocument();
  for (const name of ['Add', 'Copy last day', 'Edit “Write it”', 'Submit week'])
    expect(screen.queryByRole('button', { name })).not.toBeInTheDocument();
});

it.each([
  [aWeek(own, { state: 'SENT_BACK', note: 'Look again', decidedBy: 'Ann Lee' }), 'Sent back by Ann Lee.Look again'],
  [aWeek(own, { note: 'Once more', decidedBy: null }), 'Opened again by an admin.Once more'],
  [bobs({ state: 'OPEN', can: nothing }), 'Bob Lindqvist has not submitted this week yet.'],
])('explains its state', async (week, text) => {
  moving(week, () => week);
  renderApp(week.memberId === ulid('bob') ? bobsPage : ownPage);
  const name = { OPEN: 'Open', SENT_BACK: 'Sent back', SUBMITTED: '', APPROVED: '' }[week.state];
  expect(await screen.findByText(name)).toBeInTheDocument();
  expect(screen.getAllByRole('status').map((item) => item.textContent)).toContain(text);
});

it('waits in a list for who approves it, as they have seen it, and not as it has become since', async () => {
  let isChanged = true;
  const approved = bobs({ state: 'APPROVED', decidedBy: 'Alex Wilber', can: { ...nothing, reopen: true } });
  const { sent, put } = moving(bobs(), () =>
    isChanged ? refusal(409, 'WEEK_CHANGED', 'The hours changed since you looked.') : approved,
  );
  server.use(answering('get', '/api/timesheet/week/waiting/:teamId', () => ({ items: [bobs()] })));
  const { user, address } = renderApp('/timesheet');
  expect(await screen.findByRole('heading', { name: '1 week waits for approval' })).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: /^Bob Lindqvist, Mon 16/ })).not.toBeInTheDocument();
  await user.click(button('1 week waits for approval'));
  await user.click(screen.getByRole('button', { name: /^Bob Lindqvist, Mon 16/ }));
  expect(address()).toBe(bobsPage);
  await screen.findByText('Bob Lindqvist asks for approval of 1.83 Hours.');
  put(bobs({ version: 'w2', totalHours: 2 }));
  await user.click(button('Approve'));
  expect(await screen.findByRole('alert')).toHaveTextContent('The hours changed since you looked.');
  expect(await screen.findByText('Bob Lindqvist asks for approval of 2.0 Hours.')).toBeInTheDocument();
  isChanged = false;
  await user.click(button('Approve'));
  expect(await screen.findByRole('button', { name: 'Open again' })).toBeInTheDocument();
  expect(sent).toEqual([
    ['approve', '2026-11-16', { version: 'w1' }],
    ['approve', '2026-11-16', { version: 'w2' }],
  ]);
});

it('is sent back with a reason, and without one not at all', async () => {
  const { sent } = moving(bobs(), () => bobs({ state: 'SENT_BACK', note: 'Look again', can: nothing }));
  const { user } = renderApp(bobsPage);
  await user.click(await screen.findByRole('button', { name: 'Send back' }));
  const dialog = within(await screen.findByRole('alertdialog'));
  await user.click(dialog.getByRole('button', { name: 'Send back' }));
  expect(dialog.getByText('Please give a reason.')).toBeInTheDocument();
  expect(sent).toEqual([]);
  await user.type(dialog.getByRole('textbox', { name: 'Reason' }), ' Look again ');
  await user.click(dialog.getByRole('button', { name: 'Send back' }));
  expect(await screen.findByText('Sent back by an admin.')).toBeInTheDocument();
  expect(screen.getByText('Look again')).toBeInTheDocument();
  expect(sent).toEqual([['return', '2026-11-16', { note: 'Look again' }]]);
});

it('is approved together with all others that wait, and one that is refused is named', async () => {
  const cys = bobs({ memberId: ulid('cy'), user: 'Cy Young', version: 'w7' });
  const sent: unknown[] = [];
  moving(bobs(), () => bobs());
  server.use(
    answering('get', '/api/timesheet/week/waiting/:teamId', () => ({ items: [bobs(), cys] })),
    answering('post', '/api/timesheet/week/approve/:teamId/:memberId/:monday', ({ params, body }) => {
      sent.push([params['memberId'], body]);
      return params['memberId'] === ulid('cy') ? refusal(409, 'WEEK_CHANGED', 'The hours changed.') : bobs();
    }),
  );
  const { user } = renderApp('/timesheet');
  await user.click(await screen.findByRole('button', { name: '2 weeks wait for approval' }));
  await user.click(button('Approve all shown'));
  const dialog = within(await screen.findByRole('alertdialog', { name: /^Approve 2 weeks\?/ }));
  expect(sent).toEqual([]);
  await user.click(dialog.getByRole('button', { name: 'Yes, Approve' }));
  expect(await screen.findByText('1 week is approved.')).toBeInTheDocument();
  expect(await screen.findByText(/^Not approved: Cy Young, Mon 16.*The hours changed\.$/)).toBeInTheDocument();
  expect(sent).toEqual([
    [ulid('bob'), { version: 'w1' }],
    [ulid('cy'), { version: 'w7' }],
  ]);
});

it('stays in an open list of waiting weeks while the reader moves from week to week', async () => {
  const cys = bobs({ memberId: ulid('cy'), user: 'Cy Young', version: 'w7' });
  moving(bobs(), () => bobs());
  server.use(answering('get', '/api/timesheet/week/waiting/:teamId', () => ({ items: [bobs(), cys] })));
  const { user } = renderApp('/timesheet');
  await user.click(await screen.findByRole('button', { name: '2 weeks wait for approval' }));
  await user.click(screen.getByRole('button', { name: /^Cy Young/ }));
  await screen.findByRole('button', { name: /^Cy Young/, current: true });
  expect(button('2 weeks wait for approval')).toHaveAttribute('aria-expanded', 'true');
});
