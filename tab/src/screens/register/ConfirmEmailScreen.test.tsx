import { screen, waitFor } from '@testing-library/react';
import '@testing-library/jest-dom';
import { answering, refusal, server } from '../../testing/mockServer.ts';
import { open, id, code, bob, fill } from '../../testing/openAndFillRegistration.ts';
import type { View } from '../../testing/openAndFillRegistration.ts';

describe('the email', () => {
  it('is sent again to the same address', async () => {
    const bodies: unknown[] = [];
    server.use(
      answering('post', '/api/account/register', () => id),
      answering('post', '/api/account/resendConfirm', ({ body }) => {
        bodies.push(body);
        return true;
      }),
    );
    const view = open('/register');
    await fill(view);
    await view.user.click(await screen.findByRole('button', { name: 'Send again' }));
    expect(await screen.findByRole('status')).toHaveTextContent('Sent.');
    expect(bodies).toEqual([{ email: 'ann@example.test' }]);
  });

  it('is asked for by address where that is not known, and a limit is explained', async () => {
    server.use(
      answering('post', '/api/account/resendConfirm', () =>
        refusal(429, 'TOO_MANY_REQUESTS', 'Too many tries. Please wait a moment and try again.'),
      ),
    );
    const { user } = open(`/register/success/${id}`);
    await user.click(await screen.findByRole('button', { name: 'Send again' }));
    expect(screen.getByText('Please enter a valid email address.')).toBeVisible();
    await user.type(screen.getByLabelText('Email'), 'ann@example.test{Enter}');
    expect(await screen.findByText('Too many tries. Please wait a moment and try again.')).toBeVisible();
  });
});

describe('the link in the email', () => {
  const confirming = (...answers: readonly (() => unknown)[]): unknown[] => {
    const asked: unknown[] = [];
    const left = [...answers];
    server.use(
      answering('post', '/api/account/ConfirmRegisterEmail', ({ body }) => {
        asked.push(body);
        return left.shift()?.() ?? true;
      }),
      answering('post', '/api/user/PostRegistration', ({ body }) => {
        asked.push(['PostRegistration', body]);
        return true;
      }),
    );
    return asked;
  };
  const press = async ({ user }: View): Promise<void> =>
    user.click(await screen.findByRole('button', { name: 'Confirm address' }));
  const passwordNeeded = () => refusal(403, 'PASSWORD_NEEDED', 'not shown');

  it('changes nothing when it is opened, and explains the button', async () => {
    const asked = confirming();
    open(`/confirm/${code}`);
    expect(await screen.findByRole('heading', { name: 'Confirm your email address' })).toBeVisible();
    expect(screen.getByText(/^Press the button if you registered for Rollcall/)).toBeVisible();
    expect(asked).toEqual([]);
  });

  it('confirms at the press of the button, finishes the registration, and leads on', async () => {
    const asked = confirming();
    const view = open(`/confirm/${code}`);
    await press(view);
    expect(await screen.findByRole('heading', { name: 'Your email address is confirmed' })).toBeVisible();
    expect(asked).toEqual([{ code }, ['PostRegistration', { code }]]);
    expect(screen.getByRole('link', { name: 'Next steps' })).toHaveAttribute('href', '/setup');
    await view.user.click(screen.getByRole('button', { name: 'Sign in' }));
    expect(view.address()).toBe('/login');
  });

  it('asks for the password of the registration in another browser, and takes it', async () => {
    const wrong = () => refusal(401, 'INVALID_CREDENTIALS', 'This is not the password you chose when you registered.');
    const asked = confirming(passwordNeeded, wrong);
    const view = open(`/confirm/${code}`);
    await press(view);
    expect(await screen.findByText(/^You did not register in this browser/)).toBeVisible();
    expect(screen.getByRole('link', { name: 'Forgot your password' })).toHaveAttribute('href', '/forgot-password');
    await press(view);
    expect(await screen.findByText('Please enter your password.')).toBeVisible();
    await view.user.type(screen.getByLabelText('Password'), 'wrong{Enter}');
    expect(await screen.findByText('This is not the password you chose when you registered.')).toBeVisible();
    expect(screen.getByLabelText('Password')).toHaveFocus();
    await view.user.clear(screen.getByLabelText('Password'));
    await view.user.type(screen.getByLabelText('Password'), 'right{Enter}');
    expect(await screen.findByRole('heading', { name: 'Your email address is confirmed' })).toBeVisible();
    const confirmations = [{ code }, { code, password: 'wrong' }, { code, password: 'right' }];
    expect(asked).toEqual([...confirmations, ['PostRegistration', { code }]]);
  });

  it.each([
    [400, 'CODE_INVALID', /^It may have expired, or a part of it is missing/],
    [409, 'CODE_USED', 'This link has already been used.'],
  ])('that has expired (%s %s) shows the reason and offers a new one', async (status, errorCode, message) => {
    confirming(() => refusal(status, errorCode, 'not shown'));
    await press(open(`/confirm/${code}`));
    expect(await screen.findByRole('alert')).toHaveTextContent(message);
    expect(screen.getByRole('heading', { name: 'This link did not work' })).toBeVisible();
    expect(screen.getByRole('button', { name: 'Send again' })).toBeVisible();
  });

  it('that failed for another reason shows why and can be tried again', async () => {
    confirming(() => refusal(429, 'TOO_MANY_REQUESTS', 'Too many tries. Please try again in 51 minutes.'));
    const view = open(`/confirm/${code}`);
    await press(view);
    expect(await screen.findByRole('alert')).toHaveTextContent('Please try again in 51 minutes.');
    await press(view);
    await press(view);
    expect(await screen.findByRole('heading', { name: 'Your email address is confirmed' })).toBeVisible();
  });
});

describe('the link of an email that proves the address', () => {
  it('leads to the form, whose code replaces the registration that no one confirmed', async () => {
    const bodies: unknown[] = [];
    server.use(
      answering('post', '/api/account/register', ({ body }) => {
        bodies.push(body);
        return id;
      }),
    );
    const view = open(`/register?code=${code}`);
    expect(await screen.findByText(/^Enter the address that received our email/)).toBeVisible();
    expect(bodies).toEqual([]);
    await fill(view);
    expect(await screen.findByRole('heading', { name: 'Your account is ready' })).toBeVisible();
    await waitFor(() => {
      expect(document.title).toBe('Your account is ready – Rollcall');
    });
    expect(bodies).toEqual([
      expect.objectContaining({ code, email: 'ann@example.test', organizationName: 'Fabrikam' }),
    ]);
  });

  it('shows beside the address that the email went to another one', async () => {
    const sentence = 'The link was sent to another email address. Please enter that one.';
    server.use(
      answering('post', '/api/account/register', () => refusal(400, 'INVALID_INPUT', sentence, { path: ['email'] })),
    );
    await fill(open(`/register?code=${code}`));
    expect(await screen.findByText(sentence)).toBeVisible();
    expect(screen.getByLabelText('Email')).toHaveFocus();
  });
});

describe('every link of an email', () => {
  it.each([
    `/confirm/${code}`,
    `/register?code=${code}`,
    `/register/${bob}?code=${code}`,
    `/reset-password/${code}`,
    `/organization/restore/${code}`,
    '/forgot-password',
    '/login',
  ])('%s changes nothing by being opened', async (path) => {
    const requested: string[] = [];
    const reads = ['GET', 'POST /api/account/ConfirmResetPasswordEmail'];
    server.events.on('request:start', ({ request }) => {
      requested.push(`${request.method} ${new URL(request.url).pathname}`);
    });
    server.use(
      answering('get', '/api/member/getMember/:id', () => ({
        ...{ id: bob, name: 'Bob Ray', email: 'bob@example.test', orgName: 'Contoso', isEmailProven: true },
      })),
      answering('post', '/api/account/ConfirmResetPasswordEmail', () => true),
    );
    open(path);
    await screen.findByRole('heading', { level: 1 });
    await screen.findAllByRole('button');
    server.events.removeAllListeners();
    expect(requested.filter((text) => !reads.some((read) => text.startsWith(read)))).toEqual([]);
  });
});
