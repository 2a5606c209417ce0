import { screen, waitFor, within } from '@testing-library/react';
import '@testing-library/jest-dom';
import type { Member } from '#contracts/organisations/teamAndMemberCalls.ts';
import { me, ulid } from '../../testing/testDataBuildersAndClock.ts';
import { renderApp } from '../../testing/renderApp.tsx';
import { aPerson } from '../../testing/fakeReportFormServer.ts';
import { answering, refusal, server } from '../../testing/mockServer.ts';

const path = '/settings/team';
const busy = 'The service is busy at the moment. Please try again in a few seconds.';
const alex = aPerson('Alex Wilber', { id: ulid('alex'), role: 'admin' });
const bob = aPerson('Bob Lee', { timezone: 'Pacific/Auckland' as Member['timezone'] });
const cy = aPerson('Cy Park', {
  unreachable: 'BLOCKED',
  unreachableSince: '2026-11-18T09:00:00.000Z' as Member['unreachableSince'],
});

let members: Member[] = [];
let language = 'en';
let days: { date: string; name?: string }[] = [];
const calls: string[] = [];

const info = () => ({
  ...{ id: ulid('Platform Team'), name: 'Platform Team', isConnected: true, isGroupChat: false },
  ...{ members: 3, enabledMembers: 3, reports: 1, language, createdOn: '2026-11-01T09:00:00.000Z' },
});

interface Saved {
  readonly dates: string[];
  readonly names?: Record<string, string>;
}

beforeEach(() => {
  members = [alex, bob, cy];
  days = [{ date: '2026-12-25', name: 'Christmas Day' }];
  language = 'en';
  calls.length = 0;
  server.use(
    answering('get', '/api/member/list/:teamId', () => members),
    answering('get', '/api/team/getTeamInfo/:teamId', info),
    answering('post', '/api/team/language/:teamId', ({ body }) => {
      ({ language } = body as { language: string });
      return { id: ulid('Platform Team'), language };
    }),
    answering('get', '/api/vacation/get/Team/:teamId', () => days),
    answering('get', '/api/vacation/countries', () => ({
      years: [2025, 2026, 2027],
      countries: [
        { code: 'DE', regions: [{ code: 'BY', name: 'Bayern' }] },
        { code: 'GB', regions: [] },
      ],
    })),
    answering('post', '/api/vacation/save/Team/:teamId', ({ body }) => {
      const { dates, names = {} } = body as Saved;
      calls.push(`save ${dates.join(' ')} ${JSON.stringify(names)}`);
      days = [...days, ...dates.map((date) => ({ date, ...(names[date] === undefined ? {} : { name: names[date] }) }))];
      return { dates, runs: [] };
    }),
    answering('delete', '/api/vacation/delete', ({ body }) => {
      const { dates } = body as Saved;
      calls.push(`delete ${dates.join(' ')}`);
      days = days.filter(({ date }) => !dates.includes(date));
      return { dates, runs: [] };
    }),
    answering('post', '/api/member/activateMember/:teamId/:memberId/:flag', ({ params }) => {
      calls.push(`switch ${String(params['memberId'])} ${String(params['flag'])}`);
      const isEnabled = params['flag'] === 'true';
      members = members.map((member) => (member.id === params['memberId'] ? { ...member, isEnabled } : member));
      return { id: String(params['memberId']), isEnabled };
    }),
  );
});

const row = async (name: string) => {
  const list = await screen.findByRole('list', { name: 'Team Members' });
  const element = within(list)
    .getAllByRole('listitem')
    .find((item) => item.textContent.includes(name));
  if (element === undefined) throw new Error(`${name} is not there`);
  return element;
};
const switchOf = (name: string) => screen.findByRole('switch', { name: `Ask ${name}` });
const coming = () => screen.findByRole('list', { name: 'Coming up' });

describe('the members', () => {
  it('shows each member’s name, address, place, and the reason why messages cannot reach them', async () => {
    renderApp(path);
    expect(await screen.findByRole('heading', { level: 1, name: 'Platform Team' })).toBeVisible();
    expect(await row('Alex Wilber')).toHaveTextContent(/You.*Admin.*alex\.wilber@rollcall\.test.*Place not known yet/);
    expect(await row('Bob Lee')).toHaveTextContent('Auckland, 23:25');
    expect(await row('Cy Park')).toHaveTextContent('has blocked Rollcall in Teams since 18 Nov 2026');
    expect(await screen.findByText('Team in Microsoft Teams · 3 of 3 members are asked · 1 report')).toBeVisible();
  });

  it('switches a member at once, and back with the reason if the server refuses', async () => {
    const { user } = renderApp(path);
    await user.click(await switchOf('Bob Lee'));
    expect(await switchOf('Bob Lee')).not.toBeChecked();
    expect(await screen.findByText('3 members, 1 disabled, 1 out of reach')).toBeVisible();
    await waitFor(() => {
      expect(calls).toEqual([`switch ${bob.id} false`]);
    });
    server.use(answering('post', '/api/member/activateMember/:a/:b/:c', () => refusal(503, 'UNAVAILABLE', busy)));
    await user.click(await switchOf('Cy Park'));
    expect(await screen.findByText(busy)).toBeVisible();
    expect(await switchOf('Cy Park')).toBeChecked();
    expect(await switchOf('Bob Lee')).not.toBeChecked();
  });

  it('are found by name, and reached with the arrow keys and the space bar', async () => {
    const { user } = renderApp(path);
    const search = await screen.findByRole('searchbox', { name: 'Find by name or email' });
    await user.type(search, 'nobody');
    expect(screen.getByText('No member has that name or address.')).toBeVisible();
    await user.clear(search);
    await user.tab();
    expect(await switchOf('Alex Wilber')).toHaveFocus();
    await user.keyboard('{ArrowDown}{ArrowDown}{ArrowUp} ');
    expect(await switchOf('Bob Lee')).not.toBeChecked();
    await user.tab();
    expect(screen.getByRole('button', { name: 'More for Bob Lee' })).toHaveFocus();
  });

  it('are asked about before their role changes', async () => {
    server.use(
      answering('post', '/api/user/role', ({ body }) => {
        calls.push(JSON.stringify(body));
        return { userId: null, ...(body as { memberId: string; role: string }) };
      }),
    );
    const { user } = renderApp(path);
    await user.click(await screen.findByRole('button', { name: 'More for Bob Lee' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Make an admin' }));
    const asking = within(await screen.findByRole('alertdialog', { name: 'Make Bob Lee an admin?' }));
    await user.click(asking.getByRole('button', { name: 'Yes, make an admin' }));
    expect(await screen.findByText('Bob Lee is an admin now.')).toBeVisible();
    expect(calls).toEqual([JSON.stringify({ memberId: bob.id, role: 'admin' })]);
  });

  const takeOwnRole = async (): Promise<ReturnType<typeof renderApp>> => {
    const view = renderApp(path);
    await view.user.click(await screen.findByRole('button', { name: 'More for Alex Wilber' }));
    await view.user.click(await screen.findByRole('menuitem', { name: 'Remove the admin role' }));
    return view;
  };

  it('get the role by a second press after a lost reply, and do not lose it again', async () => {
    server.use(
      answering('post', '/api/user/role', ({ body }) => {
        calls.push(JSON.stringify(body));
        members = members.map((member) => (member.id === bob.id ? { ...member, role: 'admin' } : member));
        return Response.error();
      }),
    );
    const view = renderApp(path);
    await view.user.click(await screen.findByRole('button', { name: 'More for Bob Lee' }));
    await view.user.click(await screen.findByRole('menuitem', { name: 'Make an admin' }));
    const dialog = within(await screen.findByRole('alertdialog', { name: 'Make Bob Lee an admin?' }));
    const yes = () => view.user.click(dialog.getByRole('button', { name: 'Yes, make an admin' }));
    await yes();
    await waitFor(async () => {
      expect(await row('Bob Lee')).toHaveTextContent('Admin');
    });
    await yes();
    const request = JSON.stringify({ memberId: bob.id, role: 'admin' });
    await waitFor(() => {
      expect(calls).toEqual([request, request]);
    });
  });

  it('refuse to take the role from the last admin before a dialog promises it', async () => {
    const reason = 'An organization needs an admin, and this is the last one.';
    server.use(answering('post', '/api/user/role', () => refusal(409, 'LAST_ADMIN', reason)));
    await takeOwnRole();
    expect(await screen.findByText(reason)).toBeVisible();
    expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument();
    await waitFor(() => {
      expect(screen.getByRole('button', { name: 'More for Alex Wilber' })).toHaveFocus();
    });
  });

  it('are asked about before their admin role is taken, which the server checks first', async () => {
    server.use(
      answering('post', '/api/user/role', ({ body }) => {
        calls.push(JSON.stringify(body));
        return { userId: null, ...(body as { memberId: string; role: string }) };
      }),
    );
    const { user } = await takeOwnRole();
    const asking = within(await screen.findByRole('alertdialog', { name: 'Remove the admin role of Alex Wilber?' }));
    const request = { memberId: alex.id, role: 'user' };
    expect(calls).toEqual([JSON.stringify({ ...request, preview: true })]);
    await user.click(asking.getByRole('button', { name: 'Yes, remove it' }));
    expect(await screen.findByText('Alex Wilber is not an admin any more.')).toBeVisible();
    expect(calls.slice(1)).toEqual([JSON.stringify(request)]);
  });

  it('ask before a person switches themselves off', async () => {
    const { user } = renderApp(path);
    await user.click(await switchOf('Alex Wilber'));
    const leaving = within(await screen.findByRole('alertdialog', { name: 'Disable yourself?' }));
    await user.click(leaving.getByRole('button', { name: 'Cancel' }));
    expect(await switchOf('Alex Wilber')).toBeChecked();
    expect(calls).toEqual([]);
  });

  it('are taken over from Microsoft Teams, which may not answer', async () => {
    let isSynced = true;
    server.use(
      answering('post', '/api/team/sync/:teamId', () => ({
        ...{ teamId: ulid('Platform Team'), name: 'Platform Team', isSynced, members: 4, joined: 1, left: 0 },
      })),
    );
    const { user } = renderApp(path);
    const sync = await screen.findByRole('button', { name: 'Sync with Microsoft Teams' });
    await user.click(sync);
    expect(await screen.findByText('1 joined, no departures: 4 members.')).toBeVisible();
    isSynced = false;
    await user.click(sync);
    expect(await screen.findByText(/^Microsoft Teams did not answer/)).toBeVisible();
  });
});

describe('the holidays', () => {
  it('imports a country’s holidays after a preview, without the days that are not selected', async () => {
    server.use(
      answering('post', '/api/vacation/import/:teamId', ({ body }) => {
        calls.push(JSON.stringify(body));
        return {
          ...{ isPreview: true, past: 7, unreadable: 0, runs: [] },
          present: [{ date: '2026-12-25', name: 'Christmas Day', isPartial: false }],
          added: [
            { date: '2026-12-26', name: 'Boxing Day', isPartial: false },
            { date: '2026-12-31', name: 'Old Year’s Night', isPartial: true },
          ],
        };
      }),
    );
    const { user } = renderApp(path);
    const country = await screen.findByRole('combobox', { name: 'Country' });
    // The country of the reader's locale (en-GB) is chosen at first.
    expect(country).toHaveDisplayValue('United Kingdom');
    await user.selectOptions(country, 'Germany');
    await user.selectOptions(screen.getByRole('combobox', { name: 'Region' }), 'Bayern');
    await user.click(screen.getByRole('button', { name: 'Show the days' }));
    const dialog = within(await screen.findByRole('alertdialog', { name: 'Add 2 holidays?' }));
    expect(JSON.parse(calls[0] ?? '')).toEqual({
      ...{ country: 'DE', region: 'BY', year: 2026, preview: true, timezone: 'Europe/Berlin' },
    });
    expect(dialog.getByText('1 day is a team holiday already.')).toBeVisible();
    expect(dialog.getByText('7 days are over and are left out.')).toBeVisible();
    expect(dialog.getByRole('checkbox', { name: /Old Year’s Night \(some hours only\)/ })).not.toBeChecked();
    await user.click(dialog.getByRole('button', { name: 'Add 1 day' }));
    expect(await screen.findByText('1 day added.')).toBeVisible();
    expect(calls[1]).toBe(`save 2026-12-26 ${JSON.stringify({ '2026-12-26': 'Boxing Day' })}`);
    expect(await coming()).toHaveTextContent('Sat 26 DecBoxing Day');
  });

  it('come from a file, which may be too large or no calendar', async () => {
    server.use(
      answering('post', '/api/vacation/import/:teamId', () =>
        refusal(400, 'INVALID_INPUT', 'This is not a calendar file. Choose a file that ends in .ics.'),
      ),
    );
    const { user } = renderApp(path);
    await screen.findByRole('button', { name: 'Choose a file' });
    const input = screen.getByLabelText('Choose a file', { selector: 'input' });
    await user.upload(input, new File(['x'.repeat(204_801)], 'large.ics', { type: 'text/calendar' }));
    expect(await screen.findByText('The file is too large. A calendar of holidays has at most 200 kB.')).toBeVisible();
    // Files in jsdom have no method `text`, so the test adds one.
    const text = () => Promise.resolve('hello');
    await user.upload(input, Object.assign(new File(['hello'], 'not.ics', { type: 'text/calendar' }), { text }));
    expect(await screen.findByText(/^This is not a calendar file/)).toBeVisible();
  });

  it('are taken out with a press, and put back with their name', async () => {
    const { user } = renderApp(path);
    await user.click(await screen.findByRole('button', { name: 'Remove Fri 25 Dec' }));
    expect(await screen.findByText('1 day removed.')).toBeVisible();
    expect(screen.getByText(/^No holidays ahead/)).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    expect(await coming()).toHaveTextContent('Fri 25 DecChristmas Day');
    expect(calls).toEqual([
      'delete 2026-12-25',
      `save 2026-12-25 ${JSON.stringify({ '2026-12-25': 'Christmas Day' })}`,
    ]);
  });

  it.each([
    [/20 November 2026, today/, 'Fri 20 Nov'],
    [/^Thursday,? 19 November 2026/, 'Thu 19 Nov'],
  ])('the holidays of a day that may have an open run are confirmed first, by their date: %s', async (day, date) => {
    const { user } = renderApp(path);
    await user.click(await screen.findByRole('button', { name: day }));
    const asking = within(await screen.findByRole('alertdialog', { name: `Make ${date} a holiday?` }));
    expect(asking.getByText(new RegExp(`^Open runs of ${date} are cancelled`))).toBeVisible();
    expect(asking.getByRole('button', { name: `Yes, ${date} is a holiday` })).toBeVisible();
    await user.click(asking.getByRole('button', { name: 'Cancel' }));
    expect(calls).toEqual([]);
  });

  it('a holiday of tomorrow is confirmed first, because a run of it may be open further east', async () => {
    const { user } = renderApp(path);
    await user.click(await screen.findByRole('button', { name: /^Saturday,? 21 November 2026/ }));
    await user.click(
      within(await screen.findByRole('alertdialog', { name: 'Make Sat 21 Nov a holiday?' })).getByRole('button', {
        name: 'Cancel',
      }),
    );
    await user.click(screen.getByRole('button', { name: /^Sunday,? 22 November 2026/ }));
    expect(await screen.findByText('1 day added.')).toBeVisible();
    expect(calls).toHaveLength(1);
  });
});

describe('the page', () => {
  it('is read-only for a person who is no admin, and names whom to ask', async () => {
    server.use(answering('get', '/api/auth/getuserdetails', () => ({ ...me, role: 'user', memberId: bob.id })));
    renderApp(path);
    expect(await screen.findByText('Only admins can change these settings: ask Alex Wilber.')).toBeVisible();
    expect(screen.queryByRole('switch')).not.toBeInTheDocument();
    expect(screen.getByText('On these days the team gets no questions.')).toBeVisible();
    expect(screen.queryByRole('button', { name: /Sync|More|Remove|Choose a file/ })).not.toBeInTheDocument();
    expect(
      await screen.findByRole('gridcell', { name: /25 December 2026, Team holiday: Christmas Day/ }),
    ).toBeVisible();
  });

  it('shows messages for a missing team, missing members and a missing answer', async () => {
    server.use(answering('get', '/api/team/list', () => []));
    renderApp(path);
    expect(await screen.findByRole('heading', { level: 1, name: 'Team settings' })).toBeVisible();
    expect(await screen.findByText('Rollcall is not connected with Microsoft Teams.')).toBeVisible();
  });

  it('offers a retry for each part that failed', async () => {
    server.use(answering('get', '/api/member/list/:teamId', () => refusal(503, 'UNAVAILABLE', busy)));
    const { user } = renderApp(path);
    expect(await screen.findByText(busy)).toBeVisible();
    expect(await screen.findByText('Christmas Day')).toBeVisible();
    server.use(answering('get', '/api/member/list/:teamId', () => []));
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText(/^This team has no members yet/)).toBeVisible();
  });
});

describe('the language of the channels', () => {
  it('is chosen by an admin, and shows the earlier choice with the reason after a refusal', async () => {
    const { user } = renderApp(path);
    const choice = await screen.findByRole('combobox', { name: 'Language of the channels' });
    await user.selectOptions(choice, 'Français');
    expect(await screen.findByText('Posts in the channels are in Français from now on.')).toBeVisible();
    expect(language).toBe('fr');
    server.use(answering('post', '/api/team/language/:teamId', () => refusal(503, 'UNAVAILABLE', busy)));
    await user.selectOptions(choice, '日本語');
    expect(await screen.findByText(busy)).toBeVisible();
    expect(choice).toHaveValue('fr');
  });

  it('is shown as the server stored it when the reply was lost', async () => {
    server.use(
      answering('post', '/api/team/language/:teamId', ({ body }) => {
        ({ language } = body as { language: string });
        return Response.error();
      }),
    );
    const { user } = renderApp(path);
    const choice = await screen.findByRole('combobox', { name: 'Language of the channels' });
    await user.selectOptions(choice, 'Français');
    expect(await screen.findByText('The service cannot be reached. Please check your connection.')).toBeVisible();
    await waitFor(() => {
      expect(choice).toHaveValue('fr');
    });
  });
});
