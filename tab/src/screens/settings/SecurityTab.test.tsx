import { screen, waitFor, within } from '@testing-library/react';
import '@testing-library/jest-dom';
import { me, ulid } from '../../testing/builders.ts';
import { renderApp } from '../../testing/renderApp.tsx';
import { answering, refusal, server } from '../../testing/server.ts';

const path = '/settings?tab=security';
const account = (name: string) => ({
  ...{ id: ulid(name), firstName: name, lastName: 'Moreau', email: `${name.toLowerCase()}@rollcall.test` },
  ...{ role: 'user', memberId: null, isConfirmed: true, orgId: ulid('org'), orgName: 'Contoso' },
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
  await user.click(await screen.findByRole('button', { name: 'Go on' }));
  expect(screen.getByText('Please enter your password.')).toBeVisible();
  await user.type(screen.getByLabelText('Your password'), 'open sesame');
  await user.click(screen.getByRole('button', { name: 'Go on' }));
  expect(await screen.findByText('JBSWY3DP')).toBeVisible();
  expect(screen.getByRole('textbox', { name: 'Code' })).toHaveFocus();
  await user.type(screen.getByRole('textbox', { name: 'Code' }), '123456');
  await user.click(screen.getByRole('button', { name: 'Turn on' }));
  expect(await screen.findByText('AAAA-1111')).toBeVisible();
  expect(screen.getByRole('heading', { name: 'Your recovery codes' })).toHaveFocus();
  await user.click(screen.getByRole('button', { name: 'I have kept them' }));
  expect(await screen.findByRole('button', { name: 'Turn off' })).toBeVisible();
  expect(screen.queryByText('AAAA-1111')).not.toBeInTheDocument();
  expect(sent).toEqual([{ password: 'open sesame' }, { code: '123456' }]);
});

it('says at the field that the password or the code is wrong', async () => {
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
      refusal(403, 'FORBIDDEN', 'Your organisation asks for a second factor, so it cannot be turned off.'),
    ),
  );
  const { user } = renderApp(path);
  await user.click(await screen.findByRole('button', { name: 'Turn off' }));
  await user.type(screen.getByLabelText('Your password'), 'open sesame');
  await user.type(screen.getByRole('textbox', { name: 'Code of the app, or a recovery code' }), '123456');
  await user.click(screen.getByRole('button', { name: 'Turn off' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('Your organisation asks for a second factor');
  server.use(answering('post', '/api/auth/totp/disable', () => true));
  await user.click(screen.getByRole('button', { name: 'Turn off' }));
  expect(await screen.findByText('Two-step sign-in is off.')).toBeVisible();
  expect(await screen.findByRole('button', { name: 'Turn on' })).toBeVisible();
});

it('lets an admin take it away from somebody else who lost it, after a question', async () => {
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
  await user.type(screen.getByRole('searchbox', { name: 'Name or e-mail' }), 'bob@');
  await user.click(within(list).getByRole('button', { name: 'Take away the two-step sign-in of Bob Moreau' }));
  const dialog = await screen.findByRole('alertdialog');
  expect(reset).toEqual([]);
  await user.click(within(dialog).getByRole('button', { name: 'Yes, take it away' }));
  expect(await screen.findByText('Bob Moreau can sign in with their password alone now.')).toBeVisible();
  expect(reset).toEqual([{ userId: ulid('Bob') }]);
  await waitFor(() => {
    expect(screen.getByRole('button', { name: /^Take away the two-step sign-in of Bob/ })).toHaveFocus();
  });
});

it('offers nothing of others to who is no admin, nor a second step without a password', async () => {
  server.use(answering('get', '/api/auth/getuserdetails', () => ({ ...me, role: 'user', hasPassword: false })));
  renderApp(path);
  expect(await screen.findByText(/^You sign in with Microsoft, which asks/)).toBeVisible();
  expect(screen.queryByRole('heading', { name: 'Somebody lost their phone' })).not.toBeInTheDocument();
});
