import { screen, waitFor } from '@testing-library/react';
import '@testing-library/jest-dom';
import type { Session } from '#contracts/identity/sessionAndUserDetailsCalls.ts';
import { memoryStorage } from '../../api/client/safeBrowserStorage.ts';
import { aSession, aToken, now } from '../../testing/testDataBuildersAndClock.ts';
import { renderApp, signedInStorage } from '../../testing/renderApp.tsx';
import { answering, refusal, server } from '../../testing/mockServer.ts';

const open = (path = '/login') => renderApp(path, { storage: memoryStorage() });
type View = ReturnType<typeof renderApp>;

const fill = async ({ user }: View, email = 'alex@rollcall.test', password = 'Rollcall-demo-1'): Promise<void> => {
  if (email !== '') await user.type(await screen.findByLabelText('Email'), email);
  if (password !== '') await user.type(screen.getByLabelText('Password'), password);
  await user.click(screen.getByRole('button', { name: 'Sign in' }));
};

const accepting = (session: Session = aSession()): void => {
  server.use(answering('post', '/api/account/login', () => session));
};

describe('signing in', () => {
  it('sends email and password, without a token, and opens the start page', async () => {
    const bodies: unknown[] = [];
    server.use(
      answering('post', '/api/account/login', ({ body, authorization }) => {
        bodies.push([body, authorization]);
        return aSession();
      }),
    );
    const view = open();
    await fill(view);
    await screen.findByRole('heading', { level: 1, name: /20 November 2026/ });
    expect(view.address()).toBe('/');
    expect(bodies).toEqual([[{ email: 'alex@rollcall.test', password: 'Rollcall-demo-1' }, null]]);
    expect(view.storage.get('HRA.USER.TOKEN')).toBe(aSession().token);
  });

  it('opens the page the reader came from', async () => {
    accepting();
    const view = open('/login?redirectUrl=%2Fhome%3Fdate%3D2026-11-18');
    await fill(view);
    await screen.findByRole('heading', { name: /18 November 2026/ });
    expect(view.address()).toBe('/home?date=2026-11-18');
  });

  it.each(['//evil.com', 'https://evil.com', '/%5Cevil.com', '/login', '/a&redirectUrl=//evil.com'])(
    'goes to the start page instead of to %s',
    async (target) => {
      accepting();
      const view = open(`/login?redirectUrl=${target}`);
      await fill(view);
      await screen.findByRole('heading', { level: 1, name: /20 November 2026/ });
      expect(view.address()).toBe('/');
    },
  );

  it('leads a person without a team to the setup guide', async () => {
    accepting(aSession({ memberId: null }));
    const view = open('/login?redirectUrl=/home');
    await fill(view);
    expect(await screen.findByRole('heading', { name: 'Connect with Microsoft Teams' })).toBeVisible();
    expect(view.address()).toBe('/teams/setup');
  });

  it('leads a person without a team back to the connection page they came from', async () => {
    accepting(aSession({ memberId: null }));
    const view = open('/login?redirectUrl=/settings/connect');
    await fill(view);
    expect(await screen.findByRole('heading', { name: 'Connect with a code' })).toBeVisible();
    expect(view.address()).toBe('/settings/connect');
  });

  it('leads to payment when the trial is over, whatever page was requested', async () => {
    accepting(aSession({ memberId: null, warnings: ['ORG_TRIAL_ENDED'] }));
    const view = open('/login?redirectUrl=/home');
    await fill(view);
    expect(await screen.findByRole('heading', { name: 'Your trial has ended' })).toBeVisible();
    expect(view.address()).toBe('/payment/add');
  });

  it('redirects a signed-in person', async () => {
    const view = renderApp('/login?redirectUrl=/home', { storage: signedInStorage() });
    await screen.findByRole('heading', { name: /20 November 2026/ });
    expect(view.address()).toBe('/home');
  });
});

describe('a sign-in that fails', () => {
  it.each([
    ['', '', 'Email', 'Please enter a valid email address.'],
    ['alex', 'Rollcall-demo-1', 'Email', 'Please enter a valid email address.'],
    ['alex@rollcall.test', '', 'Password', 'Please enter your password.'],
  ])('goes to the first wrong field of %j and %j', async (email, password, label, message) => {
    const view = open();
    await screen.findByLabelText('Email');
    await fill(view, email, password);
    expect(screen.getByLabelText(label)).toHaveFocus();
    expect(screen.getByLabelText(label)).toHaveAccessibleDescription(message);
  });

  it('shows the reason and keeps the typed text', async () => {
    server.use(
      answering('post', '/api/account/login', () =>
        refusal(401, 'INVALID_CREDENTIALS', 'Email or password is not right.'),
      ),
    );
    const view = open();
    await fill(view);
    expect(await screen.findByRole('alert')).toHaveTextContent('Email or password is not right.');
    expect(screen.getByLabelText('Email')).toHaveValue('alex@rollcall.test');
    expect(screen.getByLabelText('Password')).toHaveValue('Rollcall-demo-1');
    expect(view.services.api.session.attempt()).toMatchObject({
      status: 'failed',
      error: { code: 'INVALID_CREDENTIALS' },
    });
  });

  it('shows a message when the service cannot be reached', async () => {
    server.use(answering('post', '/api/account/login', () => Response.error()));
    await fill(open());
    expect(await screen.findByRole('alert')).toHaveTextContent(
      'The service cannot be reached. Please check your connection.',
    );
  });

  it('shows the general message when the answer is malformed', async () => {
    server.use(answering('post', '/api/account/login', () => new Response('oops', { status: 500 })));
    await fill(open());
    expect(await screen.findByRole('alert')).toHaveTextContent(
      'There are some issues processing your request. Please try again.',
    );
  });

  it.each([
    ['', 'x', 'Please enter a valid email address.'],
    ['alex', 'x', 'Please enter a valid email address.'],
    ['alex@rollcall.test', '', 'Please enter your password.'],
  ])('names the missing field before it calls: %j %j', async (email, password, message) => {
    // The fake server has no handler for a sign-in, so a call would fail the test.
    const view = open();
    await screen.findByLabelText('Email');
    await fill(view, email, password);
    expect(await screen.findByText(message)).toBeVisible();
  });
});

describe('a session that ends', () => {
  it('leads to the sign-in page and back', async () => {
    const view = renderApp('/home?date=2026-11-18', { storage: signedInStorage(aToken(0)) });
    expect(await screen.findByText('Your session has ended. Please sign in again.')).toBeVisible();
    expect(view.address()).toBe('/login?redirectUrl=%2Fhome%3Fdate%3D2026-11-18');
    accepting();
    expect(screen.getByLabelText('Email')).toHaveValue('alex@rollcall.test');
    await fill(view, '');
    await screen.findByRole('heading', { name: /18 November 2026/ });
  });

  it('is not ended by an expired token: the token is refreshed, and the page is shown', async () => {
    const storage = signedInStorage(aToken(now - 1));
    storage.set('HRA.USER.REFRESH.TOKEN', 'refresh-0');
    server.use(answering('post', '/api/account/refreshtoken', () => aSession({ refreshToken: 'refresh-1' })));
    const view = renderApp('/home?date=2026-11-18', { storage });
    await screen.findByRole('heading', { name: /18 November 2026/ });
    expect(view.address()).toBe('/home?date=2026-11-18');
    expect(storage.get('HRA.USER.REFRESH.TOKEN')).toBe('refresh-1');
  });

  it('is ended by logout, on the server too, with no data left', async () => {
    const bodies: unknown[] = [];
    server.use(
      answering('post', '/api/auth/logout', ({ body, authorization }) => {
        bodies.push([body, authorization]);
        return true;
      }),
    );
    const storage = signedInStorage();
    storage.set('HRA.USER.REFRESH.TOKEN', 'refresh-0');
    const view = renderApp('/', { storage });
    await screen.findByRole('heading', { level: 1, name: /20 November 2026/ });
    await view.user.click(screen.getByRole('link', { name: 'Logout' }));
    expect(await screen.findByLabelText('Email')).toBeVisible();
    expect(view.address()).toBe('/login');
    expect(view.storage.get('HRA.USER.TOKEN')).toBeNull();
    expect(view.storage.get('HRA.USER.REFRESH.TOKEN')).toBeNull();
    await waitFor(() => {
      expect(bodies).toEqual([[{ refreshToken: 'refresh-0' }, null]]);
    });
  });
});

it('shows the password that is typed while the reader asks for it', async () => {
  const { user } = open();
  const password = await screen.findByLabelText('Password');
  expect(password).toHaveAttribute('type', 'password');
  await user.click(screen.getByRole('button', { name: 'Show password' }));
  expect(password).toHaveAttribute('type', 'text');
});

it('hands the typed address on to the page for a forgotten password', async () => {
  const { user } = open();
  await user.type(await screen.findByLabelText('Email'), 'alex@rollcall.test');
  await user.click(screen.getByRole('link', { name: 'Forgot your password' }));
  expect(await screen.findByRole('heading', { level: 1, name: 'Forgot your password' })).toBeVisible();
  expect(screen.getByLabelText('Email')).toHaveValue('alex@rollcall.test');
});
