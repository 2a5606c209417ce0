import { screen, waitFor, within } from '@testing-library/react';
import '@testing-library/jest-dom';
import type { MeetingDetail } from '#contracts/meetings/meetingSchemasAndCalls.ts';
import { aListItem, aMeeting, me, ulid } from '../../../testing/testDataBuildersAndClock.ts';
import { aRun } from '../../../testing/fakeReportFormServer.ts';
import { renderApp } from '../../../testing/renderApp.tsx';
import { answering, refusal, server } from '../../../testing/mockServer.ts';

const path = `/reports/${ulid('standup')}?tab=settings`;
const called: string[] = [];

const withMeeting = (parts: Partial<MeetingDetail> = {}): void => {
  server.use(answering('get', '/api/meeting/get/:meetingId', () => aMeeting(parts)));
};
const open = (date: string): MeetingDetail['openRuns'][number] =>
  ({
    date,
    opensAt: '2026-11-20T09:00:00.000Z',
    closesAt: '2026-11-20T11:00:00.000Z',
    asked: 5,
    answered: 2,
  }) as MeetingDetail['openRuns'][number];

beforeEach(() => {
  called.length = 0;
  withMeeting();
  server.use(
    answering('get', '/api/meeting/getlist/:teamId', () => [aListItem('Another')]),
    answering('post', '/api/meeting/deactivate/:id/:flag', ({ params }) => {
      called.push(`deactivate ${String(params['id'])} ${String(params['flag'])}`);
      return { id: ulid('standup'), isEnabled: params['flag'] === 'true', runs: [] };
    }),
    answering('post', '/api/meeting/preview', () => [aRun('2026-11-23')]),
    answering('post', '/api/meeting/cancelToday/:id', ({ params, body }) => {
      const { date } = body as { readonly date: string };
      called.push(`cancelToday ${String(params['id'])} ${date}`);
      withMeeting();
      return { id: ulid('standup'), date, isCancelled: true, runs: [] };
    }),
    answering('delete', '/api/meeting/delete/:id', ({ params }) => {
      called.push(`delete ${String(params['id'])}`);
      return { id: ulid('standup'), runs: [] };
    }),
  );
});

type User = ReturnType<typeof renderApp>['user'];
const confirming = async (user: User, name: string): Promise<HTMLElement> => {
  await user.click(await screen.findByRole('button', { name }));
  return screen.findByRole('alertdialog');
};

it.each([
  [
    'Deactivate',
    true,
    'Are you sure you want to deactivate the report?',
    `deactivate ${ulid('standup')} false`,
    'Daily stand-up is deactivated.',
  ],
  [
    'Activate',
    false,
    'Are you sure you want to activate the report?',
    `deactivate ${ulid('standup')} true`,
    'Daily stand-up is activated.',
  ],
  [
    'Delete',
    true,
    'Are you sure you want to delete the report?',
    `delete ${ulid('standup')}`,
    'Daily stand-up is deleted.',
  ],
])('%s asks first, does it, shows a message and goes to the list', async (name, isEnabled, question, call, done) => {
  withMeeting({ isEnabled });
  const { user, address } = renderApp(path);
  const dialog = await confirming(user, name);
  expect(within(dialog).getByRole('heading', { name: question })).toBeVisible();
  expect(called).toEqual([]);
  await user.click(within(dialog).getByRole('button', { name: `Yes, ${name}` }));
  expect(await screen.findByRole('heading', { level: 1, name: 'Reports' })).toBeVisible();
  expect(address()).toBe('/reports');
  expect(called).toEqual([call]);
  expect(await screen.findByText(done)).toBeVisible();
});

it('opens the start page instead inside the chat tool', async () => {
  const { user, address } = renderApp(`/teams${path}`);
  const dialog = await confirming(user, 'Delete');
  await user.click(within(dialog).getByRole('button', { name: 'Yes, Delete' }));
  await waitFor(() => {
    expect(address()).toBe('/teams/home');
  });
});

it('does nothing when it is cancelled, by button or by key, and returns the focus', async () => {
  const { user, address } = renderApp(path);
  const dialog = await confirming(user, 'Delete');
  await user.click(within(dialog).getByRole('button', { name: 'Cancel' }));
  await waitFor(() => {
    expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument();
  });
  expect(screen.getByRole('button', { name: 'Delete' })).toHaveFocus();
  await confirming(user, 'Deactivate');
  await user.keyboard('{Escape}');
  await waitFor(() => {
    expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument();
  });
  expect(called).toEqual([]);
  expect(address()).toBe(path);
});

it('shows the reason for a refusal in the dialog, and allows another try', async () => {
  server.use(
    answering('delete', '/api/meeting/delete/:id', () => refusal(403, 'FORBIDDEN', 'Your role does not allow this.')),
  );
  const { user, address } = renderApp(path);
  const dialog = await confirming(user, 'Delete');
  await user.click(within(dialog).getByRole('button', { name: 'Yes, Delete' }));
  expect(await within(dialog).findByRole('alert')).toHaveTextContent('Your role does not allow this.');
  expect(address()).toBe(path);
  expect(within(dialog).getByRole('button', { name: 'Yes, Delete' })).toBeEnabled();
});

describe('a run under way', () => {
  const sentence = /^The run of Fri 20 Nov is under way \(2 of 5 answered\)\. It is cancelled/;

  it.each(['Deactivate', 'Delete'])('shows that %s cancels the run', async (name) => {
    withMeeting({ openRuns: [open('2026-11-20')] });
    const { user } = renderApp(path);
    expect(within(await confirming(user, name)).getByText(sentence)).toBeVisible();
  });

  it('shows nothing if no run is under way', async () => {
    const { user } = renderApp(path);
    expect(within(await confirming(user, 'Delete')).queryByText(sentence)).not.toBeInTheDocument();
  });
});

describe('one run', () => {
  const name = 'Cancel the run of Fri 20 Nov';
  const yesterday = 'Cancel the run of Thu 19 Nov';
  const yesTo = (action: string): string => `Yes, ${action.replace('Cancel', 'cancel')}`;
  const button = () => screen.findByRole('button', { name });

  it('is cancelled by its date while it is open, and the reader stays where they are', async () => {
    withMeeting({ openRuns: [open('2026-11-20')] });
    const { user, address } = renderApp(path);
    const dialog = await confirming(user, name);
    expect(
      within(dialog).getByRole('heading', { name: 'Are you sure you want to cancel the run of Fri 20 Nov?' }),
    ).toBeVisible();
    expect(within(dialog).getByText(/^This run is open: 2 of 5 have answered/)).toBeVisible();
    expect(called).toEqual([]);
    await user.click(within(dialog).getByRole('button', { name: yesTo(name) }));
    expect(await screen.findByText('Daily stand-up: the run of Fri 20 Nov is cancelled.')).toBeVisible();
    await waitFor(() => {
      expect(screen.queryByRole('button', { name })).not.toBeInTheDocument();
    });
    expect(called).toEqual([`cancelToday ${ulid('standup')} 2026-11-20`]);
    expect(address()).toBe(path);
    await waitFor(() => {
      expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument();
    });
    expect(document.body).not.toHaveFocus();
  });

  it('is the one of yesterday when that is open, and its dialog, call and notice name the same date', async () => {
    withMeeting({ openRuns: [open('2026-11-19')] });
    const { user } = renderApp(path);
    const dialog = await confirming(user, yesterday);
    await user.click(within(dialog).getByRole('button', { name: yesTo(yesterday) }));
    expect(await screen.findByText('Daily stand-up: the run of Thu 19 Nov is cancelled.')).toBeVisible();
    expect(called).toEqual([`cancelToday ${ulid('standup')} 2026-11-19`]);
  });

  it('selects yesterday’s open run before today’s run, which has not opened', async () => {
    withMeeting({ openRuns: [open('2026-11-19')] });
    server.use(answering('post', '/api/meeting/preview', () => [aRun('2026-11-20')]));
    const { user } = renderApp(path);
    const dialog = await confirming(user, name);
    expect(within(dialog).getByText(/^This run has not opened yet/)).toBeVisible();
    expect(within(dialog).queryByText(/under way/)).not.toBeInTheDocument();
    expect(screen.getByText(yesterday, { selector: 'button' })).toBeInTheDocument();
    await user.click(within(dialog).getByRole('button', { name: yesTo(name) }));
    await waitFor(() => {
      expect(called).toEqual([`cancelToday ${ulid('standup')} 2026-11-20`]);
    });
  });

  it('is offered before it opens', async () => {
    server.use(answering('post', '/api/meeting/preview', () => [aRun('2026-11-20')]));
    renderApp(path);
    expect(await button()).toBeVisible();
  });

  it.each([
    ['comes another day', aRun('2026-11-23')],
    ['is cancelled already', aRun('2026-11-20', { state: 'SKIPPED', reason: 'CANCELLED', members: [] })],
  ])('is not offered where it %s', async (_, run) => {
    const asked = jest.fn(() => [run]);
    server.use(answering('post', '/api/meeting/preview', asked));
    renderApp(path);
    await waitFor(() => {
      expect(asked).toHaveBeenCalled();
    });
    expect(await screen.findByRole('button', { name: 'Delete' })).toBeVisible();
    expect(screen.queryByRole('button', { name })).not.toBeInTheDocument();
  });

  it('is not asked for where the report is deactivated', async () => {
    withMeeting({ isEnabled: false });
    const asked = jest.fn(() => [aRun('2026-11-20')]);
    server.use(answering('post', '/api/meeting/preview', asked));
    renderApp(path);
    expect(await screen.findByRole('button', { name: 'Activate' })).toBeVisible();
    expect(screen.queryByRole('button', { name })).not.toBeInTheDocument();
    expect(asked).not.toHaveBeenCalled();
  });

  it('a run that was over in the meantime is refused in the dialog, and not offered any more', async () => {
    withMeeting({ openRuns: [open('2026-11-20')] });
    const over = 'The run of 20 Nov 2026 is over, so it cannot be cancelled any more.';
    server.use(
      answering('post', '/api/meeting/cancelToday/:id', () => {
        withMeeting();
        return refusal(409, 'RUN_CLOSED', over);
      }),
    );
    const { user } = renderApp(path);
    const dialog = await confirming(user, name);
    await user.click(within(dialog).getByRole('button', { name: yesTo(name) }));
    expect(await within(dialog).findByRole('alert')).toHaveTextContent(over);
    await user.click(within(dialog).getByRole('button', { name: 'Keep the run' }));
    await waitFor(() => {
      expect(screen.queryByRole('button', { name })).not.toBeInTheDocument();
    });
  });
});

describe('saving the report as a template', () => {
  const asRole = (role: 'admin' | 'user'): void => {
    server.use(answering('get', '/api/auth/getuserdetails', () => ({ ...me, role })));
  };

  it('is offered to admins, who give it a name and see why one is refused', async () => {
    asRole('admin');
    const sent: unknown[] = [];
    server.use(
      answering('post', '/api/template/save', ({ body }) => {
        sent.push(body);
        return sent.length === 1
          ? refusal(409, 'TEMPLATE_NAME_EXISTS', 'Another template has it.', { path: ['name'] })
          : { id: ulid('template'), name: 'Ours' };
      }),
    );
    const { user } = renderApp(path);
    const dialog = within(await confirming(user, 'Save as a template'));
    const field = dialog.getByRole('textbox', { name: 'Name of the template' });
    expect(field).toHaveValue('Daily stand-up');
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    expect(await dialog.findByText('Another template has it.')).toBeVisible();
    await user.clear(field);
    await user.type(field, ' Ours {Enter}');
    expect(await screen.findByText(/The template Ours is saved/)).toBeVisible();
    expect(sent).toEqual([
      { meetingId: ulid('standup'), name: 'Daily stand-up' },
      { meetingId: ulid('standup'), name: 'Ours' },
    ]);
    await waitFor(() => {
      expect(screen.getByRole('button', { name: 'Save as a template' })).toHaveFocus();
    });
  });

  it('is not offered to the person who made the report and is no admin', async () => {
    asRole('user');
    renderApp(path);
    await screen.findByRole('button', { name: 'Deactivate' });
    expect(screen.queryByRole('button', { name: 'Save as a template' })).not.toBeInTheDocument();
  });
});
