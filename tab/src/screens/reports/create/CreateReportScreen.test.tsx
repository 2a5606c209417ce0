import { screen, waitFor, within } from '@testing-library/react';
import '@testing-library/jest-dom';
import { aSession, ulid } from '../../../testing/testDataBuildersAndClock.ts';
import { fakeTeamsJs } from '../../../testing/fakeTeamsJs.ts';
import { renderApp } from '../../../testing/renderApp.tsx';
import { answerReportForm, settings } from '../../../testing/fakeReportFormServer.ts';
import { answering, refusal, server } from '../../../testing/mockServer.ts';
import { begin, button, fillIn, stepHeading, nameField, open, pressed } from '../../../testing/playReportWizard.ts';

beforeEach(answerReportForm);

describe('opening the wizard', () => {
  it('waits for the defaults of a report', async () => {
    server.use(answering('get', '/api/timezone/list', () => new Promise<Response>(() => undefined)));
    renderApp('/reports/create');
    expect(await screen.findByRole('heading', { level: 1, name: 'Create a report' })).toBeVisible();
    await waitFor(() => {
      expect(screen.getByRole('status', { name: 'Loading' })).toBeVisible();
    });
  });

  it('shows why it cannot begin, and offers a retry', async () => {
    server.use(answering('post', '/api/productsetting/getsettings', () => refusal(503, 'UNAVAILABLE', 'Busy.')));
    const { user } = renderApp('/reports/create');
    expect(await screen.findByRole('alert')).toHaveTextContent('Busy.');
    answerReportForm();
    await user.click(button('Try again'));
    await begin(user);
    expect(await nameField()).toBeVisible();
  });

  it('is not connected without a team', async () => {
    server.use(answering('get', '/api/team/list', () => []));
    renderApp('/reports/create');
    expect(await screen.findByText('Rollcall is not connected with Microsoft Teams.')).toBeVisible();
    expect(screen.getByRole('link', { name: 'How to connect it' })).toHaveAttribute('href', '/teams/setup');
  });

  it('opening the wizard begins with the defaults', async () => {
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
    let requested: string | null = null;
    server.use(
      answering('get', '/api/timezone/list', ({ url }) => {
        requested = url.searchParams.get('zone');
        return { timezones: [{ id: 'Asia/Kolkata', name: 'Kolkata', value: 'Asia/Kolkata' }], default: 'Asia/Kolkata' };
      }),
    );
    await open('/reports/create', { zone: 'Asia/Calcutta' });
    expect(requested).toBe('Asia/Calcutta');
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
  it('selects the only type by itself', async () => {
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
    const teams = fakeTeamsJs('default', channelId);
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

describe('the way through the steps', () => {
  it('leads back by Back and by the steps passed, and the focus moves along', async () => {
    const app = await open();
    expect(screen.queryByRole('button', { name: 'Back' })).not.toBeInTheDocument();
    await fillIn(app);
    expect(screen.queryByRole('button', { name: 'Next' })).not.toBeInTheDocument();
    await app.user.click(button('Back'));
    expect(await stepHeading('Questions')).toHaveFocus();
    await app.user.click(button('Details done'));
    expect(await stepHeading('Details')).toHaveFocus();
    expect(await nameField()).toHaveValue('Weekly');
  });

  it('treats a double click on Next as one click', async () => {
    const { user, name } = await open();
    await user.type(name, 'Weekly');
    await user.dblClick(button('Next'));
    expect(await stepHeading('Members')).toBeVisible();
    expect(screen.queryByRole('heading', { level: 2, name: 'Questions' })).not.toBeInTheDocument();
  });

  it('continues with Enter in a field', async () => {
    const { user, name } = await open();
    await user.type(name, 'Weekly{Enter}');
    expect(await stepHeading('Members')).toBeVisible();
  });
});

describe('the marks of the steps', () => {
  it('call a passed step done only if it lacks nothing', async () => {
    const { user, name } = await open();
    await user.type(name, 'Weekly');
    for (const day of pressed()) await user.click(button(day));
    await user.click(button('Next'));
    await stepHeading('Members');
    expect(button('Details not complete yet')).toBeVisible();
    await user.click(button('Next'));
    await stepHeading('Questions');
    expect(button('Members not complete yet')).toBeVisible();
    await user.click(button('Members not complete yet'));
    await user.click(await screen.findByRole('checkbox', { name: 'Select all' }));
    await user.click(button('Next'));
    await stepHeading('Questions');
    expect(button('Members done')).toBeVisible();
  });
});

describe('leaving', () => {
  it('treats the browser’s Back as one step back, until the first step', async () => {
    const { user, goBack, address, visit } = renderApp('/reports');
    await screen.findByRole('heading', { level: 1, name: 'Reports' });
    await visit('/reports/create');
    await begin(user);
    await user.type(await nameField(), 'Weekly');
    await user.click(button('Next'));
    await stepHeading('Members');
    await user.click(button('Next'));
    await stepHeading('Questions');
    await goBack();
    expect(await stepHeading('Members')).toHaveFocus();
    await goBack();
    expect(await stepHeading('Details')).toHaveFocus();
    expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument();
    await goBack();
    expect(await screen.findByRole('alertdialog', { name: 'Leave without saving?' })).toBeVisible();
    expect(address()).toBe('/reports/create');
  });

  it('needs no confirmation while nothing was filled in', async () => {
    const { user, address } = await open();
    await user.click(button('Cancel'));
    await waitFor(() => {
      expect(address()).toBe('/reports');
    });
  });

  it('asks for confirmation once something was filled in, and stays if the reader wants to', async () => {
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

  it('leaving the wizard by closing the page makes the browser ask for confirmation', async () => {
    const { user, name } = await open();
    const closing = (): boolean => window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
    expect(closing()).toBe(true);
    await user.type(name, 'Weekly');
    expect(closing()).toBe(false);
  });
});
