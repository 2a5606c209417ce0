import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import '@testing-library/jest-dom';
import { aToken, ulid } from '../../testing/testDataBuildersAndClock.ts';
import { renderApp } from '../../testing/renderApp.tsx';
import { answering, server } from '../../testing/mockServer.ts';
import {
  recordSentAnswers,
  serveStandup,
  refuseAnswers,
  findDialog,
  openDialog,
  pressButton,
} from '../../testing/serveAndOpenAnswerDialog.ts';

const sent = recordSentAnswers();

describe('typed text', () => {
  it('is kept whole when it is pasted, with a count near the limit and above it', async () => {
    serveStandup();
    const view = await openDialog();
    const field = screen.getByLabelText(/What did you do/);
    await view.user.click(field);
    await view.user.paste('x'.repeat(1799));
    expect(within(await findDialog()).queryByText(/characters/)).not.toBeInTheDocument();
    await view.user.paste('x');
    expect(await screen.findByText('“What did you do?”: 1,800 of 2,000 characters.')).toBeVisible();
    await view.user.paste('x'.repeat(8200));
    expect(field).toHaveValue('x'.repeat(10_000));
    const over = '“What did you do?”: 10,000 of 2,000 characters. Please shorten it.';
    expect(await screen.findByText(over)).toBeVisible();
  });

  it('remains when saving fails, with the reason, and can be sent again', async () => {
    serveStandup();
    const view = await openDialog();
    refuseAnswers(503, 'UNAVAILABLE', 'The service is busy at the moment.');
    await view.user.type(screen.getByLabelText(/What did you do/), 'Long work');
    await pressButton(view, 'Send');
    expect(await screen.findByRole('alert')).toHaveTextContent(
      'Your answer is not saved yet: The service is busy at the moment. Your text is still here.',
    );
    expect(screen.getByLabelText(/What did you do/)).toHaveValue('Long work');
    serveStandup();
    await pressButton(view, 'Send');
    await screen.findByText('Answered 11:25');
    expect(sent).toMatchObject([{ values: { done: 'Long work' } }]);
  });

  it('remains when the dialog is closed and opened again', async () => {
    serveStandup();
    const view = await openDialog();
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
    serveStandup();
    const view = await openDialog();
    await view.user.type(screen.getByLabelText(/What did you do/), 'Long work');
    refuseAnswers(401, 'UNAUTHENTICATED', 'Please sign in.');
    await pressButton(view, 'Send');
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
    await pressButton(view, 'Sign in');
    await view.user.click(await screen.findByRole('button', { name: /Answer now/ }));
    expect(await screen.findByLabelText(/What did you do/)).toHaveValue('Long work');
  });

  it('is not restored after it was saved, even if the dialog was closed too early', async () => {
    serveStandup({ canEdit: true });
    const view = renderApp('/');
    await view.user.click(await screen.findByRole('button', { name: 'Edit your answer: Daily stand-up, Fri 20 Nov' }));
    await view.user.type(await screen.findByLabelText(/What did you do/), ' and docs');
    for (const name of ['Send', 'Close']) fireEvent.click(screen.getByRole('button', { name }));
    expect(await screen.findByText('Your answer is saved: Daily stand-up, Fri 20 Nov.')).toBeInTheDocument();
    await view.user.click(screen.getByRole('button', { name: 'Edit your answer: Daily stand-up, Fri 20 Nov' }));
    expect(await screen.findByLabelText(/What did you do/)).toHaveValue('Tests');
  });

  it('is deleted for the next person', async () => {
    serveStandup();
    const view = await openDialog();
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
    await pressButton(view, 'Sign in');
    await view.user.click(await screen.findByRole('button', { name: /Answer now/ }));
    expect(await screen.findByLabelText(/What did you do/)).toHaveValue('');
  });
});
