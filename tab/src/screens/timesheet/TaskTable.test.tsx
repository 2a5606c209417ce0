import { act, screen, waitFor } from '@testing-library/react';
import '@testing-library/jest-dom';
import { aTask, me, ulid } from '../../testing/testDataBuildersAndClock.ts';
import { renderApp } from '../../testing/renderApp.tsx';
import { answering, server } from '../../testing/mockServer.ts';
import { fakeSheet } from '../../testing/fakeTimesheetServer.ts';
import { on, bobs, alex, table, button, rowOf, linesOf } from '../../testing/timesheetTableQueriesAndData.ts';

describe('the rows', () => {
  const tasks = [
    aTask('Write it', { hours: 1, minutes: 20, totalHours: 1.33 }),
    aTask('Read it', bobs),
    aTask('Old', { ...on('2026-11-13'), meetingId: null, meetingName: null, canEdit: false }),
    aTask('Nobody’s', { ...on('2026-11-13'), ...bobs, user: '', meetingName: null }),
  ];

  it('are grouped by day with the sums of day, week, person and all', async () => {
    fakeSheet(tasks);
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
    // The page shows actions only for the reader's own rows, and only while their week is not approved.
    expect(screen.getAllByRole('button', { name: /^(Edit|Delete)/ })).toHaveLength(2);
    // There is only one report, and the filter by report appears only with at least two.
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
    fakeSheet(tasks);
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
    // Leaves one row on the second page. When this row is deleted, the list has only one page.
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

  it('of a page behind the last one are those of the last page', async () => {
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
  ])('of dates that cannot be shown, %s, are the usual ones, also in the address', async (wrong, right) => {
    fakeSheet([aTask('Write it')]);
    const { address } = renderApp(`/timesheet${wrong}`);
    expect(await screen.findByText(/^The dates in the address cannot be shown/)).toBeInTheDocument();
    expect(await screen.findByText('Write it')).toBeInTheDocument();
    expect(address()).toBe(right);
  });

  it('are those of the days, people and reports chosen, which the address keeps', async () => {
    const sheet = fakeSheet(tasks);
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
    await user.click(button('Users: Everyone'));
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
  await user.click(button('Users: Everyone'));
  const person = await screen.findByRole('checkbox', { name: 'Alex Wilber' });
  const lastWeek = screen.getByRole<HTMLOptionElement>('option', { name: 'Last Week' });
  // Both changes happen before React renders the page again.
  await act(async () => {
    lastWeek.selected = true;
    screen.getByRole('combobox', { name: 'Dates' }).dispatchEvent(new Event('change', { bubbles: true }));
    await Promise.resolve();
    person.click();
  });
  expect(address()).toBe(`/timesheet?from=2026-11-09&to=2026-11-15&users=${alex}`);
});
