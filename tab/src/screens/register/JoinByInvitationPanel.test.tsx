import { screen, waitFor } from '@testing-library/react';
import '@testing-library/jest-dom';
import { storageKeys } from '#contracts/core/limitsAndProductConstants.ts';
import { aToken, now, ulid } from '../../testing/testDataBuildersAndClock.ts';
import { named } from '../../testing/domQueries.ts';
import { renderApp, signedInStorage } from '../../testing/renderApp.tsx';
import { answering, refusal, server } from '../../testing/mockServer.ts';
import { open, id, code, bob, typed, fill } from '../../testing/openAndFillRegistration.ts';

describe('an invitation', () => {
  const member = { id: bob, name: 'Bob van Ray', email: 'bob@example.test', orgName: 'Contoso', isEmailProven: true };

  it('finds the invitation by its code and fills in the form; its own address needs no email', async () => {
    const calls: unknown[] = [];
    server.use(
      answering('get', '/api/member/getMember/:id', ({ url, params }) => {
        calls.push([params['id'], url.searchParams.get('code')]);
        return member;
      }),
      answering('post', '/api/account/register', ({ body }) => {
        calls.push(body);
        return id;
      }),
    );
    const view = open(`/register/${bob}?code=${code}`);
    expect(await screen.findByRole('heading', { name: 'Join Contoso' })).toBeVisible();
    expect(screen.queryByLabelText('Organization name')).not.toBeInTheDocument();
    // An invited member does not pay, so the page has no link to the prices.
    expect(screen.queryByRole('link', { name: 'Price and billing' })).not.toBeInTheDocument();
    await fill(view, { Password: typed.Password });
    expect(await screen.findByRole('heading', { name: 'You have joined Contoso' })).toBeVisible();
    await waitFor(() => {
      expect(document.title).toBe('You have joined Contoso – Rollcall');
    });
    expect(calls).toEqual([
      [bob, code],
      {
        firstName: 'Bob van',
        lastName: 'Ray',
        email: 'bob@example.test',
        password: typed.Password,
        memberId: bob,
        code,
      },
    ]);
  });

  it('shows that another address has to be confirmed', async () => {
    server.use(
      answering('get', '/api/member/getMember/:id', () => member),
      answering('post', '/api/account/register', () => id),
    );
    const view = open(`/register/${bob}?code=${code}`);
    await fill(view, { Email: 'bob@home.test', Password: typed.Password });
    expect(await screen.findByText(named(/We have sent a link to bob@home.test/))).toHaveTextContent(
      'Open it to confirm the address and to join Contoso, then sign in.',
    );
    await waitFor(() => {
      expect(document.title).toBe('Check your email – Rollcall');
    });
  });

  it('leads a person with an account to the sign-in page, and back', async () => {
    server.use(answering('get', '/api/member/getMember/:id', () => member));
    open(`/register/${bob}?code=${code}`);
    const link = await screen.findByRole('link', { name: 'Sign in' });
    const back = encodeURIComponent(`/register/${bob}?code=${code}`);
    expect(link).toHaveAttribute('href', `/login?redirectUrl=${back}`);
  });

  const existing = aToken(now + 1_200_000);
  const signedIn = () => {
    const calls: unknown[] = [];
    server.use(
      answering('get', '/api/member/getMember/:id', () => member),
      answering('post', '/api/member/join', ({ body }) => {
        calls.push(['join', body]);
        return { orgId: ulid('contoso') };
      }),
      answering('post', '/api/auth/switch/:orgId', ({ params }) => {
        calls.push(['switch', params['orgId']]);
        return { token: existing, warnings: [], memberId: bob, orgId: ulid('contoso') };
      }),
    );
    const storage = signedInStorage();
    storage.set(storageKeys.refreshToken, 'mine');
    return { calls, view: renderApp(`/register/${bob}?code=${code}`, { storage }) };
  };

  it('can be taken with the signed-in account, and leads into its organisation', async () => {
    const { calls, view } = signedIn();
    expect(await screen.findByText(named(/You are signed in as alex@rollcall.test/))).toBeVisible();
    expect(screen.queryByLabelText('Password')).not.toBeInTheDocument();
    await view.user.click(screen.getByRole('button', { name: 'Join with this account' }));
    await waitFor(() => {
      expect(view.address()).toBe('/');
    });
    expect(calls).toEqual([
      ['join', { memberId: bob, code }],
      ['switch', ulid('contoso')],
    ]);
    expect(view.storage.get(storageKeys.token)).toBe(existing);
    expect(view.storage.get(storageKeys.refreshToken)).toBe('mine');
  });

  it('that cannot be taken with this account shows why', async () => {
    const { view } = signedIn();
    const sentence = 'Your account belongs to another member of this organization already.';
    server.use(answering('post', '/api/member/join', () => refusal(409, 'CONFLICT', sentence)));
    await view.user.click(await screen.findByRole('button', { name: 'Join with this account' }));
    expect(await screen.findByRole('alert')).toHaveTextContent(sentence);
    expect(view.address()).toBe(`/register/${bob}?code=${code}`);
  });

  it('can be taken with another account: signing out shows the form', async () => {
    const { view } = signedIn();
    server.use(answering('post', '/api/auth/logout', () => true));
    await view.user.click(await screen.findByRole('button', { name: 'Use another account' }));
    expect(await screen.findByLabelText('Password')).toBeVisible();
  });

  it('of a person who has an account leads to signing in', async () => {
    server.use(
      answering('get', '/api/member/getMember/:id', () =>
        refusal(409, 'USER_ALREADY_REGISTERED', 'You are already registered.'),
      ),
    );
    const view = open(`/register/${bob}`);
    expect(await screen.findByRole('heading', { name: 'You are already registered' })).toBeVisible();
    expect(view.address()).toBe('/register/existing-user');
    await view.user.click(screen.getByRole('button', { name: 'Sign in' }));
    expect(view.address()).toBe('/login');
  });

  it.each([
    [404, 'NOT_FOUND', 'It may have expired or been used. Please ask the person who invited you for a new one.'],
    [400, 'INVALID_INPUT', 'It may have expired or been used. Please ask the person who invited you for a new one.'],
    [503, 'UNAVAILABLE', 'The service is busy at the moment.'],
  ])('that is invalid (%s %s) shows a message', async (status, errorCode, message) => {
    server.use(
      answering('get', '/api/member/getMember/:id', () =>
        refusal(status, errorCode, 'The service is busy at the moment.'),
      ),
    );
    open(`/register/${bob}?code=${code}`);
    expect(await screen.findByRole('alert')).toHaveTextContent(message);
    expect(screen.getByRole('link', { name: 'Sign in' })).toHaveAttribute('href', '/login');
  });
});
