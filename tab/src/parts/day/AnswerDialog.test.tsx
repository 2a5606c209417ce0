import { screen, waitFor, within } from '@testing-library/react';
import '@testing-library/jest-dom';
import { aMember, me, ulid } from '../../testing/testDataBuildersAndClock.ts';
import { select } from '../../testing/domQueries.ts';
import { renderApp } from '../../testing/renderApp.tsx';
import { answering, refusal, server } from '../../testing/mockServer.ts';
import {
  askCard,
  answeredCard,
  cardRun,
  recordSentAnswers,
  serveStandup,
  findDialog,
  openDialog,
  pressButton,
} from '../../testing/serveAndOpenAnswerDialog.ts';

const sent = recordSentAnswers();

describe('the banner', () => {
  it('shows the owed answers with the reader’s close', async () => {
    serveStandup({ owes: true, members: [aMember(me.firstName, { closesAt: '2026-11-20T13:00:00.000Z' as never })] });
    renderApp('/');
    expect(await screen.findByText('Daily stand-up, Fri 20 Nov: due 14:00')).toBeVisible();
    expect(screen.getByRole('button', { name: /Answer now/ })).toHaveTextContent('Answer now');
  });

  it('still invites after the close', async () => {
    serveStandup({ owes: true, closesAt: '2026-11-20T10:00:00.000Z' as never });
    renderApp('/');
    expect(
      await screen.findByText('Daily stand-up, Fri 20 Nov: was due 11:00. Late answers are still accepted.'),
    ).toBeVisible();
  });

  it('is hidden from a person who owes no answer', async () => {
    serveStandup({});
    renderApp('/');
    await screen.findByRole('article');
    expect(screen.queryByRole('button', { name: /Answer now/ })).not.toBeInTheDocument();
    expect(screen.queryByRole('button', { name: /Edit your answer/ })).not.toBeInTheDocument();
  });
});

describe('answering on the web', () => {
  it('sends the card’s inputs, shows the card that returns, and renews the report', async () => {
    serveStandup();
    const view = await openDialog();
    await view.user.type(screen.getByLabelText(/What did you do/), 'Tests');
    await view.user.click(screen.getByLabelText('Ship it'));
    await pressButton(view, 'Send');
    expect(await within(await findDialog()).findByText('Answered 11:25')).toBeVisible();
    expect(sent).toEqual([
      {
        meetingId: ulid('standup'),
        date: '2026-11-20',
        values: { done: 'Tests', blocked: 'No' },
        goals: ['0123456789abcdef'],
      },
    ]);
    expect(await screen.findByText('Your answer is saved: Daily stand-up, Fri 20 Nov.')).toBeInTheDocument();
    await pressButton(view, 'Close');
    expect(await screen.findByRole('button', { name: 'Edit your answer: Daily stand-up, Fri 20 Nov' })).toBeVisible();
    expect(screen.queryByRole('button', { name: /Answer now/ })).not.toBeInTheDocument();
  });

  it('treats Action.Submit alike', async () => {
    serveStandup();
    server.use(
      answering('get', '/api/meeting/card/:meetingId', () => ({
        ...cardRun,
        card: askCard('Tests', { type: 'Action.Submit', title: 'Send', data: { verb: 'submit' } }),
      })),
    );
    const view = await openDialog();
    await pressButton(view, 'Send');
    await screen.findByText('Answered 11:25');
    expect(sent).toEqual([
      { meetingId: ulid('standup'), date: '2026-11-20', values: { done: 'Tests', blocked: 'No' }, goals: [] },
    ]);
  });

  it('names the missing required answer and sends nothing', async () => {
    serveStandup();
    const view = await openDialog();
    await pressButton(view, 'Send');
    expect(await screen.findByText('Please say what you did.')).toBeVisible();
    expect(sent).toEqual([]);
  });

  it('shows the card’s texts as they are, never as markup', async () => {
    serveStandup();
    await openDialog();
    expect(screen.getByText('Due 12:00 *today* <b>now</b>')).toBeVisible();
  });

  it('leaves actions unchanged that neither send nor edit', async () => {
    serveStandup();
    const command = { type: 'Action.Submit', title: 'Help', data: { verb: 'command', command: 'help' } };
    server.use(
      answering('get', '/api/meeting/card/:meetingId', () => ({ ...cardRun, card: askCard('Tests', command) })),
    );
    const view = await openDialog();
    await pressButton(view, 'Help');
    await pressButton(view, 'Close');
    expect(sent).toEqual([]);
  });

  it('continues to the next run’s card if it is offered, each with a separate draft', async () => {
    serveStandup();
    const next = { date: '2026-11-23', opensAt: '2026-11-23T09:00:00.000Z' };
    const data = { verb: 'answerRun', meetingId: ulid('standup'), date: next.date };
    const offering = {
      ...answeredCard,
      actions: [{ type: 'Action.Submit', title: 'Answer Stand-up (Mon 23 Nov)', data }],
    };
    server.use(
      answering('get', '/api/meeting/card/:meetingId', ({ url }) => ({
        ...cardRun,
        card: url.searchParams.get('date') === next.date ? askCard('Ahead: ') : askCard(),
      })),
      answering('post', '/api/meeting/answer', ({ body }) => {
        sent.push(body);
        return { answer: {}, card: offering, next: (body as { date: string }).date === next.date ? null : next };
      }),
    );
    const view = await openDialog();
    await view.user.type(screen.getByLabelText(/What did you do/), 'Today');
    await pressButton(view, 'Send');
    await view.user.click(await screen.findByRole('button', { name: 'Answer Stand-up (Mon 23 Nov)' }));
    const field = await screen.findByLabelText(/What did you do/);
    await waitFor(() => {
      expect(field).toHaveValue('Ahead: ');
    });
    await view.user.type(field, 'Monday');
    await pressButton(view, 'Send');
    await screen.findByText('Answered 11:25');
    expect(sent).toMatchObject([
      { date: '2026-11-20', values: { done: 'Today' } },
      { date: next.date, values: { done: 'Ahead: Monday' } },
    ]);
    await pressButton(view, 'Answer Stand-up (Mon 23 Nov)');
    expect(screen.getByText('Answered 11:25')).toBeVisible();
    await pressButton(view, 'Close');
    await view.user.click(await screen.findByRole('button', { name: 'Answer now: Daily stand-up, Fri 20 Nov' }));
    // A dialog that is opened again shows the run of the report's date, no longer the next run.
    expect(await screen.findByLabelText(/What did you do/)).toHaveValue('');
  });

  it('edits the answer that was just saved, not the one before', async () => {
    serveStandup({ canEdit: true });
    const shown = ['First', 'Second'];
    server.use(
      answering('get', '/api/meeting/card/:meetingId', () => ({
        ...cardRun,
        card: askCard(shown.shift() ?? 'Too often'),
      })),
    );
    const view = renderApp('/');
    await view.user.click(await screen.findByRole('button', { name: 'Edit your answer: Daily stand-up, Fri 20 Nov' }));
    expect(await screen.findByLabelText(/What did you do/)).toHaveValue('First');
    await pressButton(view, 'Send');
    await screen.findByText('Answered 11:25');
    await pressButton(view, 'Edit');
    expect(await screen.findByLabelText(/What did you do/)).toHaveValue('Second');
  });

  it('reopens the answer to be edited, from the card and from the report', async () => {
    serveStandup({ canEdit: true });
    const view = renderApp('/');
    await view.user.click(await screen.findByRole('button', { name: 'Edit your answer: Daily stand-up, Fri 20 Nov' }));
    const field = await screen.findByLabelText(/What did you do/);
    expect(field).toHaveValue('Tests');
    await view.user.type(field, ' and docs');
    await pressButton(view, 'Send');
    await screen.findByText('Answered 11:25');
    expect(sent).toMatchObject([{ values: { done: 'Tests and docs' } }]);
    await pressButton(view, 'Edit');
    expect(await screen.findByLabelText(/What did you do/)).toBeVisible();
  });

  it('shows why the card cannot be shown, and offers a retry', async () => {
    serveStandup();
    server.use(
      answering('get', '/api/meeting/card/:meetingId', () =>
        refusal(409, 'RUN_CLOSED', 'This run is closed, so answers can no longer be added or changed.'),
      ),
    );
    const { user } = renderApp('/');
    await user.click(await screen.findByRole('button', { name: /Answer now/ }));
    expect(await within(await findDialog()).findByRole('alert')).toHaveTextContent(
      'This run is closed, so answers can no longer be added or changed.',
    );
    serveStandup();
    await user.click(within(await findDialog()).getByRole('button', { name: 'Try again' }));
    expect(await screen.findByLabelText(/What did you do/)).toBeVisible();
  });
});

describe('the focus', () => {
  const drawnCard = async () => select(await findDialog(), '.ac-adaptiveCard').at(0);

  it('moves the focus to the card and to the card that replaces it', async () => {
    serveStandup();
    const view = await openDialog();
    expect(await drawnCard()).toHaveFocus();
    await view.user.type(screen.getByLabelText(/What did you do/), 'Tests');
    await pressButton(view, 'Send');
    await screen.findByText('Answered 11:25');
    expect(await drawnCard()).toHaveFocus();
  });

  it('returns the focus to the button', async () => {
    serveStandup();
    const { user } = await openDialog();
    await user.keyboard('{Escape}');
    const button = await screen.findByRole('button', { name: /Answer now/ });
    await waitFor(() => {
      expect(button).toHaveFocus();
    });
  });
});
