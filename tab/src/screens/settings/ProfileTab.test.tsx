import { act, screen, waitFor, within } from '@testing-library/react';
import '@testing-library/jest-dom';
import { me } from '../../testing/testDataBuildersAndClock.ts';
import { boxOf, select } from '../../testing/domQueries.ts';
import { renderApp } from '../../testing/renderApp.tsx';
import { answering, refusal, server } from '../../testing/mockServer.ts';

const profile = { firstName: 'Alex', lastName: 'Wilber', email: 'alex@rollcall.test', PhotoUrl: null };
const saved: unknown[] = [];

beforeEach(() => {
  saved.length = 0;
  server.use(
    answering('post', '/api/user/profile', () => profile),
    answering('post', '/api/user/profileupdate', ({ body }) => {
      saved.push(body);
      return { ...(body as object), id: me.id, email: profile.email };
    }),
  );
});

const first = () => screen.findByRole('textbox', { name: 'First name' });
const update = () => screen.getByRole('button', { name: 'Update' });

it('shows the reader’s account and saves their names', async () => {
  const { user } = renderApp('/settings');
  expect(await first()).toHaveValue('Alex');
  expect(screen.getByRole('textbox', { name: 'Email' })).toHaveAttribute('readonly');
  expect(screen.getByRole('tab', { name: 'Profile' })).toHaveAttribute('aria-selected', 'true');
  await user.clear(await first());
  await user.type(await first(), '  Sascha ');
  expect(screen.getByText('Not saved yet')).toBeVisible();
  await user.click(update());
  expect(await screen.findByText('Your profile has been updated.')).toBeVisible();
  expect(saved).toEqual([{ firstName: 'Sascha', lastName: 'Wilber' }]);
  expect(screen.queryByText('Not saved yet')).not.toBeInTheDocument();
});

it('marks the address as fixed: a lock, another fill than a field to type in, and the reason', async () => {
  renderApp('/settings');
  const typed = boxOf(await first());
  const email = screen.getByRole('textbox', { name: 'Email' });
  expect(email).toHaveAccessibleDescription('You sign in with it, so it cannot be changed here.');
  expect(select(boxOf(email), 'svg')).toHaveLength(1);
  expect(select(typed, 'svg')).toEqual([]);
  expect(boxOf(email).className).not.toBe(typed.className);
});

it('shows what is missing before anything is sent', async () => {
  const { user } = renderApp('/settings');
  await user.clear(await first());
  await user.clear(screen.getByRole('textbox', { name: 'Last name' }));
  await user.click(update());
  expect(screen.getByText('Please provide First Name!')).toBeVisible();
  expect(screen.getByText('Please provide Last Name!')).toBeVisible();
  expect(await first()).toHaveFocus();
  expect(saved).toEqual([]);
});

it('keeps what was typed when saving fails, and when the reader opens another tab', async () => {
  server.use(answering('post', '/api/user/profileupdate', () => refusal(503, 'UNAVAILABLE', 'The service is busy.')));
  const { user, address } = renderApp('/settings');
  await user.type(await first(), 'andra');
  await user.click(update());
  expect(await screen.findByRole('alert')).toHaveTextContent('The service is busy.');
  await user.click(screen.getByRole('tab', { name: 'Change Password' }));
  expect(address()).toBe('/settings?tab=password');
  await user.click(screen.getByRole('tab', { name: 'Profile' }));
  expect(await first()).toHaveValue('Alexandra');
  await user.click(screen.getByRole('button', { name: 'Discard' }));
  expect(await first()).toHaveValue('Alex');
});

it('gives back what was typed after signing in again', async () => {
  const { user, services, visit } = renderApp('/settings');
  await user.type(await first(), 'andra');
  const before = services.api.session.state();
  act(() => {
    services.api.session.expire();
  });
  expect(await screen.findByRole('button', { name: 'Sign in' })).toBeVisible();
  if (before.status !== 'signedIn') throw new Error('no person is signed in');
  const { token, email, memberId, orgId } = before;
  act(() => {
    services.api.session.signedIn(
      { token, refreshToken: 'r', warnings: [], memberId, orgId } as Parameters<
        typeof services.api.session.signedIn
      >[0],
      email,
    );
  });
  await visit('/settings');
  expect(await first()).toHaveValue('Alexandra');
});

it('shows why it cannot be loaded, and offers a retry', async () => {
  server.use(answering('post', '/api/user/profile', () => refusal(500, 'INTERNAL', '')));
  const { user } = renderApp('/settings');
  expect(await screen.findByText(/^There are some issues processing your request/)).toBeVisible();
  server.use(answering('post', '/api/user/profile', () => profile));
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await first()).toHaveValue('Alex');
});

it('shows a person without a team no organisation, and explains how to join one', async () => {
  server.use(
    answering('get', '/api/team/list', () => []),
    answering('get', '/api/auth/getuserdetails', () => ({ ...me, role: 'user' })),
  );
  renderApp('/settings?tab=organization');
  const tab = await screen.findByRole('tab', { name: 'Organization' });
  await waitFor(() => {
    expect(tab).toBeDisabled();
  });
  expect(await screen.findByText(/^The Organization tab opens once you are in a connected team\./)).toBeVisible();
  expect(screen.getByRole('link', { name: 'How to connect a team' })).toHaveAttribute('href', '/teams/setup');
  expect(await first()).toBeVisible();
});

describe('leaving with an unsaved change', () => {
  const question = () => screen.findByRole('alertdialog', { name: 'Leave without saving?' });
  const toReports = () => screen.getByRole('link', { name: 'Reports' });

  it('asks first, and keeps the form of a reader who stays', async () => {
    const { user, address } = renderApp('/settings');
    await user.type(await first(), 'andra');
    await user.click(toReports());
    await user.click(within(await question()).getByRole('button', { name: 'Cancel' }));
    expect(address()).toBe('/settings');
    expect(await first()).toHaveValue('Alexandra');
  });

  it('drops the change of a reader who leaves', async () => {
    const { user, address, visit } = renderApp('/settings');
    await user.type(await first(), 'andra');
    await user.click(toReports());
    await user.click(await screen.findByRole('button', { name: 'Yes, Leave' }));
    await waitFor(() => {
      expect(address()).toBe('/reports');
    });
    // The form stays on the page until the next screen has loaded, so the test waits until the form has left.
    await waitFor(() => {
      expect(screen.queryByRole('textbox', { name: 'First name' })).toBeNull();
    });
    await visit('/settings');
    expect(await first()).toHaveValue('Alex');
  });

  it('asks also when the change waits in another tab', async () => {
    const { user } = renderApp('/settings');
    await user.type(await first(), 'andra');
    await user.click(screen.getByRole('tab', { name: 'Security' }));
    await user.click(toReports());
    expect(await question()).toBeVisible();
  });

  it('asks nothing once the typed text is the saved text again', async () => {
    const { user, address } = renderApp('/settings');
    await user.type(await first(), 'x{Backspace}');
    await user.click(toReports());
    await waitFor(() => {
      expect(address()).toBe('/reports');
    });
  });

  it('asks before a page with a change is closed or reloaded', async () => {
    const { user } = renderApp('/settings');
    const isAsking = (): boolean => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
    await first();
    expect(isAsking()).toBe(false);
    await user.type(await first(), 'andra');
    expect(isAsking()).toBe(true);
  });

  it('asks about a typed password, which is kept nowhere, also before another tab', async () => {
    server.use(answering('get', '/api/auth/getuserdetails', () => ({ ...me, hasPassword: true })));
    const { user, address } = renderApp('/settings?tab=password');
    await user.type(await screen.findByLabelText('Old Password'), 'secret');
    await user.click(screen.getByRole('tab', { name: 'Profile' }));
    await user.click(within(await question()).getByRole('button', { name: 'Cancel' }));
    expect(screen.getByLabelText('Old Password')).toHaveValue('secret');
    await user.click(screen.getByRole('tab', { name: 'Profile' }));
    await user.click(await screen.findByRole('button', { name: 'Yes, Leave' }));
    await waitFor(() => {
      expect(address()).toBe('/settings');
    });
  });
});
