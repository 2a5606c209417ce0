import { act, screen, waitFor, within } from '@testing-library/react';
import '@testing-library/jest-dom';
import { aSession, aTeam, ulid } from '../../../testing/builders.ts';
import { fakeTeams } from '../../../testing/fakeTeams.ts';
import { renderApp, signedInStorage } from '../../../testing/renderApp.tsx';
import { answerReportForm, settings } from '../../../testing/reportForm.ts';
import { answering, refusal, server } from '../../../testing/server.ts';

beforeEach(answerReportForm);

const nameField = () => screen.findByRole('textbox', { name: 'Name' });
const heading = (name: string) => screen.findByRole('heading', { level: 2, name });
const button = (name: string) => screen.getByRole('button', { name });
const pressed = (): string[] =>
  within(screen.getByRole('group', { name: 'Days' }))
    .getAllByRole('button', { pressed: true })
    .map((one) => one.getAttribute('aria-label') ?? '');

const open = async (path = '/reports/create', options: Parameters<typeof renderApp>[1] = {}) => {
  const view = renderApp(path, options);
  const name = await nameField();
  await screen.findByRole('combobox', { name: 'Timezone' });
  return { ...view, name };
};
type Opened = Awaited<ReturnType<typeof open>>;

/** Through the steps with a name and everybody chosen, to the last one. */
const fillIn = async ({ user, name }: Pick<Opened, 'user' | 'name'>, text = 'Weekly'): Promise<void> => {
  await user.type(name, text);
  await user.click(button('Next'));
  await heading('Members');
  await user.click(await screen.findByRole('checkbox', { name: 'Select all' }));
  await user.click(button('Next'));
  await heading('Questions');
  await user.click(button('Next'));
  await heading('Settings');
};

describe('opening the wizard', () => {
  it('waits for what a report begins with', async () => {
    server.use(answering('get', '/api/timezone/list', () => new Promise<Response>(() => undefined)));
    renderApp('/reports/create');
    expect(await screen.findByRole('heading', { level: 1, name: 'Create a report' })).toBeVisible();
    await waitFor(() => {
      expect(screen.getByRole('status', { name: 'Loading' })).toBeVisible();
    });
  });

  it('says why it cannot begin, and tries again', async () => {
    server.use(answering('post', '/api/productsetting/getsettings', () => refusal(503, 'UNAVAILABLE', 'Busy.')));
    const { user } = renderApp('/reports/create');
    expect(await screen.findByRole('alert')).toHaveTextContent('Busy.');
    answerReportForm();
    await user.click(button('Try again'));
    expect(await nameField()).toBeVisible();
  });

  it('is not connected without a team', async () => {
    server.use(answering('get', '/api/team/list', () => []));
    renderApp('/reports/create');
    expect(await screen.findByText('Rollcall is not connected with Microsoft Teams.')).toBeVisible();
    expect(screen.getByRole('link', { name: 'How to connect it' })).toHaveAttribute('href', '/teams/setup');
  });

  it('begins with the defaults', async () => {
    const { name } = await open();
    expect(name).toHaveValue('');
    expect(screen.getByRole('combobox', { name: 'Time' })).toHaveValue('10:00');
    expect(screen.getByRole('combobox', { name: 'Timezone' })).toHaveValue('Europe/Berlin (UTC+00:00)');
    expect(pressed()).toEqual(['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday']);
    expect(screen.getByRole('combobox', { name: 'Type' })).toHaveDisplayValue('Standup');
    expect(screen.queryByRole('combobox', { name: 'Channel' })).not.toBeInTheDocument();
    expect(document.title).toBe('Create a report – Rollcall');
  });

  it('asks for the browser’s zone', async () => {
    let asked: string | null = null;
    server.use(
      answering('get', '/api/timezone/list', ({ url }) => {
        asked = url.searchParams.get('zone');
        return { timezones: [{ id: 'Asia/Kolkata', name: 'Kolkata', value: 'Asia/Kolkata' }], default: 'Asia/Kolkata' };
      }),
    );
    await open('/reports/create', { zone: 'Asia/Calcutta' });
    expect(asked).toBe('Asia/Calcutta');
    expect(screen.getByRole('combobox', { name: 'Timezone' })).toHaveValue('Kolkata');
  });

  it('offers a channel when the team has several', async () => {
    const channels = [
      { id: 'general', name: 'General', isGeneral: true },
      { id: '19:x@thread', name: 'Releases', isGeneral: false },
    ];
    server.use(answering('get', '/api/team/channels/:teamId', () => channels));
    const { user } = await open();
    const channel = await screen.findByRole('combobox', { name: 'Channel' });
    expect(channel).toHaveDisplayValue('General');
    await user.selectOptions(channel, 'Releases');
    expect(channel).toHaveDisplayValue('Releases');
  });
});

describe('where only one type is offered', () => {
  it('is of that type without a choice', async () => {
    const only = [...settings.filter(({ key }) => key !== 'MeetingTypes'), { key: 'MeetingTypes', value: 'RETRO' }];
    server.use(answering('post', '/api/productsetting/getsettings', () => only));
    await open();
    expect(screen.queryByRole('combobox', { name: 'Type' })).not.toBeInTheDocument();
    expect(screen.getByRole('combobox', { name: 'Repeats' })).toHaveDisplayValue('Every week');
    expect(pressed()).toEqual(['Friday']);
  });
});

describe('in a tab of a channel', () => {
  const inTab = (channelId: string) => {
    const channels = [
      { id: 'general', name: 'General', isGeneral: true },
      { id: '19:x@thread', name: 'Releases', isGeneral: false },
    ];
    server.use(
      answering('get', '/api/team/channels/:teamId', () => channels),
      answering('post', '/api/v1/userlogin/teams', () => ({ ...aSession() })),
    );
    const teams = fakeTeams('default', channelId);
    teams.spies.getAuthToken.mockResolvedValue('sso-token');
    return open(`/teams/reports/create/${ulid('Platform Team')}`, { teams: teams.load });
  };

  it('posts there unless another channel is chosen', async () => {
    await inTab('19:x@thread');
    expect(await screen.findByRole('combobox', { name: 'Channel' })).toHaveDisplayValue('Releases');
  });

  it('posts to General when the channel is not one of the team', async () => {
    await inTab('19:elsewhere@thread');
    expect(await screen.findByRole('combobox', { name: 'Channel' })).toHaveDisplayValue('General');
  });
});

describe('Next on the details', () => {
  it('wants a name, and takes the focus there', async () => {
    const { user, name } = await open();
    await user.click(button('Next'));
    expect(await screen.findByText('Please provide name.')).toBeVisible();
    expect(name).toHaveFocus();
    expect(screen.getByRole('heading', { level: 2, name: 'Details' })).toBeVisible();
    await user.type(name, 'W');
    await waitFor(() => {
      expect(screen.queryByText('Please provide name.')).not.toBeInTheDocument();
    });
  });

  it('wants a time, which may be typed', async () => {
    const { user, name } = await open();
    await user.type(name, 'Weekly');
    const time = screen.getByRole('combobox', { name: 'Time' });
    await user.clear(time);
    await user.click(button('Next'));
    expect(await screen.findByText('Please select time.')).toBeVisible();
    expect(time).toHaveFocus();
    await user.type(time, '1:45 pm');
    await user.tab();
    expect(time).toHaveValue('13:45');
    await user.click(button('Next'));
    expect(await heading('Members')).toHaveFocus();
  });

  it('keeps a typed time that is no quarter of an hour for correction, and counts it as none', async () => {
    const { user, name } = await open();
    await user.type(name, 'Weekly');
    const time = screen.getByRole('combobox', { name: 'Time' });
    await user.clear(time);
    await user.type(time, '10:07');
    await user.click(button('Next'));
    expect(await screen.findByText('Please select time.')).toBeVisible();
    expect(time).toHaveValue('10:07');
  });

  it('says that the name exists while it is typed, and goes no further', async () => {
    const asked: string[] = [];
    server.use(
      answering('get', '/api/meeting/IsMeetingNameExists/:teamId/:name/:meetingId', ({ params }) => {
        asked.push(String(params['name']));
        return { isExists: true };
      }),
    );
    const { user, name } = await open();
    await user.type(name, 'Q4 50%/#?');
    expect(await screen.findByText('Meeting name already exists.')).toBeVisible();
    expect(asked).toEqual(['Q4 50%/#?']);
    await user.click(button('Next'));
    await waitFor(() => {
      expect(name).toHaveFocus();
    });
    expect(screen.getByRole('heading', { level: 2, name: 'Details' })).toBeVisible();
  });

  it('says so too when the check fails, and lets the name pass', async () => {
    server.use(
      answering('get', '/api/meeting/IsMeetingNameExists/:teamId/:name/:meetingId', () =>
        refusal(503, 'UNAVAILABLE', 'Busy.'),
      ),
    );
    const { user, name } = await open();
    await user.type(name, 'Weekly');
    expect(await screen.findByText('Meeting name already exists.')).toBeVisible();
    await user.click(button('Next'));
    expect(await heading('Members')).toBeVisible();
  });

  it('checks name and time alone: days and zone are told by Done', async () => {
    const { user, name } = await open();
    for (const day of pressed()) await user.click(button(day));
    await user.clear(screen.getByRole('combobox', { name: 'Timezone' }));
    await fillIn({ user, name });
    await user.click(button('Done'));
    expect(await heading('Details')).toBeVisible();
    expect(screen.getByText('Please select Days')).toBeVisible();
    expect(screen.getByText('Please provide timezone.')).toBeVisible();
    expect(button('Monday')).toHaveFocus();
  });
});

describe('the type', () => {
  it('retro runs on Fridays with questions of its own, and standup gets its own back', async () => {
    const { user } = await open();
    await user.click(button('Monday'));
    await user.selectOptions(screen.getByRole('combobox', { name: 'Type' }), 'Sprint Retrospective');
    expect(pressed()).toEqual(['Friday']);
    await user.selectOptions(screen.getByRole('combobox', { name: 'Repeats' }), 'Every other week');
    await user.type(await nameField(), 'Retro');
    await user.click(button('Next'));
    await heading('Members');
    await user.click(button('Next'));
    await heading('Questions');
    expect(screen.getByRole('textbox', { name: 'Question' })).toHaveValue('What went well?');
    await user.click(button('Details done'));
    await user.selectOptions(await screen.findByRole('combobox', { name: 'Type' }), 'Standup');
    expect(pressed()).toEqual(['Tuesday', 'Wednesday', 'Thursday', 'Friday']);
    expect(screen.queryByRole('combobox', { name: 'Repeats' })).not.toBeInTheDocument();
  });
});

describe('the members', () => {
  const toMembers = async (): Promise<Opened> => {
    const app = await open();
    await app.user.type(app.name, 'Weekly');
    await app.user.click(button('Next'));
    await heading('Members');
    return app;
  };

  it('are found by name or address, and chosen all at once', async () => {
    const { user } = await toMembers();
    await user.type(await screen.findByRole('searchbox', { name: 'Search members' }), 'bob.l{Enter}');
    expect(screen.getAllByRole('listitem').filter((one) => within(one).queryByText(/rollcall.test/))).toHaveLength(1);
    await user.click(screen.getByRole('checkbox', { name: 'Select all found' }));
    expect(screen.getByText('1 of 3 selected')).toBeVisible();
    await user.clear(screen.getByRole('searchbox'));
    const all = screen.getByRole('checkbox', { name: 'Select all' });
    expect(all).toBePartiallyChecked();
    await user.click(all);
    expect(screen.getByText('3 of 3 selected')).toBeVisible();
    await user.click(all);
    expect(screen.getByText('0 of 3 selected')).toBeVisible();
    await user.type(screen.getByRole('searchbox'), 'nobody');
    expect(screen.getByText('Nobody by that name.')).toBeVisible();
  });

  it('are one stop of the Tab key, with arrows inside', async () => {
    const { user } = await toMembers();
    const ann = await screen.findByRole('checkbox', { name: /^Ann/ });
    screen.getByRole('checkbox', { name: 'Select all' }).focus();
    await user.tab();
    expect(ann).toHaveFocus();
    await user.keyboard('{ArrowDown}{ArrowDown} ');
    const cy = screen.getByRole('checkbox', { name: /^Cy/ });
    expect(cy).toHaveFocus();
    expect(cy).toBeChecked();
    await user.keyboard('{Home}');
    expect(ann).toHaveFocus();
    await user.tab();
    expect(button('Next')).toHaveFocus();
  });

  it('are missed by Done, which comes back to them', async () => {
    const { user } = await toMembers();
    await user.click(button('Next'));
    await heading('Questions');
    await user.click(button('Next'));
    await heading('Settings');
    await user.click(button('Done'));
    expect(await screen.findByText('Please add at least one member to schedule a report.')).toBeVisible();
    expect(screen.getByRole('checkbox', { name: 'Select all' })).toHaveFocus();
    expect(screen.getByRole('heading', { level: 2, name: 'Members' })).toBeVisible();
  });

  it('that cannot be loaded are told, and tried again', async () => {
    server.use(answering('get', '/api/member/list/:teamId', () => refusal(503, 'UNAVAILABLE', 'Busy.')));
    const { user } = await toMembers();
    expect(await screen.findByRole('alert')).toHaveTextContent('Busy.');
    server.use(answering('get', '/api/member/list/:teamId', () => []));
    await user.click(button('Try again'));
    expect(await screen.findByText('There is nobody in this team yet.')).toBeVisible();
  });
});

describe('saving', () => {
  it('sends the whole report once, says so, and goes to the reports', async () => {
    const sent: unknown[] = [];
    server.use(
      answering('post', '/api/meeting/save', ({ body }) => {
        sent.push(body);
        return { ...(body as object), id: ulid('saved'), runs: [] };
      }),
    );
    const app = await open();
    await fillIn(app, '  Weekly  ');
    await app.user.dblClick(button('Done'));
    expect(await screen.findByText('Your report has been successfully saved.')).toBeVisible();
    expect(app.address()).toBe('/reports');
    expect(sent).toEqual([
      expect.objectContaining({
        name: '  Weekly  ',
        type: 'STANDUP',
        time: 600,
        timezone: 'Europe/Berlin',
        monday: true,
        friday: true,
        saturday: false,
        teamId: ulid('Platform Team'),
        members: [ulid('Ann Moreau'), ulid('Bob Lee'), ulid('Cy Park')],
        firstReminderMessage: 'First reminder text',
        secondReminderMessage: 'Second reminder text',
        publicBroadcastMessage: 'Broadcast text',
        reportSummaryTime: 120,
        isReminderEnabled: true,
        isReportSummaryInChat: true,
        reportSummaryEmail: '',
        channelId: null,
        questions: [
          { sequence: 1, text: 'What did you get done?', type: 'TEXT', isTimesheetQuestion: false },
          { sequence: 2, text: 'What do you plan to do?', type: 'TEXT', isTimesheetQuestion: true },
          {
            sequence: 3,
            text: 'Are you blocked?',
            type: 'OPTIONS',
            options: ['No', 'Yes'],
            isBlocker: true,
            blockingOptions: ['Yes'],
          },
        ],
      }),
    ]);
  });

  it('goes home in the embedded view, with the team of the address', async () => {
    const teams = [aTeam('Platform Team'), aTeam('Sales')];
    server.use(answering('get', '/api/team/list', () => teams));
    let team: unknown;
    server.use(
      answering('post', '/api/meeting/save', ({ body }) => {
        team = (body as { teamId: string }).teamId;
        return { ...(body as object), id: ulid('saved'), runs: [] };
      }),
    );
    const app = await open(`/teams/reports/create/${ulid('Sales')}`);
    expect(screen.getByText('For Sales')).toBeVisible();
    await fillIn(app);
    await app.user.click(button('Done'));
    await waitFor(() => {
      expect(app.address()).toBe('/teams/home');
    });
    expect(team).toBe(ulid('Sales'));
  });

  it('follows the choice of the team above the page, which follows the address', async () => {
    const teams = [aTeam('Platform Team'), aTeam('Sales')];
    server.use(answering('get', '/api/team/list', () => teams));
    const { user, address } = await open(`/teams/reports/create/${ulid('Sales')}`);
    const choice = screen.getByRole('combobox', { name: 'Team' });
    await waitFor(() => {
      expect(choice).toHaveDisplayValue('Sales');
    });
    await user.selectOptions(choice, 'Platform Team');
    expect(await screen.findByText('For Platform Team')).toBeVisible();
    expect(address()).toBe(`/teams/reports/create/${ulid('Platform Team')}`);
  });

  it('does not know a team that is not the reader’s', async () => {
    renderApp(`/teams/reports/create/${ulid('other')}`);
    expect(await screen.findByText('We could not find that.')).toBeVisible();
  });

  it('keeps everything when it fails, and can be tried again', async () => {
    server.use(answering('post', '/api/meeting/save', () => refusal(503, 'UNAVAILABLE', 'Busy.')));
    const app = await open();
    await fillIn(app);
    await app.user.clear(screen.getByRole('spinbutton', { name: 'Time to answer, in minutes' }));
    await app.user.type(screen.getByRole('spinbutton', { name: 'Time to answer, in minutes' }), '90');
    await app.user.click(button('Done'));
    expect(await screen.findByText(/not saved yet: Busy. What you filled in is still here/)).toBeVisible();
    expect(screen.getByRole('spinbutton', { name: 'Time to answer, in minutes' })).toHaveValue(90);
    answerReportForm();
    await app.user.click(button('Done'));
    await waitFor(() => {
      expect(app.address()).toBe('/reports');
    });
  });

  it.each([
    [['name'], 'MEETING_NAME_EXISTS', 'Details'],
    [['members', 3], 'INVALID_INPUT', 'Members'],
    [['type'], 'INVALID_INPUT', 'Details'],
    [['questions', 1, 'text'], 'INVALID_INPUT', 'Questions'],
    [['reportSummaryEmail'], 'INVALID_INPUT', 'Settings'],
  ])('shows what is wrong with %j at its field, in whatever words the server says it', async (path, code, step) => {
    const message = 'Some words of a newer server.';
    server.use(answering('post', '/api/meeting/save', () => refusal(400, code, message, { path })));
    const app = await open();
    await fillIn(app);
    await app.user.click(button('Done'));
    expect(await heading(step)).toBeVisible();
    expect(screen.getByText(message)).toBeVisible();
    expect(screen.queryByText(/not saved yet/)).not.toBeInTheDocument();
  });

  it('is the same report when it is sent again, also after a reload, and its name counts as its own', async () => {
    const storage = signedInStorage();
    const sent: unknown[] = [];
    const askedFor: unknown[] = [];
    server.use(
      answering('post', '/api/meeting/save', ({ body }) => {
        sent.push((body as { draftId?: string }).draftId);
        return refusal(503, 'UNAVAILABLE', 'Busy.');
      }),
      answering('get', '/api/meeting/IsMeetingNameExists/:teamId/:name/:meetingId', ({ params }) => {
        askedFor.push(params['meetingId']);
        return { isExists: false };
      }),
    );
    const app = await open('/reports/create', { storage });
    await fillIn(app);
    await app.user.click(button('Done'));
    await screen.findByText(/not saved yet/);
    await app.user.click(button('Done'));
    await waitFor(() => {
      expect(sent).toHaveLength(2);
    });
    await screen.findByText(/not saved yet/);
    app.unmount();
    const { user } = renderApp('/reports/create', { storage });
    await heading('Settings');
    await user.click(button('Done'));
    await waitFor(() => {
      expect(sent).toHaveLength(3);
    });
    expect(sent[0]).toMatch(/^[0-9A-HJKMNP-TV-Z]{26}$/);
    expect(new Set([...sent, ...askedFor])).toEqual(new Set([sent[0]]));
    await user.click(button('Start over'));
    await fillIn({ user, name: await nameField() });
    await user.click(button('Done'));
    await waitFor(() => {
      expect(sent).toHaveLength(4);
    });
    expect(sent[3]).not.toBe(sent[0]);
  });

  it('shows what is wrong with the settings there', async () => {
    const app = await open();
    await fillIn(app);
    const mail = screen.getByRole('textbox', { name: 'Send the summary by e-mail to' });
    await app.user.type(mail, 'ann@rollcall.test, nonsense');
    await app.user.click(button('Done'));
    expect(await screen.findByText('Please enter a valid e-mail address.')).toBeVisible();
    expect(mail).toHaveFocus();
  });
});

describe('the way through the steps', () => {
  it('leads back by Back and by the steps passed, and the focus goes along', async () => {
    const app = await open();
    expect(screen.queryByRole('button', { name: 'Back' })).not.toBeInTheDocument();
    await fillIn(app);
    expect(screen.queryByRole('button', { name: 'Next' })).not.toBeInTheDocument();
    await app.user.click(button('Back'));
    expect(await heading('Questions')).toHaveFocus();
    await app.user.click(button('Details done'));
    expect(await heading('Details')).toHaveFocus();
    expect(await nameField()).toHaveValue('Weekly');
  });

  it('takes a double click on Next for one', async () => {
    const { user, name } = await open();
    await user.type(name, 'Weekly');
    await user.dblClick(button('Next'));
    expect(await heading('Members')).toBeVisible();
    expect(screen.queryByRole('heading', { level: 2, name: 'Questions' })).not.toBeInTheDocument();
  });

  it('goes on with Enter in a field', async () => {
    const { user, name } = await open();
    await user.type(name, 'Weekly{Enter}');
    expect(await heading('Members')).toBeVisible();
  });
});

describe('leaving', () => {
  it('is free while nothing was filled in', async () => {
    const { user, address } = await open();
    await user.click(button('Cancel'));
    await waitFor(() => {
      expect(address()).toBe('/reports');
    });
  });

  it('asks when something was, and stays on request', async () => {
    const { user, name, address } = await open();
    await user.type(name, 'Weekly');
    await user.click(button('Cancel'));
    const dialog = await screen.findByRole('alertdialog', { name: 'Leave without saving?' });
    await user.click(within(dialog).getByRole('button', { name: 'Cancel' }));
    await waitFor(() => {
      expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument();
    });
    expect(address()).toBe('/reports/create');
    expect(name).toHaveValue('Weekly');
    await user.click(button('Cancel'));
    await user.click(await screen.findByRole('button', { name: 'Yes, Leave' }));
    await waitFor(() => {
      expect(address()).toBe('/reports');
    });
  });

  it('by closing the page asks the browser to ask', async () => {
    const { user, name } = await open();
    const closing = (): boolean => window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
    expect(closing()).toBe(true);
    await user.type(name, 'Weekly');
    expect(closing()).toBe(false);
  });
});

describe('the draft', () => {
  const settled = (storage: ReturnType<typeof signedInStorage>, text: string): Promise<void> =>
    waitFor(() => {
      expect(storage.get(`reportDraft.${ulid('alex')}.${ulid('Platform Team')}`)).toContain(text);
    });

  it('survives a reload, step and all, until it is started over', async () => {
    const storage = signedInStorage();
    const first = await open('/reports/create', { storage });
    await first.user.type(first.name, 'Weekly');
    await first.user.click(button('Next'));
    await heading('Members');
    await first.user.click(await screen.findByRole('checkbox', { name: /^Bob/ }));
    await settled(storage, ulid('Bob Lee'));
    first.unmount();

    const { user } = renderApp('/reports/create', { storage });
    expect(await screen.findByText('What you filled in before is back.')).toBeVisible();
    expect(await screen.findByRole('checkbox', { name: /^Bob/ })).toBeChecked();
    await user.click(button('Details done'));
    expect(await nameField()).toHaveValue('Weekly');
    await user.click(button('Start over'));
    expect(await nameField()).toHaveValue('');
    await waitFor(() => {
      expect(storage.get(`reportDraft.${ulid('alex')}.${ulid('Platform Team')}`)).toBeNull();
    });
  });

  it('is gone once it is saved or given up', async () => {
    const storage = signedInStorage();
    const app = await open('/reports/create', { storage });
    await fillIn(app);
    await settled(storage, 'Weekly');
    await app.user.click(button('Done'));
    await waitFor(() => {
      expect(app.address()).toBe('/reports');
    });
    expect(storage.get(`reportDraft.${ulid('alex')}.${ulid('Platform Team')}`)).toBeNull();
  });

  it('is written when the session ends in between', async () => {
    const storage = signedInStorage();
    const { user, name, services, address } = await open('/reports/create', { storage });
    await user.type(name, 'Weekly');
    act(() => {
      services.api.session.expire();
    });
    await waitFor(() => {
      expect(address()).toContain('/login');
    });
    expect(storage.get(`reportDraft.${ulid('alex')}.${ulid('Platform Team')}`)).toContain('Weekly');
  });

  it('is not taken from another team, another person, another age or a tampered store', async () => {
    const storage = signedInStorage();
    const first = await open('/reports/create', { storage });
    await first.user.type(first.name, 'Weekly');
    await settled(storage, 'Weekly');
    first.unmount();
    const key = `reportDraft.${ulid('alex')}.${ulid('Platform Team')}`;
    const kept = storage.get(key) ?? '';
    const broken = [
      '',
      'null',
      '{',
      kept.replace('"v":2', '"v":1'),
      kept.replace('"draftId":"', '"draftId":1,"x":"'),
      kept.replace('"weekdays":[', '"weekdays":[{},'),
      kept.replace('"savedAt":1', '"savedAt":0'),
    ];
    for (const value of broken) {
      storage.set(key, value);
      const again = await open('/reports/create', { storage });
      expect(again.name).toHaveValue('');
      again.unmount();
    }
    storage.remove(key);
    storage.set(`reportDraft.${ulid('bob')}.${ulid('Platform Team')}`, kept);
    storage.set(`reportDraft.${ulid('alex')}.${ulid('Sales')}`, kept);
    const { name } = await open('/reports/create', { storage });
    expect(name).toHaveValue('');
  });
});
