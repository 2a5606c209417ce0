import { screen } from '@testing-library/react';
import '@testing-library/jest-dom';
import { memoryStorage } from '../../api/client/safeBrowserStorage.ts';
import { named } from '../../testing/domQueries.ts';
import { renderApp } from '../../testing/renderApp.tsx';
import { answering, refusal, server } from '../../testing/mockServer.ts';

const open = (path: string) => renderApp(path, { storage: memoryStorage() });
const code = 'r'.repeat(43);
const password = 'copper-lantern-77-moss';

describe('a forgotten password', () => {
  const ask = async (email: string) => {
    const view = open('/forgot-password');
    await view.user.type(await screen.findByLabelText('Email'), email);
    await view.user.click(screen.getByRole('button', { name: 'Send link' }));
    return view;
  };

  it('is asked for by address and leads to the mailbox', async () => {
    const asked: unknown[] = [];
    server.use(
      answering('post', '/api/account/forgotPassword/:email', ({ params, authorization }) => {
        asked.push([params['email'], authorization]);
        return true;
      }),
    );
    const view = await ask('ann+1@example.test');
    expect(await screen.findByText(named(/^If ann\+1@example.test has an account/))).toBeVisible();
    expect(view.address()).toBe('/forgot-password/success');
    expect(asked).toEqual([['ann+1@example.test', null]]);
  });

  it('shows beside the field that the address is not known', async () => {
    server.use(
      answering('post', '/api/account/forgotPassword/:email', () =>
        refusal(404, 'USER_NOT_FOUND', 'We do not know this email address.'),
      ),
    );
    await ask('nobody@example.test');
    expect(await screen.findByText('We do not know this email address.')).toBeVisible();
    expect(screen.getByLabelText('Email')).toHaveFocus();
    expect(screen.getAllByRole('alert')).toHaveLength(1);
  });

  it('shows every other error above the form', async () => {
    server.use(answering('post', '/api/account/forgotPassword/:email', () => Response.error()));
    await ask('ann@example.test');
    expect(await screen.findByRole('alert')).toHaveTextContent('The service cannot be reached.');
  });

  it('requires an address before it calls', async () => {
    await ask('ann');
    expect(await screen.findByText('Please enter a valid email address.')).toBeVisible();
  });

  it('shows the same page without the address to a reader who opens the last page directly', async () => {
    open('/forgot-password/success');
    expect(await screen.findByText(/^If the address has an account/)).toBeVisible();
  });
});

describe('the link of the email', () => {
  const linkIsGood = (): void => {
    server.use(answering('post', '/api/account/ConfirmResetPasswordEmail', () => true));
  };
  const set = async (first: string, second: string) => {
    const view = open(`/reset-password/${code}`);
    const field = await screen.findByLabelText('New password');
    if (first !== '') await view.user.type(field, first);
    if (second !== '') await view.user.type(screen.getByLabelText('Confirm password'), second);
    await view.user.click(screen.getByRole('button', { name: 'Set password' }));
    return view;
  };

  it('takes a new password and leads to signing in', async () => {
    linkIsGood();
    const bodies: unknown[] = [];
    server.use(
      answering('post', '/api/account/resetPassword', ({ body }) => {
        bodies.push(body);
        return true;
      }),
    );
    const view = await set(password, password);
    expect(await screen.findByRole('heading', { name: 'Your new password is saved' })).toBeVisible();
    expect(view.address()).toBe('/reset/success');
    expect(bodies).toEqual([{ code, newPassword: password, passwordConfirmation: password }]);
    await view.user.click(screen.getByRole('button', { name: 'Sign in' }));
    expect(view.address()).toBe('/login');
  });

  it.each([
    ['', '', 'New password', 'Please enter your new password.'],
    ['short', 'short', 'New password', 'Please use at least 10 characters.'],
    [password, '', 'Confirm password', 'Please repeat your new password.'],
    [password, `${password}!`, 'Confirm password', 'Two passwords are inconsistent.'],
  ])('shows the errors of %j and %j beside the field', async (first, second, label, message) => {
    linkIsGood();
    await set(first, second);
    expect(await screen.findByText(message)).toBeVisible();
    expect(screen.getByLabelText(label)).toHaveFocus();
  });

  it('shows beside the field why the server does not take the password', async () => {
    linkIsGood();
    server.use(
      answering('post', '/api/account/resetPassword', () =>
        refusal(400, 'PASSWORD_WEAK', 'This password is easy to guess.'),
      ),
    );
    await set(password, password);
    expect(await screen.findByText('This password is easy to guess.')).toBeVisible();
    expect(screen.getByLabelText('New password')).toHaveFocus();
  });

  it.each([
    [400, 'CODE_INVALID'],
    [409, 'CODE_USED'],
  ])(
    'the link of the email that has expired (%s %s) shows a message, before and after the reader types',
    async (status, errorCode) => {
      server.use(
        answering('post', '/api/account/ConfirmResetPasswordEmail', () => refusal(status, errorCode, 'not shown')),
      );
      const { unmount } = open(`/reset-password/${code}`);
      expect(await screen.findByRole('heading', { name: 'This link is no longer valid' })).toBeVisible();
      expect(screen.getByRole('link', { name: 'Request a new link' })).toHaveAttribute('href', '/forgot-password');
      unmount();
      linkIsGood();
      server.use(answering('post', '/api/account/resetPassword', () => refusal(status, errorCode, 'not shown')));
      await set(password, password);
      expect(await screen.findByRole('heading', { name: 'This link is no longer valid' })).toBeVisible();
    },
  );
});
