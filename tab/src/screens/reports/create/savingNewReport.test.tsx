import { screen, waitFor } from '@testing-library/react';
import '@testing-library/jest-dom';
import { aTeam, ulid } from '../../../testing/testDataBuildersAndClock.ts';
import { renderApp, signedInStorage } from '../../../testing/renderApp.tsx';
import { answerReportForm } from '../../../testing/fakeReportFormServer.ts';
import { answering, refusal, server } from '../../../testing/mockServer.ts';
import { begin, button, fillIn, heading, stepHeading, nameField, open } from '../../../testing/playReportWizard.ts';

beforeEach(answerReportForm);

describe('saving', () => {
  it('sends the whole report once, shows a message and opens the reports', async () => {
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

  it('saving never lets the browser submit the form, also by a press while the report is being saved', async () => {
    const left: boolean[] = [];
    const seeSubmit = (event: Event): void => {
      left.push(!event.defaultPrevented);
      event.preventDefault();
    };
    window.addEventListener('submit', seeSubmit);
    server.use(answering('post', '/api/meeting/save', () => new Promise<never>(() => undefined)));
    const app = await open();
    await fillIn(app);
    await app.user.click(button('Done'));
    await app.user.click(await screen.findByRole('button', { name: 'Saving' }));
    window.removeEventListener('submit', seeSubmit);
    expect(left.length).toBeGreaterThan(0);
    expect(left).not.toContain(true);
  });

  it('opens the start page in the embedded view, with the team of the address', async () => {
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

  it('ignores a team that is not the reader’s', async () => {
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
    expect(await screen.findByText(/not saved yet: Busy. Your entries are still here/)).toBeVisible();
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
  ])('shows the error of %j at its field, whatever the server’s text for it', async (path, code, step) => {
    const message = 'Some words of a newer server.';
    server.use(answering('post', '/api/meeting/save', () => refusal(400, code, message, { path })));
    const app = await open();
    await fillIn(app);
    await app.user.click(button('Done'));
    expect(await heading(step)).toBeVisible();
    expect(screen.getByText(message)).toBeVisible();
    expect(screen.queryByText(/not saved yet/)).not.toBeInTheDocument();
  });

  it('sends the same draft id again, also after a reload, and accepts its own name', async () => {
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
    await stepHeading('Settings');
    await user.click(button('Done'));
    await waitFor(() => {
      expect(sent).toHaveLength(3);
    });
    expect(sent[0]).toMatch(/^[0-9A-HJKMNP-TV-Z]{26}$/);
    expect(new Set([...sent, ...askedFor])).toEqual(new Set([sent[0]]));
    await user.click(button('Start over'));
    await begin(user);
    await fillIn({ user, name: await nameField() });
    await user.click(button('Done'));
    await waitFor(() => {
      expect(sent).toHaveLength(4);
    });
    expect(sent[3]).not.toBe(sent[0]);
  });

  it('shows the errors of the settings at the settings', async () => {
    const app = await open();
    await fillIn(app);
    const mail = screen.getByRole('textbox', { name: 'Send the summary by email to' });
    await app.user.type(mail, 'ann@rollcall.test, nonsense');
    await app.user.click(button('Done'));
    expect(await screen.findByText('“nonsense” is not a valid email address.')).toBeVisible();
    expect(mail).toHaveFocus();
  });
});
