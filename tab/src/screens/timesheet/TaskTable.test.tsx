import { screen, waitFor } from '@testing-library/react';
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
});
