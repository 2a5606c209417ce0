import { screen, waitFor, within } from '@testing-library/react';
import '@testing-library/jest-dom';
import { aListItem, aMeeting, aTeam, me, ulid } from '../../../testing/testDataBuildersAndClock.ts';
import { aTemplate } from '../../../testing/reportTemplateBuilder.ts';
import { answerReportForm, settings } from '../../../testing/fakeReportFormServer.ts';
import { answering, refusal, server } from '../../../testing/mockServer.ts';
import { renderApp } from '../../../testing/renderApp.tsx';
import { button, fillIn, heading, stepHeading, nameField, pressed } from '../../../testing/playReportWizard.ts';

const mood = aTemplate('Mood check', {
  type: 'RETRO',
  interval: 'ALTWEEK',
  monday: false,
  reportSummaryTime: 90,
  questions: [
    { sequence: 1, type: 'SCALE', text: 'How are you?', lowLabel: 'Bad', highLabel: 'Good' },
    {
      sequence: 2,
      type: 'OPTIONS',
      text: 'Blocked?',
      options: ['No', 'Yes'],
      isBlocker: true,
      blockingOptions: ['Yes'],
    },
  ],
});
const saved = aTemplate('Our round', { source: 'ORGANISATION', about: '', savedBy: 'Ann Moreau' });

const answerTemplates = (...templates: readonly unknown[]): void => {
  server.use(answering('get', '/api/template/list/:teamId', () => templates));
};
const asAdmin = (): void => {
  server.use(answering('get', '/api/auth/getuserdetails', () => ({ ...me, role: 'admin' })));
};
const asUser = (): void => {
  server.use(answering('get', '/api/auth/getuserdetails', () => ({ ...me, role: 'user' })));
};
const card = (name: string) => screen.findByRole('article', { name });

beforeEach(() => {
  answerReportForm();
  answerTemplates(mood, saved);
  asUser();
});

describe('the gallery', () => {
  it('shows what a template asks and when, and its questions on request', async () => {
    const { user } = renderApp('/reports/create');
    const match = within(await card('Mood check'));
    expect(match.getByText(/every other week on Tuesday.*at 10:00/)).toBeVisible();
    expect(match.getByText('2 questions')).toBeVisible();
    expect(match.getByText('90 minutes to answer')).toBeVisible();
    expect(match.queryByText('How are you?')).not.toBeInTheDocument();
    const preview = match.getByRole('button', { name: 'Preview Mood check' });
    await user.click(preview);
    expect(preview).toHaveAttribute('aria-expanded', 'true');
    expect(match.getByText('How are you?')).toBeVisible();
    expect(match.getByText('1: Bad, 5: Good')).toBeVisible();
    expect(match.getByText('No, Yes')).toBeVisible();
    expect(match.getByText('Asks about blockers')).toBeVisible();
    await user.click(preview);
    expect(match.queryByText('How are you?')).not.toBeInTheDocument();
  });

  it('begins the wizard with the chosen template, whose heading takes the focus', async () => {
    const { user } = renderApp('/reports/create');
    await user.click(within(await card('Mood check')).getByRole('button', { name: 'Use Mood check' }));
    expect(await nameField()).toHaveValue('Mood check');
    expect(await stepHeading('Details')).toHaveFocus();
    expect(pressed()).toEqual(['Tuesday', 'Wednesday', 'Thursday', 'Friday']);
    expect(screen.getByRole('combobox', { name: 'Repeats' })).toHaveDisplayValue('Every other week');
  });

  it('saves a report with the questions of the template', async () => {
    let sent: unknown;
    server.use(
      answering('post', '/api/meeting/save', ({ body }) => {
        sent = body;
        return { ...(body as object), id: ulid('saved'), runs: [] };
      }),
    );
    const { user, address } = renderApp('/reports/create');
    await user.click(within(await card('Mood check')).getByRole('button', { name: 'Use Mood check' }));
    await fillIn({ user, name: await nameField() }, '!');
    await user.click(button('Done'));
    await waitFor(() => {
      expect(address()).toBe('/reports');
    });
    expect(sent).toMatchObject({
      name: 'Mood check!',
      interval: 'ALTWEEK',
      reportSummaryTime: 90,
      questions: [{ type: 'SCALE', lowLabel: 'Bad' }, { type: 'OPTIONS' }],
    });
  });

  it('can be opened again until a field is changed', async () => {
    const { user } = renderApp('/reports/create');
    await user.click(await screen.findByRole('button', { name: 'Start from scratch' }));
    await user.click(await screen.findByRole('button', { name: 'All templates' }));
    expect(await heading('How would you like to begin?')).toHaveFocus();
    await user.click(within(await card('Our round')).getByRole('button', { name: 'Use Our round' }));
    await user.type(await nameField(), '!');
    expect(screen.queryByRole('button', { name: 'All templates' })).not.toBeInTheDocument();
  });

  it('offers the other ways to begin when the templates cannot be loaded, and a retry', async () => {
    server.use(answering('get', '/api/template/list/:teamId', () => refusal(503, 'UNAVAILABLE', 'Busy.')));
    const { user } = renderApp('/reports/create');
    expect(await screen.findByText('The templates could not be loaded.')).toBeVisible();
    expect(button('Start from scratch')).toBeVisible();
    answerTemplates(mood);
    await user.click(button('Try again'));
    expect(await card('Mood check')).toBeVisible();
  });

  it('explains a template that cannot be used, and a question whose type is gone', async () => {
    answerTemplates(
      aTemplate('Old', { isOffered: false }),
      aTemplate('Ranking', { replacedQuestions: [1], questions: [{ sequence: 1, type: 'TEXT', text: 'Rank!' }] }),
    );
    const { user } = renderApp('/reports/create');
    const old = within(await card('Old'));
    expect(old.getByText(/no longer offered/)).toBeVisible();
    expect(old.queryByRole('button', { name: 'Use Old' })).not.toBeInTheDocument();
    const ranking = within(await card('Ranking'));
    await user.click(ranking.getByRole('button', { name: 'Preview Ranking' }));
    expect(
      ranking.getByText('This type of question no longer exists. The question asks for text instead.'),
    ).toBeVisible();
  });
});

describe('templates of the organisation', () => {
  it('can be used, but not changed by a member', async () => {
    renderApp('/reports/create');
    const match = within(await card('Our round'));
    expect(match.getByText(/^Saved by Ann Moreau on .*2026$/)).toBeVisible();
    expect(match.getByRole('button', { name: 'Use Our round' })).toBeVisible();
    expect(match.queryByRole('button', { name: 'Delete Our round' })).not.toBeInTheDocument();
  });

  it('have a place for admins only, when there are none', async () => {
    answerTemplates(mood);
    renderApp('/reports/create').unmount();
    asAdmin();
    renderApp('/reports/create');
    expect(await screen.findByText(/There are none yet/)).toBeVisible();
  });

  it('are renamed by an admin, who sees at the field why a name is refused', async () => {
    asAdmin();
    const names: unknown[] = [];
    server.use(
      answering('post', '/api/template/rename/:templateId', ({ body }) => {
        const { name } = body as { readonly name: string };
        names.push(name);
        if (name === 'Taken') return refusal(409, 'TEMPLATE_NAME_EXISTS', 'Another template has it.');
        answerTemplates(mood, { ...saved, name });
        return { id: saved.id, name };
      }),
    );
    const { user } = renderApp('/reports/create');
    await user.click(within(await card('Our round')).getByRole('button', { name: 'Rename Our round' }));
    const dialog = within(await screen.findByRole('alertdialog'));
    const field = dialog.getByRole('textbox', { name: 'Name of the template' });
    expect(field).toHaveValue('Our round');
    await user.clear(field);
    await user.type(field, 'Taken{Enter}');
    expect(await dialog.findByText('Another template has it.')).toBeVisible();
    await user.clear(field);
    await user.type(field, ' New round ');
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    expect(await card('New round')).toBeVisible();
    expect(names).toEqual(['Taken', 'New round']);
  });

  it('are deleted by an admin after a question', async () => {
    asAdmin();
    const gone: unknown[] = [];
    server.use(
      answering('delete', '/api/template/delete/:templateId', ({ params }) => {
        gone.push(params['templateId']);
        answerTemplates(mood);
        return { id: saved.id };
      }),
    );
    const { user } = renderApp('/reports/create');
    await user.click(within(await card('Our round')).getByRole('button', { name: 'Delete Our round' }));
    const dialog = within(await screen.findByRole('alertdialog'));
    expect(dialog.getByText('Reports that were created from it stay as they are.')).toBeVisible();
    await user.click(dialog.getByRole('button', { name: 'Yes, Delete' }));
    expect(await screen.findByText(/There are none yet/)).toBeVisible();
    expect(gone).toEqual([saved.id]);
  });
});

describe('copying a report', () => {
  const teams = [aTeam('Platform Team'), aTeam('Sales')];
  const open = async () => {
    server.use(
      answering('get', '/api/team/list', () => teams),
      answering('get', '/api/meeting/getlist/:teamId', ({ params }) =>
        params['teamId'] === ulid('Sales') ? [aListItem('Pipeline')] : [aListItem('Standup'), aListItem('Review')],
      ),
    );
    const view = renderApp('/reports/create');
    await view.user.click(await screen.findByRole('button', { name: 'Copy an existing report' }));
    return view;
  };
  const answerMeeting = (teamId: string): void => {
    server.use(
      answering('get', '/api/meeting/get/:meetingId', () =>
        aMeeting({ name: 'Standup', teamId: teamId as never, members: [ulid('Ann Moreau')], time: 735 }),
      ),
    );
  };

  it('takes over members and settings of a report of the same team, under a new name', async () => {
    answerMeeting(ulid('Platform Team'));
    const { user } = await open();
    expect(await heading('Copy an existing report')).toHaveFocus();
    await user.click(await screen.findByRole('button', { name: 'Copy Standup' }));
    expect(await nameField()).toHaveValue('Copy of Standup');
    expect(screen.getByRole('combobox', { name: 'Time' })).toHaveValue('12:15');
    await user.click(button('Next'));
    expect(await screen.findByText('1 of 3 selected')).toBeVisible();
  });

  it('leaves out the members of a report of another team', async () => {
    answerMeeting(ulid('Sales'));
    const { user } = await open();
    const filters = within(await screen.findByRole('search'));
    await user.selectOptions(filters.getByRole('combobox', { name: 'Team' }), 'Sales');
    expect(await screen.findByText(/Members and channel are not copied/)).toBeVisible();
    await user.click(await screen.findByRole('button', { name: 'Copy Pipeline' }));
    await nameField();
    await user.click(button('Next'));
    expect(await screen.findByText('0 of 3 selected')).toBeVisible();
  });

  it('finds a report by its name, and returns to the templates', async () => {
    const { user } = await open();
    const search = await screen.findByRole('searchbox', { name: 'Search reports' });
    await user.type(search, 'rev');
    expect(await screen.findByRole('button', { name: 'Copy Review' })).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Copy Standup' })).not.toBeInTheDocument();
    await user.type(search, 'x');
    expect(screen.getByText('No report by that name.')).toBeVisible();
    await user.click(button('Back to the templates'));
    expect(await heading('How would you like to begin?')).toHaveFocus();
  });

  it('shows why a report cannot be read', async () => {
    server.use(answering('get', '/api/meeting/get/:meetingId', () => refusal(404, 'NOT_FOUND', 'It is gone.')));
    const { user } = await open();
    await user.click(await screen.findByRole('button', { name: 'Copy Standup' }));
    expect(await screen.findByRole('alert')).toHaveTextContent('It is gone.');
    expect(screen.getByRole('button', { name: 'Copy Review' })).toBeVisible();
  });

  it('does not offer a report whose type is not offered any more', async () => {
    const only = [...settings.filter(({ key }) => key !== 'MeetingTypes'), { key: 'MeetingTypes', value: 'RETRO' }];
    server.use(answering('post', '/api/productsetting/getsettings', () => only));
    await open();
    expect(await screen.findAllByText(/no longer offered/)).toHaveLength(2);
    expect(screen.queryByRole('button', { name: 'Copy Standup' })).not.toBeInTheDocument();
  });
});
