import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import '@testing-library/jest-dom';
import type { MeetingReport } from '#contracts/reports/dailyReport.ts';
import { aDay, aMember, aReport, aToken, me, ulid } from '../../testing/testDataBuildersAndClock.ts';
import { select } from '../../testing/domQueries.ts';
import { renderApp } from '../../testing/renderApp.tsx';
import { answering, refusal, server } from '../../testing/mockServer.ts';

const submit = (title: string) => ({
  type: 'Action.Execute',
  verb: 'submit',
  title,
  data: { sig: 's' },
  fallback: { type: 'Action.Submit', title, data: { sig: 's' } },
});
const askCard = (done = '', action: object = submit('Send')) => ({
  type: 'AdaptiveCard',
  version: '1.5',
  body: [
    { type: 'TextBlock', text: 'Due 12:00 *today* <b>now</b>', wrap: true },
    { type: 'Input.Toggle', id: 'g:0123456789abcdef', title: 'Ship it', value: 'false' },
    {
      type: 'Input.Text',
      id: 'q:done',
      label: 'What did you do?',
      isMultiline: true,
      isRequired: true,
      errorMessage: 'Please say what you did.',
      value: done,
    },
    {
      type: 'Input.ChoiceSet',
      id: 'q:blocked',
      label: 'Blocked?',
      style: 'expanded',
      value: 'No',
      choices: [
        { title: 'No', value: 'No' },
        { title: 'Yes', value: 'Yes' },
      ],
    },
  ],
  actions: [action],
});
const answeredCard = {
  type: 'AdaptiveCard',
  version: '1.5',
  body: [{ type: 'TextBlock', text: 'Answered 11:25', wrap: true }],
  actions: [{ type: 'Action.Execute', verb: 'edit', title: 'Edit', data: { sig: 's' } }],
};

const run = {
  ...{ state: 'OPEN', date: '2026-11-20', closesAt: '2026-11-20T11:00:00.000Z', occurrenceState: 'OPEN' },
  next: null,
  draft: null,
  planQuestion: null,
};
const sent: unknown[] = [];

/** Sets the report that the fake server returns for today. By default, the reader owes an answer to it. */
const standup = (parts: Partial<MeetingReport> = { owes: true }): void => {
  let report = aReport(parts);
  server.use(
    answering('get', '/api/meeting/getreport/:teamId/meeting', () => aDay({ reports: [report] })),
    answering('get', '/api/meeting/card/:meetingId', ({ url }) => ({
      ...run,
      card: report.owes ? askCard() : url.searchParams.get('edit') === 'true' ? askCard('Tests') : answeredCard,
    })),
    answering('post', '/api/meeting/answer', ({ body }) => {
      sent.push(body);
      report = aReport({ canEdit: true });
      return { answer: {}, card: answeredCard, next: null };
    }),
  );
};
const refusing = (code: number, errorCode: string, message: string): void => {
  server.use(answering('post', '/api/meeting/answer', () => refusal(code, errorCode, message)));
};
type View = ReturnType<typeof renderApp>;
const dialog = () => screen.findByRole('dialog', { name: 'Daily stand-up, Fri 20 Nov' });
const open = async (path = '/'): Promise<View> => {
  const view = renderApp(path);
  await view.user.click(await screen.findByRole('button', { name: 'Answer now: Daily stand-up, Fri 20 Nov' }));
  await screen.findByLabelText(/What did you do/);
  return view;
};
const press = ({ user }: View, name: string): Promise<void> => user.click(screen.getByRole('button', { name }));

beforeEach(() => {
  sent.length = 0;
});

describe('the banner', () => {
  it('shows the owed answers with the reader’s close', async () => {
    standup({ owes: true, members: [aMember(me.firstName, { closesAt: '2026-11-20T13:00:00.000Z' as never })] });
    renderApp('/');
    expect(await screen.findByText('Daily stand-up, Fri 20 Nov: due 14:00')).toBeVisible();
    expect(screen.getByRole('button', { name: /Answer now/ })).toHaveTextContent('Answer now');
  });

  it('still invites after the close', async () => {
    standup({ owes: true, closesAt: '2026-11-20T10:00:00.000Z' as never });
    renderApp('/');
    expect(
      await screen.findByText('Daily stand-up, Fri 20 Nov: was due 11:00. Late answers are still accepted.'),
    ).toBeVisible();
  });

  it('is hidden from a person who owes no answer', async () => {
    standup({});
    renderApp('/');
    await screen.findByRole('article');
    expect(screen.queryByRole('button', { name: /Answer now/ })).not.toBeInTheDocument();
    expect(screen.queryByRole('button', { name: /Edit your answer/ })).not.toBeInTheDocument();
  });
});

describe('answering questions of each type', () => {
  const choices = (titles: readonly string[]) => titles.map((title, index) => ({ title, value: `o:${index}` }));
  const required = { isRequired: true, errorMessage: 'Please answer.' };
  const card = {
    ...askCard(),
    body: [
      {
        ...{ type: 'Input.ChoiceSet', id: 'q:mood', label: 'Mood?', style: 'expanded', ...required },
        choices: ['1', '2', '3', '4', '5'].map((value) => ({ title: `Step ${value}`, value })),
      },
      { type: 'Input.Number', id: 'q:hours', label: 'Hours?', min: -99, max: 99, ...required },
      {
        ...{ type: 'Input.ChoiceSet', id: 'q:lunch', label: 'Lunch?', style: 'expanded', isMultiSelect: true },
        ...required,
        choices: choices(['Tea, green', 'Soup', 'Cake']),
      },
      { type: 'Input.Date', id: 'q:when', label: 'When?', min: '1900-01-01', max: '2199-12-31', ...required },
    ],
  };
  const shown = async (view = renderApp('/')): Promise<View> => {
    await view.user.click(await screen.findByRole('button', { name: 'Answer now: Daily stand-up, Fri 20 Nov' }));
    await screen.findByLabelText('Step 4');
    return view;
  };
  const typeDate = (value: string): void => {
    fireEvent.input(screen.getByLabelText(/When/), { target: { value } });
  };
  const fill = async ({ user }: View): Promise<void> => {
    await user.click(screen.getByLabelText('Step 4'));
    await user.type(screen.getByLabelText(/Hours/), '4.5');
    await user.click(screen.getByLabelText('Tea, green'));
    await user.click(screen.getByLabelText('Cake'));
    typeDate('2026-11-30');
  };

  beforeEach(() => {
    standup();
    server.use(answering('get', '/api/meeting/card/:meetingId', () => ({ ...run, card })));
  });

  it('sends the same values as the chat does', async () => {
    const view = await shown();
    await fill(view);
    await press(view, 'Send');
    await screen.findByText('Answered 11:25');
    expect(sent).toEqual([
      {
        meetingId: ulid('standup'),
        date: '2026-11-20',
        values: { mood: '4', hours: '4.5', lunch: 'o:0,o:2', when: '2026-11-30' },
        goals: [],
      },
    ]);
  });

  it('keeps the draft of each type when the dialog is closed', async () => {
    const view = await shown();
    await fill(view);
    await press(view, 'Close');
    await waitFor(() => {
      expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    });
    await shown(view);
    expect(screen.getByLabelText('Step 4')).toBeChecked();
    expect(screen.getByLabelText(/Hours/)).toHaveValue(4.5);
    expect(screen.getByLabelText('Tea, green')).toBeChecked();
    expect(screen.getByLabelText('Soup')).not.toBeChecked();
    expect(screen.getByLabelText('Cake')).toBeChecked();
    expect(screen.getByLabelText(/When/)).toHaveValue('2026-11-30');
  });

  it('names the missing answers and sends nothing', async () => {
    const view = await shown();
    await press(view, 'Send');
    expect(await screen.findAllByText('Please answer.')).toHaveLength(4);
    expect(sent).toEqual([]);
  });
});

describe('answering on the web', () => {
  it('sends the card’s inputs, shows the card that returns, and renews the report', async () => {
    standup();
    const view = await open();
    await view.user.type(screen.getByLabelText(/What did you do/), 'Tests');
    await view.user.click(screen.getByLabelText('Ship it'));
    await press(view, 'Send');
    expect(await within(await dialog()).findByText('Answered 11:25')).toBeVisible();
    expect(sent).toEqual([
      {
        meetingId: ulid('standup'),
        date: '2026-11-20',
        values: { done: 'Tests', blocked: 'No' },
        goals: ['0123456789abcdef'],
      },
    ]);
    expect(await screen.findByText('Your answer is saved: Daily stand-up, Fri 20 Nov.')).toBeInTheDocument();
    await press(view, 'Close');
    expect(await screen.findByRole('button', { name: 'Edit your answer: Daily stand-up, Fri 20 Nov' })).toBeVisible();
    expect(screen.queryByRole('button', { name: /Answer now/ })).not.toBeInTheDocument();
  });

  it('treats Action.Submit alike', async () => {
    standup();
    server.use(
      answering('get', '/api/meeting/card/:meetingId', () => ({
        ...run,
        card: askCard('Tests', { type: 'Action.Submit', title: 'Send', data: { verb: 'submit' } }),
      })),
    );
    const view = await open();
    await press(view, 'Send');
    await screen.findByText('Answered 11:25');
    expect(sent).toEqual([
      { meetingId: ulid('standup'), date: '2026-11-20', values: { done: 'Tests', blocked: 'No' }, goals: [] },
    ]);
  });

  it('names the missing required answer and sends nothing', async () => {
    standup();
    const view = await open();
    await press(view, 'Send');
    expect(await screen.findByText('Please say what you did.')).toBeVisible();
    expect(sent).toEqual([]);
  });

  it('shows the card’s texts as they are, never as markup', async () => {
    standup();
    await open();
    expect(screen.getByText('Due 12:00 *today* <b>now</b>')).toBeVisible();
  });

  it('leaves actions unchanged that neither send nor edit', async () => {
    standup();
    const command = { type: 'Action.Submit', title: 'Help', data: { verb: 'command', command: 'help' } };
    server.use(answering('get', '/api/meeting/card/:meetingId', () => ({ ...run, card: askCard('Tests', command) })));
    const view = await open();
    await press(view, 'Help');
    await press(view, 'Close');
    expect(sent).toEqual([]);
  });

  it('continues to the next run’s card if it is offered, each with a separate draft', async () => {
    standup();
    const next = { date: '2026-11-23', opensAt: '2026-11-23T09:00:00.000Z' };
    const data = { verb: 'answerRun', meetingId: ulid('standup'), date: next.date };
    const offering = {
      ...answeredCard,
      actions: [{ type: 'Action.Submit', title: 'Answer Stand-up (Mon 23 Nov)', data }],
    };
    server.use(
      answering('get', '/api/meeting/card/:meetingId', ({ url }) => ({
        ...run,
        card: url.searchParams.get('date') === next.date ? askCard('Ahead: ') : askCard(),
      })),
      answering('post', '/api/meeting/answer', ({ body }) => {
        sent.push(body);
        return { answer: {}, card: offering, next: (body as { date: string }).date === next.date ? null : next };
      }),
    );
    const view = await open();
    await view.user.type(screen.getByLabelText(/What did you do/), 'Today');
    await press(view, 'Send');
    await view.user.click(await screen.findByRole('button', { name: 'Answer Stand-up (Mon 23 Nov)' }));
    const field = await screen.findByLabelText(/What did you do/);
    await waitFor(() => {
      expect(field).toHaveValue('Ahead: ');
    });
    await view.user.type(field, 'Monday');
    await press(view, 'Send');
    await screen.findByText('Answered 11:25');
    expect(sent).toMatchObject([
      { date: '2026-11-20', values: { done: 'Today' } },
      { date: next.date, values: { done: 'Ahead: Monday' } },
    ]);
    await press(view, 'Answer Stand-up (Mon 23 Nov)');
    expect(screen.getByText('Answered 11:25')).toBeVisible();
    await press(view, 'Close');
    await view.user.click(await screen.findByRole('button', { name: 'Answer now: Daily stand-up, Fri 20 Nov' }));
    // A dialog that is opened again shows the run of the report's date, no longer the next run.
    expect(await screen.findByLabelText(/What did you do/)).toHaveValue('');
  });

  it('edits the answer that was just saved, not the one before', async () => {
    standup({ canEdit: true });
    const shown = ['First', 'Second'];
    server.use(
      answering('get', '/api/meeting/card/:meetingId', () => ({ ...run, card: askCard(shown.shift() ?? 'Too often') })),
    );
    const view = renderApp('/');
    await view.user.click(await screen.findByRole('button', { name: 'Edit your answer: Daily stand-up, Fri 20 Nov' }));
    expect(await screen.findByLabelText(/What did you do/)).toHaveValue('First');
    await press(view, 'Send');
    await screen.findByText('Answered 11:25');
    await press(view, 'Edit');
    expect(await screen.findByLabelText(/What did you do/)).toHaveValue('Second');
  });

  it('reopens the answer to be edited, from the card and from the report', async () => {
    standup({ canEdit: true });
    const view = renderApp('/');
    await view.user.click(await screen.findByRole('button', { name: 'Edit your answer: Daily stand-up, Fri 20 Nov' }));
    const field = await screen.findByLabelText(/What did you do/);
    expect(field).toHaveValue('Tests');
    await view.user.type(field, ' and docs');
    await press(view, 'Send');
    await screen.findByText('Answered 11:25');
    expect(sent).toMatchObject([{ values: { done: 'Tests and docs' } }]);
    await press(view, 'Edit');
    expect(await screen.findByLabelText(/What did you do/)).toBeVisible();
  });

  it('shows why the card cannot be shown, and offers a retry', async () => {
    standup();
    server.use(
      answering('get', '/api/meeting/card/:meetingId', () =>
        refusal(409, 'RUN_CLOSED', 'This run is closed, so answers can no longer be added or changed.'),
      ),
    );
    const { user } = renderApp('/');
    await user.click(await screen.findByRole('button', { name: /Answer now/ }));
    expect(await within(await dialog()).findByRole('alert')).toHaveTextContent(
      'This run is closed, so answers can no longer be added or changed.',
    );
    standup();
    await user.click(within(await dialog()).getByRole('button', { name: 'Try again' }));
    expect(await screen.findByLabelText(/What did you do/)).toBeVisible();
  });
});

describe('the focus', () => {
  const drawnCard = async () => select(await dialog(), '.ac-adaptiveCard').at(0);

  it('moves the focus to the card and to the card that replaces it', async () => {
    standup();
    const view = await open();
    expect(await drawnCard()).toHaveFocus();
    await view.user.type(screen.getByLabelText(/What did you do/), 'Tests');
    await press(view, 'Send');
    await screen.findByText('Answered 11:25');
    expect(await drawnCard()).toHaveFocus();
  });

  it('returns the focus to the button', async () => {
    standup();
    const { user } = await open();
    await user.keyboard('{Escape}');
    const button = await screen.findByRole('button', { name: /Answer now/ });
    await waitFor(() => {
      expect(button).toHaveFocus();
    });
  });
});

describe('typed text', () => {
  it('is kept whole when it is pasted, with a count near the limit and above it', async () => {
    standup();
    const view = await open();
    const field = screen.getByLabelText(/What did you do/);
    await view.user.click(field);
    await view.user.paste('x'.repeat(1799));
    expect(within(await dialog()).queryByText(/characters/)).not.toBeInTheDocument();
    await view.user.paste('x');
    expect(await screen.findByText('“What did you do?”: 1,800 of 2,000 characters.')).toBeVisible();
    await view.user.paste('x'.repeat(8200));
    expect(field).toHaveValue('x'.repeat(10_000));
    const over = '“What did you do?”: 10,000 of 2,000 characters. Please shorten it.';
    expect(await screen.findByText(over)).toBeVisible();
  });

  it('remains when saving fails, with the reason, and can be sent again', async () => {
    standup();
    const view = await open();
    refusing(503, 'UNAVAILABLE', 'The service is busy at the moment.');
    await view.user.type(screen.getByLabelText(/What did you do/), 'Long work');
    await press(view, 'Send');
    expect(await screen.findByRole('alert')).toHaveTextContent(
      'Your answer is not saved yet: The service is busy at the moment. What you wrote is still here.',
    );
    expect(screen.getByLabelText(/What did you do/)).toHaveValue('Long work');
    standup();
    await press(view, 'Send');
    await screen.findByText('Answered 11:25');
    expect(sent).toMatchObject([{ values: { done: 'Long work' } }]);
  });

  it('remains when the dialog is closed and opened again', async () => {
    standup();
    const view = await open();
    await view.user.type(screen.getByLabelText(/What did you do/), 'Half a thought');
    await view.user.click(screen.getByLabelText('Yes'));
    await view.user.keyboard('{Escape}');
    await waitFor(() => {
      expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    });
    await view.user.click(screen.getByRole('button', { name: /Answer now/ }));
    expect(await screen.findByLabelText(/What did you do/)).toHaveValue('Half a thought');
    expect(screen.getByLabelText('Yes')).toBeChecked();
  });

  it('remains when the session ends and the same person signs in again', async () => {
    standup();
    const view = await open();
    await view.user.type(screen.getByLabelText(/What did you do/), 'Long work');
    refusing(401, 'UNAUTHENTICATED', 'Please sign in.');
    await press(view, 'Send');
    server.use(
      answering('post', '/api/account/login', () => ({
        token: aToken(),
        warnings: [],
        memberId: ulid('alex'),
        orgId: ulid('org'),
      })),
    );
    expect(await screen.findByLabelText('Email')).toHaveValue('alex@rollcall.test');
    await view.user.type(screen.getByLabelText('Password'), 'Rollcall-demo-1');
    await press(view, 'Sign in');
    await view.user.click(await screen.findByRole('button', { name: /Answer now/ }));
    expect(await screen.findByLabelText(/What did you do/)).toHaveValue('Long work');
  });

  it('is not restored after it was saved, even if the dialog was closed too early', async () => {
    standup({ canEdit: true });
    const view = renderApp('/');
    await view.user.click(await screen.findByRole('button', { name: 'Edit your answer: Daily stand-up, Fri 20 Nov' }));
    await view.user.type(await screen.findByLabelText(/What did you do/), ' and docs');
    for (const name of ['Send', 'Close']) fireEvent.click(screen.getByRole('button', { name }));
    expect(await screen.findByText('Your answer is saved: Daily stand-up, Fri 20 Nov.')).toBeInTheDocument();
    await view.user.click(screen.getByRole('button', { name: 'Edit your answer: Daily stand-up, Fri 20 Nov' }));
    expect(await screen.findByLabelText(/What did you do/)).toHaveValue('Tests');
  });

  it('is deleted for the next person', async () => {
    standup();
    const view = await open();
    await view.user.type(screen.getByLabelText(/What did you do/), 'Private');
    await view.visit('/logout');
    server.use(
      answering('post', '/api/account/login', () => ({
        token: aToken(),
        warnings: [],
        memberId: ulid('alex'),
        orgId: ulid('org'),
      })),
    );
    await view.user.type(await screen.findByLabelText('Email'), 'alex@rollcall.test');
    await view.user.type(screen.getByLabelText('Password'), 'Rollcall-demo-1');
    await press(view, 'Sign in');
    await view.user.click(await screen.findByRole('button', { name: /Answer now/ }));
    expect(await screen.findByLabelText(/What did you do/)).toHaveValue('');
  });
});
