import { screen, waitFor, within } from '@testing-library/react';
import '@testing-library/jest-dom';
import userEvent from '@testing-library/user-event';
import type { BlockerItem } from '#contracts/blockers/blockerCalls.ts';
import type { BlockerList } from '../../api/blockers/blockerQueriesAndMutations.ts';
import { aTeam, me, ulid } from '../../testing/testDataBuildersAndClock.ts';
import { answering, refusal, server } from '../../testing/mockServer.ts';
import { renderApp } from '../../testing/renderApp.tsx';
import { blockersCsv } from './blockersCsv.ts';
import { inputOf, readFilters } from './blockerFilters.ts';

const list = '/api/blocker/getlist';
const change = '/api/blocker/change/:meetingId/:memberId';

const anItem = (name: string, more: Partial<BlockerItem> = {}): BlockerItem => ({
  ...{ teamId: ulid('Platform Team'), teamName: 'Platform Team' },
  ...{ meetingId: ulid('daily'), meetingName: 'Daily' },
  owner: { memberId: ulid(name), name, hasLeft: false, thumbnailUrl: null },
  ...{ text: `${name} waits for the keys`, state: 'OPEN', since: '2026-11-18' as never, days: 2 },
  ...{ closedAt: null, changed: null, needed: null, note: null, actions: [] },
  ...more,
});

const aList = (items: readonly BlockerItem[], more: Partial<BlockerList> = {}): BlockerList => ({
  items: [...items],
  ...{ pageCount: 25, pageNumber: 1, totalItems: items.length },
  counts: { OPEN: items.length, ACKNOWLEDGED: 0, REOPENED: 0, RESOLVED: 0 },
  reports: [{ teamId: ulid('Platform Team'), meetingId: ulid('daily'), name: 'Daily' }],
  people: items.map(({ owner: { memberId, name, hasLeft } }) => ({ memberId, name, hasLeft })),
  ...more,
});

const sent: unknown[] = [];
const shows = (listed: BlockerList): void => {
  server.use(
    answering('post', list, ({ body }) => {
      sent.push(body);
      return listed as never;
    }),
  );
};
/**
 * Returns the control of a filter. Searches only inside the filter bar, because the header of the app also has a
 * control named "Team".
 */
const filter = (label: string) =>
  within(screen.getByRole('search', { name: 'Filters and order' })).getByLabelText(label);
const row = (name: string) => screen.findByRole('article', { name: `Blocker of ${name} in Daily` });

beforeEach(() => {
  sent.length = 0;
});

describe('the page of blockers', () => {
  it('shows who is blocked, by what, since when, in which report, and who is needed', async () => {
    const needed = { memberId: ulid('cy'), name: 'Cy', hasLeft: true };
    const note = { text: 'Ask the operators', by: 'Dan' };
    shows(aList([anItem('Bob', { state: 'ACKNOWLEDGED', needed, note })]));
    renderApp('/blockers');
    const bob = within(await row('Bob'));
    expect(bob.getByText('Bob waits for the keys')).toBeVisible();
    expect(bob.getByText('Taken on')).toBeVisible();
    expect(bob.getByText(/since .*18.*Nov.*, 2 working days/)).toBeVisible();
    expect(bob.getByRole('link', { name: 'Daily' })).toHaveAttribute(
      'href',
      `/reports/${ulid('daily')}?date=2026-11-18`,
    );
    expect(bob.getByText('Needs Cy (no longer in the team)')).toBeVisible();
    expect(bob.getByText('Ask the operators')).toBeVisible();
  });

  it.each([
    [{ OPEN: 1, ACKNOWLEDGED: 0, REOPENED: 0, RESOLVED: 0 }, '1 unresolved blocker. 0 resolved.'],
    [{ OPEN: 0, ACKNOWLEDGED: 1, REOPENED: 0, RESOLVED: 2 }, '1 unresolved blocker (1 taken on). 2 resolved.'],
    [{ OPEN: 1, ACKNOWLEDGED: 2, REOPENED: 1, RESOLVED: 1 }, '4 unresolved blockers (2 taken on). 1 resolved.'],
  ])('mentions blockers that were taken on only if there are any: %j', async (counts, text) => {
    shows(aList([anItem('Bob')], { counts }));
    renderApp('/blockers');
    expect(await screen.findByText(text)).toBeVisible();
  });

  it.each([
    [0, 'lasted less than a working day'],
    [1, 'lasted 1 working day'],
    [3, 'lasted 3 working days'],
  ])('shows of a resolved blocker that it lasted %d days, not since when it waits', async (days, text) => {
    shows(aList([anItem('Bob', { state: 'RESOLVED', days, closedAt: '2026-11-20T10:00:00.000Z' as never })]));
    renderApp('/blockers?state=ALL');
    const bob = within(await row('Bob'));
    expect(bob.getByText(text)).toBeVisible();
    expect(bob.queryByText(/since/)).toBeNull();
  });

  it('shows that there is none, and that none matches the filters, which one press clears', async () => {
    shows(aList([], { counts: { OPEN: 0, ACKNOWLEDGED: 0, REOPENED: 0, RESOLVED: 0 } }));
    renderApp('/blockers');
    expect(await screen.findByText('No blockers')).toBeVisible();
  });

  it('clears the filters that match nothing', async () => {
    shows(aList([], { counts: { OPEN: 1, ACKNOWLEDGED: 0, REOPENED: 0, RESOLVED: 0 } }));
    renderApp('/blockers?state=RESOLVED&who=MINE');
    await userEvent.click(await screen.findByRole('button', { name: 'Clear the filters' }));
    await waitFor(() => {
      expect(sent.at(-1)).toMatchObject({ states: [] });
    });
    expect(sent.at(-1)).not.toHaveProperty('memberId');
  });

  it('reports a failure and loads again', async () => {
    server.use(answering('post', list, () => refusal(403, 'FORBIDDEN', 'You may not do that.')));
    renderApp('/blockers');
    expect(await screen.findByText('You may not do that.')).toBeVisible();
    shows(aList([anItem('Bob')]));
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await row('Bob')).toBeVisible();
  });

  it('reads the filter of the address, and changes it by the choices', async () => {
    shows(aList([anItem('Bob')]));
    renderApp(`/blockers?report=${ulid('daily')}&who=NEEDS_ME&age=3`);
    await row('Bob');
    expect(sent.at(-1)).toEqual({
      ...{ meetingId: ulid('daily'), neededId: me.memberId, minDays: 3, states: [] },
      ...{ sort: 'AGE', isDescending: true, pageNumber: 1 },
    });
    await userEvent.selectOptions(screen.getByLabelText('Sort by'), 'Blocked person');
    await waitFor(() => {
      expect(sent.at(-1)).toMatchObject({ sort: 'MEMBER', isDescending: false });
    });
    await userEvent.selectOptions(screen.getByLabelText('State'), 'Resolved');
    await waitFor(() => {
      expect(sent.at(-1)).toMatchObject({ states: ['RESOLVED'] });
    });
  });

  it('shows that the filter names a report without a blocker', async () => {
    shows(aList([], { counts: { OPEN: 1, ACKNOWLEDGED: 0, REOPENED: 0, RESOLVED: 0 } }));
    renderApp(`/blockers?report=${ulid('calm')}`);
    await screen.findByRole('button', { name: 'Clear the filters' });
    expect(filter('Report')).toHaveDisplayValue('Another report');
    await userEvent.selectOptions(filter('Report'), 'All reports');
    await waitFor(() => {
      expect(sent.at(-1)).not.toHaveProperty('meetingId');
    });
  });

  it('marks the blockers of the previous filters while those of the new ones load', async () => {
    shows(aList([anItem('Bob')]));
    renderApp('/blockers');
    await row('Bob');
    expect(screen.queryAllByRole('generic', { busy: true })).toEqual([]);
    let answer: (reply: Response) => void = () => undefined;
    const reply = new Promise<Response>((resolve) => {
      answer = resolve;
    });
    server.use(answering('post', list, () => reply));
    await userEvent.selectOptions(screen.getByLabelText('State'), 'Resolved');
    const [, former] = await screen.findAllByRole('generic', { busy: true });
    expect(former).toContainElement(await row('Bob'));
    answer(refusal(403, 'FORBIDDEN', 'You may not do that.'));
    expect(await screen.findByText('You may not do that.')).toBeVisible();
  });

  it('filters by a person who is blocked or needed', async () => {
    const cy = { memberId: ulid('cy'), name: 'Cy', hasLeft: true };
    const people = [
      { memberId: ulid('Bob'), name: 'Bob', hasLeft: false },
      cy,
      { ...cy, memberId: ulid('z'), name: '' },
    ];
    shows(aList([anItem('Bob', { needed: cy })], { people }));
    renderApp('/blockers?who=MINE');
    await row('Bob');
    const box = filter('Person');
    const group = within(box).getByRole('group', { name: 'Blocked or needed' });
    expect(
      within(group)
        .getAllByRole('option')
        .map((option) => option.textContent),
    ).toEqual([...['Bob', 'Cy (no longer in the team)', 'A former member']]);
    await userEvent.selectOptions(box, 'Cy (no longer in the team)');
    await waitFor(() => {
      expect(sent.at(-1)).toMatchObject({ personId: ulid('cy'), pageNumber: 1 });
    });
    expect(sent.at(-1)).not.toHaveProperty('memberId');
    expect(box).toHaveDisplayValue('Cy (no longer in the team)');
    await userEvent.selectOptions(box, 'Everyone');
    await waitFor(() => {
      expect(sent.at(-1)).not.toHaveProperty('personId');
    });
  });

  it('shows that the filter names a person without a blocker, and clears it', async () => {
    shows(aList([], { counts: { OPEN: 1, ACKNOWLEDGED: 0, REOPENED: 0, RESOLVED: 0 } }));
    renderApp(`/blockers?who=${ulid('gone')}`);
    const clear = await screen.findByRole('button', { name: 'Clear the filters' });
    expect(filter('Person')).toHaveDisplayValue('Another person');
    await userEvent.click(clear);
    await waitFor(() => {
      expect(sent.at(-1)).not.toHaveProperty('personId');
    });
    expect(filter('Person')).toHaveDisplayValue('Everyone');
  });

  it('downloads only the blockers of the chosen person', async () => {
    shows(aList([anItem('Bob')]));
    const files: Blob[] = [];
    URL.createObjectURL = (file) => {
      files.push(file as Blob);
      return 'blob:file';
    };
    URL.revokeObjectURL = () => undefined;
    jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
    renderApp(`/blockers?who=${ulid('Bob')}`);
    await row('Bob');
    sent.length = 0;
    await userEvent.click(screen.getByRole('button', { name: 'Download CSV' }));
    await waitFor(() => {
      expect(files).toHaveLength(1);
    });
    expect(sent).toEqual([expect.objectContaining({ personId: ulid('Bob'), pageCount: 100, pageNumber: 1 })]);
    expect(await files[0]?.text()).toContain('"Bob waits for the keys"');
  });

  it('names the team or teams of which it lists the blockers', async () => {
    shows(aList([anItem('Bob')]));
    const { unmount } = renderApp('/blockers');
    await row('Bob');
    expect(screen.getByText('Blockers of the team Platform Team')).toBeVisible();
    unmount();
    server.use(answering('get', '/api/team/list', () => [aTeam('Platform Team'), aTeam('Research')]));
    renderApp('/blockers');
    await row('Bob');
    expect(screen.getByText(`Blockers of all your 2 teams in ${me.orgName}`)).toBeVisible();
    await userEvent.selectOptions(filter('Team'), 'Research');
    expect(await screen.findByText('Blockers of the team Research')).toBeVisible();
  });

  it('opens the last page when the only blocker of a later page is resolved', async () => {
    let unresolved = ['Bob', 'Cy'];
    server.use(
      answering('post', list, ({ body }) => {
        const { pageNumber } = body as { readonly pageNumber: number };
        const shown = unresolved
          .slice(pageNumber - 1, pageNumber)
          .map((name) => anItem(name, { actions: ['RESOLVE'] }));
        const counts = { OPEN: unresolved.length, ACKNOWLEDGED: 0, REOPENED: 0, RESOLVED: 0 };
        return aList(shown, { pageCount: 1, pageNumber, totalItems: unresolved.length, counts }) as never;
      }),
      answering('post', change, ({ params }) => {
        unresolved = ['Bob'];
        return { ...params, isChanged: true, state: 'RESOLVED' } as never;
      }),
    );
    const { user, address } = renderApp('/blockers?page=2');
    const cy = within(await row('Cy'));
    await user.click(cy.getByRole('button', { name: /^Resolved: the blocker/ }));
    expect(await screen.findByText('Bob waits for the keys')).toBeVisible();
    expect(address()).not.toContain('page=');
  });

  it('the page of blockers has pages', async () => {
    shows(aList([anItem('Bob')], { totalItems: 51 }));
    renderApp('/blockers');
    await row('Bob');
    expect(screen.getByText('Page 1 of 3')).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Next' }));
    await waitFor(() => {
      expect(sent.at(-1)).toMatchObject({ pageNumber: 2 });
    });
  });

  it('offers the teams of a reader with several, and names the team of each blocker', async () => {
    server.use(answering('get', '/api/team/list', () => [aTeam('Platform Team'), aTeam('Research')]));
    shows(aList([anItem('Bob')]));
    renderApp('/blockers');
    expect(within(await row('Bob')).getByText(/Platform Team/)).toBeVisible();
    const search = within(screen.getByRole('search', { name: 'Filters and order' }));
    await userEvent.selectOptions(search.getByLabelText('Team'), 'Research');
    await waitFor(() => {
      expect(sent.at(-1)).toMatchObject({ teamId: ulid('Research') });
    });
  });

  it('shows long names and texts without losing a character', async () => {
    const name = 'N'.repeat(200);
    shows(aList([anItem(name, { text: 'x'.repeat(2000) })]));
    renderApp('/blockers');
    expect(await screen.findByRole('heading', { name })).toBeVisible();
    expect(screen.getByText('x'.repeat(2000))).toBeInTheDocument();
  });
});

describe('a change on the page', () => {
  const changes: unknown[] = [];
  const accepts = (): void => {
    server.use(
      answering('post', change, ({ params, body }) => {
        changes.push({ ...params, ...(body as object) });
        return { ...params, isChanged: true, state: 'RESOLVED' } as never;
      }),
    );
  };

  beforeEach(() => {
    changes.length = 0;
  });

  it('is sent with the blocker that the page shows, by keyboard too', async () => {
    shows(aList([anItem('Bob', { actions: ['ACKNOWLEDGE', 'RESOLVE'] })]));
    accepts();
    renderApp('/blockers');
    const button = within(await row('Bob')).getByRole('button', { name: 'Resolved: the blocker of Bob' });
    button.focus();
    await userEvent.keyboard('{Enter}');
    expect(await screen.findByText('The blocker of Bob is resolved.')).toBeInTheDocument();
    expect(changes).toEqual([
      { meetingId: ulid('daily'), memberId: ulid('Bob'), since: '2026-11-18', action: 'RESOLVE' },
    ]);
  });

  it('shows a refusal and loads the list again', async () => {
    shows(aList([anItem('Bob', { actions: ['ACKNOWLEDGE'] })]));
    server.use(answering('post', change, () => refusal(409, 'BLOCKER_RESOLVED', 'This blocker is already resolved.')));
    renderApp('/blockers');
    await userEvent.click(within(await row('Bob')).getByRole('button', { name: 'On it: the blocker of Bob' }));
    expect(await screen.findByText('This blocker is already resolved.')).toBeInTheDocument();
    await waitFor(() => {
      expect(sent.length).toBeGreaterThan(1);
    });
  });

  it('hands back with a note', async () => {
    shows(aList([anItem('Bob', { actions: ['HAND_BACK'] })]));
    accepts();
    renderApp('/blockers');
    await userEvent.click(within(await row('Bob')).getByRole('button', { name: 'Not me: the blocker of Bob' }));
    await userEvent.type(screen.getByLabelText('Note'), 'Ask Cy');
    await userEvent.click(screen.getByRole('button', { name: 'Hand back' }));
    await waitFor(() => {
      expect(changes).toMatchObject([{ action: 'HAND_BACK', note: 'Ask Cy' }]);
    });
    await waitFor(() => {
      expect(screen.queryByLabelText('Note')).not.toBeInTheDocument();
    });
  });

  it('keeps a note of 10 kB whole, and shows at its field that it is too long', async () => {
    const changes: { note?: string }[] = [];
    shows(aList([anItem('Bob', { actions: ['HAND_BACK'] })]));
    server.use(
      answering('post', change, ({ body }) => {
        changes.push(body as (typeof changes)[number]);
        return refusal(400, 'INVALID_INPUT', 'The note is too long.');
      }),
    );
    renderApp('/blockers');
    await userEvent.click(within(await row('Bob')).getByRole('button', { name: 'Not me: the blocker of Bob' }));
    const field = screen.getByLabelText('Note');
    const long = 'x'.repeat(10_240);
    await userEvent.click(field);
    await userEvent.paste(long);
    await userEvent.click(screen.getByRole('button', { name: 'Hand back' }));
    await waitFor(() => {
      expect(field).toHaveAccessibleDescription(/The note is too long/);
    });
    expect(field).toBeInvalid();
    expect(field).toHaveValue(long);
    expect(changes).toMatchObject([{ note: long }]);
    await userEvent.type(field, '{Backspace}');
    expect(field).toBeValid();
  });

  const member = (name: string, isEnabled = true) => ({
    ...{ id: ulid(name), name, email: '', thumbnailUrl: null, isEnabled, role: 'user', timezone: null },
    ...{ isMuted: false, unreachable: null, unreachableSince: null },
  });

  it('confirms that no member is needed any more', async () => {
    server.use(answering('get', '/api/member/list/:teamId', () => [member('Bob'), member('Cy')] as never));
    const needed = { memberId: ulid('Cy'), name: 'Cy', hasLeft: false };
    shows(aList([anItem('Bob', { actions: ['NEED'], needed })]));
    accepts();
    renderApp('/blockers');
    await userEvent.click(within(await row('Bob')).getByRole('button', { name: 'Needs someone: the blocker of Bob' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Nobody is needed' }));
    expect(await screen.findByText('Saved that nobody is needed for the blocker of Bob.')).toBeVisible();
    expect(changes).toMatchObject([{ action: 'NEED', neededId: null }]);
  });

  it('names the needed person, chosen among the other enabled members', async () => {
    server.use(
      answering('get', '/api/member/list/:teamId', () => [member('Bob'), member('Cy'), member('Dan', false)] as never),
    );
    shows(aList([anItem('Bob', { actions: ['NEED'] })]));
    accepts();
    renderApp('/blockers');
    await userEvent.click(within(await row('Bob')).getByRole('button', { name: 'Needs someone: the blocker of Bob' }));
    const box = await screen.findByRole('combobox', { name: /Who is needed/ });
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('Choose a member of the team.')).toBeVisible();
    await userEvent.click(box);
    const people = within(await screen.findByRole('listbox')).getAllByRole('option', { name: /Cy|Bob|Dan/ });
    expect(people.map((option) => option.textContent)).toEqual(['Cy']);
    await userEvent.type(box, 'cy');
    await userEvent.keyboard('{Enter}');
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('Saved the needed person for the blocker of Bob.')).toBeVisible();
    expect(changes).toMatchObject([{ action: 'NEED', neededId: ulid('Cy') }]);
  });
});

describe('the export', () => {
  it('has one line for each blocker and no formulas', () => {
    const needed = { memberId: ulid('cy'), name: 'Cy', hasLeft: false };
    const text = blockersCsv(
      [anItem('Bob', { text: '=1+1', state: 'RESOLVED', needed, closedAt: '2026-11-20T23:30:00.000Z' as never })],
      'Europe/Berlin',
      (key) => key,
    );
    expect(text.split('\r\n')[1]).toBe(
      `"Platform Team","Daily","Bob","'=1+1","blockers.stateRESOLVED","2026-11-18",2,"Cy","","2026-11-21",2`,
    );
  });
});

describe('the filter in the address', () => {
  it('ignores unknown values', () => {
    const filters = readFilters(new URLSearchParams('team=x&report=%00&state=SOME&who=ALL&age=99&sort=COLOUR&page=-3'));
    expect(inputOf(filters, null)).toEqual({ states: [], sort: 'AGE', isDescending: true, pageNumber: 1 });
  });

  it('sorts names upwards and age downwards unless the address names an order', () => {
    const isDescending = (query: string) => readFilters(new URLSearchParams(query)).isDescending;
    expect(['sort=MEMBER', 'sort=AGE', 'sort=MEMBER&order=DESC', 'order=ASC'].map(isDescending)).toEqual([
      ...[false, true, true, false],
    ]);
  });
});
