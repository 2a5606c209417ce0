import '@testing-library/jest-dom';
import { act, screen, waitFor } from '@testing-library/react';
import { aTask, ulid } from '../../testing/testDataBuildersAndClock.ts';
import { renderApp } from '../../testing/renderApp.tsx';
import { answering, server } from '../../testing/mockServer.ts';
import { fakeSheet } from '../../testing/fakeTimesheetServer.ts';
import { on, bobs, alex, table, button } from '../../testing/timesheetTableQueriesAndData.ts';

describe('the rows', () => {
  const tasks = [
    aTask('Write it', { hours: 1, minutes: 20, totalHours: 1.33 }),
    aTask('Read it', bobs),
    aTask('Old', { ...on('2026-11-13'), meetingId: null, meetingName: null, canEdit: false }),
    aTask('Nobody’s', { ...on('2026-11-13'), ...bobs, user: '', meetingName: null }),
  ];

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
