import { screen, waitFor, within } from '@testing-library/react';
import '@testing-library/jest-dom';
import { aSession, me, ulid } from '../../../testing/testDataBuildersAndClock.ts';
import { renderApp } from '../../../testing/renderApp.tsx';
import { answering, refusal, server } from '../../../testing/mockServer.ts';

const path = '/settings?tab=security';
const account = (name: string) => ({
  ...{ id: ulid(name), firstName: name, lastName: 'Moreau', email: `${name.toLowerCase()}@rollcall.test` },
  ...{ role: 'user', memberId: null, isConfirmed: true, hasSecondFactor: true, orgId: ulid('org'), orgName: 'Contoso' },
});

beforeEach(() => {
  server.use(
    answering('get', '/api/user/list', () => ({
      items: [{ ...account('Alex'), id: me.id }, account('Ann'), account('Bob')],
      next: null,
    })),
  );
});

it('turns the second step on: password, key, code, and the recovery codes once', async () => {
  const sent: unknown[] = [];
  server.use(
    answering('post', '/api/auth/totp/begin', ({ body }) => {
      sent.push(body);
      return { secret: 'JBSWY3DP', uri: 'otpauth://totp/x?secret=JBSWY3DP' };
    }),
    answering('post', '/api/auth/totp/confirm', ({ body }) => {
      sent.push(body);
      return { recoveryCodes: ['AAAA-1111', 'BBBB-2222'], session: null };
    }),
  );
  const { user } = renderApp(path);
  await user.click(await screen.findByRole('button', { name: 'Turn on' }));
  await user.click(await screen.findByRole('button', { name: 'Continue' }));
  expect(screen.getByText('Please enter your password.')).toBeVisible();
  await user.type(screen.getByLabelText('Your password'), 'open sesame');
  await user.click(screen.getByRole('button', { name: 'Continue' }));
  expect(await screen.findByText('JBSWY3DP')).toBeVisible();
  expect(screen.getByRole('textbox', { name: 'Code' })).toHaveFocus();
  await user.type(screen.getByRole('textbox', { name: 'Code' }), '123456');
  await user.click(screen.getByRole('button', { name: 'Turn on' }));
  expect(await screen.findByText('AAAA-1111')).toBeVisible();
  expect(screen.getByRole('heading', { name: 'Your recovery codes' })).toHaveFocus();
  await user.click(screen.getByRole('button', { name: 'I have saved the codes' }));
  expect(await screen.findByRole('button', { name: 'Turn off' })).toBeVisible();
  expect(screen.queryByText('AAAA-1111')).not.toBeInTheDocument();
  expect(sent).toEqual([{ password: 'open sesame' }, { code: '123456' }]);
});

it('shows that the second step is on when the reply to the code was lost', async () => {
  let hasSecondFactor = false;
  server.use(
    answering('get', '/api/auth/getuserdetails', () => ({ ...me, hasSecondFactor })),
    answering('post', '/api/auth/totp/begin', () => ({ secret: 'JBSWY3DP', uri: 'otpauth://totp/x?secret=JBSWY3DP' })),
    answering('post', '/api/auth/totp/confirm', () => {
      hasSecondFactor = true;
      return Response.error();
    }),
  );
  const { user } = renderApp(path);
  await user.click(await screen.findByRole('button', { name: 'Turn on' }));
  await user.type(await screen.findByLabelText('Your password'), 'open sesame{Enter}');
  await user.type(await screen.findByRole('textbox', { name: 'Code' }), '123456{Enter}');
  expect(await screen.findByRole('button', { name: 'Turn off' })).toBeVisible();
});

it('shows at the field that the password or the code is wrong', async () => {
  server.use(
    answering('post', '/api/auth/totp/begin', () => refusal(400, 'INVALID_INPUT', 'Your password is not right.')),
  );
  const { user } = renderApp(path);
  await user.click(await screen.findByRole('button', { name: 'Turn on' }));
  await user.type(await screen.findByLabelText('Your password'), 'wrong{Enter}');
  await waitFor(() => {
    expect(screen.getByLabelText('Your password')).toHaveAccessibleDescription('Your password is not right.');
  });
});

it('is turned off with password and code, unless the organisation wants it', async () => {
  server.use(
    answering('get', '/api/auth/getuserdetails', () => ({ ...me, hasSecondFactor: true })),
    answering('post', '/api/auth/totp/disable', () =>
      refusal(403, 'FORBIDDEN', 'Your organization asks for a second factor, so it cannot be turned off.'),
    ),
  );
  const { user } = renderApp(path);
  await user.click(await screen.findByRole('button', { name: 'Turn off' }));
  await user.type(screen.getByLabelText('Your password'), 'open sesame');
  await user.type(screen.getByRole('textbox', { name: 'Code of the app, or a recovery code' }), '123456');
  await user.click(screen.getByRole('button', { name: 'Turn off' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('Your organization asks for a second factor');
  server.use(answering('post', '/api/auth/totp/disable', () => true));
  await user.click(screen.getByRole('button', { name: 'Turn off' }));
  expect(await screen.findByText('Two-step sign-in is off.')).toBeVisible();
  expect(await screen.findByRole('button', { name: 'Turn on' })).toBeVisible();
});

it('lets an admin take it away from another person who lost it, after a question', async () => {
  const reset: unknown[] = [];
  server.use(
    answering('post', '/api/auth/totp/reset', ({ body }) => {
      reset.push(body);
      return { id: ulid('Bob') };
    }),
  );
  const { user } = renderApp(path);
  const list = await screen.findByRole('list', { name: 'Accounts' });
  expect(within(list).getAllByRole('listitem')).toHaveLength(2);
  await user.type(screen.getByRole('searchbox', { name: 'Name or email' }), 'bob@');
  await user.click(within(list).getByRole('button', { name: 'Remove the two-step sign-in of Bob Moreau' }));
  const dialog = await screen.findByRole('alertdialog');
  expect(reset).toEqual([]);
  await user.click(within(dialog).getByRole('button', { name: 'Yes, remove it' }));
  expect(await screen.findByText('Bob Moreau can sign in with their password alone now.')).toBeVisible();
  expect(reset).toEqual([{ userId: ulid('Bob') }]);
  // The list contains only accounts with a second factor, and Bob has none now.
  expect(screen.queryByRole('button', { name: /^Remove the two-step sign-in of Bob/ })).not.toBeInTheDocument();
});

it('lists only accounts with two-step sign-in for taking it away', async () => {
  server.use(
    answering('get', '/api/user/list', () => ({ items: [{ ...account('Ann'), hasSecondFactor: false }], next: null })),
  );
  renderApp(path);
  expect(await screen.findByText('Nobody else uses two-step sign-in.')).toBeVisible();
  expect(screen.queryByRole('list', { name: 'Accounts' })).not.toBeInTheDocument();
});

it('shows nothing about other people to a person who is no admin, and no second factor without a password', async () => {
  server.use(answering('get', '/api/auth/getuserdetails', () => ({ ...me, role: 'user', hasPassword: false })));
  renderApp(path);
  expect(await screen.findByText(/^You sign in with Microsoft, which asks/)).toBeVisible();
  expect(screen.queryByRole('heading', { name: 'A person lost their phone' })).not.toBeInTheDocument();
});

describe('the list of sign-in methods', () => {
  const joined = { memberId: ulid('ann'), name: 'Ann', organisation: 'Evil Ltd', joinedAt: '2026-11-19T08:00:00.000Z' };
  const vouched = { memberId: ulid('alex'), name: 'Alex', organisation: 'Contoso', joinedAt: null };
  const methods = (microsoft: readonly object[]) =>
    answering('get', '/api/user/signinmethods', () => ({
      passwordSince: '2026-10-01T08:00:00.000Z',
      microsoft: [...microsoft],
    }));
  const removeButton = { name: 'Remove the Microsoft account of Ann, Evil Ltd' };

  it('names the sign-in methods, and offers to remove only the joined ones', async () => {
    server.use(methods([joined, vouched]));
    renderApp(path);
    const list = await screen.findByRole('list', { name: 'Sign-in methods' });
    const items = within(list).getAllByRole('listitem');
    expect(items).toHaveLength(3);
    expect(items[0]).toHaveTextContent('Password, set on');
    expect(items[1]).toHaveTextContent('Gives access to your whole account. Linked on');
    expect(items[2]).toHaveTextContent('Gives access only to Contoso');
    expect(within(list).getAllByRole('button')).toEqual([within(list).getByRole('button', removeButton)]);
  });

  it('shows that no Microsoft account is there, and why the list did not load', async () => {
    const view = renderApp(path);
    expect(await screen.findByText('No Microsoft account signs in to your account.')).toBeVisible();
    view.unmount();
    server.use(answering('get', '/api/user/signinmethods', () => refusal(500, 'INTERNAL', 'No list today.')));
    renderApp(path);
    expect(await screen.findByText('No list today.')).toBeVisible();
  });

  it('asks before it removes, asks who the reader is, and shows the rest', async () => {
    let isFresh = false;
    server.use(
      methods([joined]),
      answering('post', '/api/account/login', () => {
        isFresh = true;
        return aSession();
      }),
      answering('post', '/api/user/signinmethods/remove', ({ body }) => {
        if (!isFresh) return refusal(403, 'REAUTH', 'Please sign in again to do this.');
        expect(body).toEqual({ memberId: joined.memberId });
        server.use(methods([]));
        return { memberId: joined.memberId, isSignedOut: false };
      }),
    );
    const { user } = renderApp(path);
    await user.click(await screen.findByRole('button', removeButton));
    const dialog = await screen.findByRole('alertdialog');
    await user.click(within(dialog).getByRole('button', { name: 'Yes, remove it' }));
    await user.type(await within(dialog).findByLabelText('Your password'), 'open sesame{Enter}');
    expect(await screen.findByText('The Microsoft account is removed.')).toBeVisible();
    expect(await screen.findByText('No Microsoft account signs in to your account.')).toBeVisible();
  });

  it('signs the reader out when it removed the account they had signed in with', async () => {
    server.use(
      methods([joined]),
      answering('post', '/api/user/signinmethods/remove', () => ({ memberId: joined.memberId, isSignedOut: true })),
    );
    const { user, address } = renderApp(path);
    await user.click(await screen.findByRole('button', removeButton));
    await user.click(await screen.findByRole('button', { name: 'Yes, remove it' }));
    await waitFor(() => {
      expect(address()).toBe('/login');
    });
  });
});

it('asks for a fresh sign-in before it joins a Microsoft account', async () => {
  let isFresh = false;
  const leaveFor = jest.fn();
  server.use(
    answering('get', '/api/v1/userlogin/options', () => ({ microsoft: true, teams: true })),
    answering('post', '/api/account/login', () => {
      isFresh = true;
      return aSession();
    }),
    answering('get', '/api/v1/userlogin/redirectUrl', () =>
      isFresh
        ? { url: 'https://login.microsoftonline.com/x' }
        : refusal(403, 'REAUTH', 'Please sign in again to do this.'),
    ),
  );
  const { user } = renderApp(path, { leaveFor });
  await user.click(await screen.findByRole('button', { name: 'Link my Microsoft account' }));
  await user.type(await screen.findByLabelText('Your password'), 'open sesame{Enter}');
  await waitFor(() => {
    expect(leaveFor).toHaveBeenCalledWith('https://login.microsoftonline.com/x');
  });
});
