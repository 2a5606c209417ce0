import { screen, waitFor } from '@testing-library/react';
import '@testing-library/jest-dom';
import { storageKeys } from '#contracts/core/limitsAndProductConstants.ts';
import { aSession, aToken, me, now } from '../../../testing/testDataBuildersAndClock.ts';
import { renderApp } from '../../../testing/renderApp.tsx';
import { answering, refusal, server } from '../../../testing/mockServer.ts';

const path = '/settings?tab=password';
const fields = ['Old Password', 'New Password', 'Confirm Password'] as const;
type User = ReturnType<typeof renderApp>['user'];

const fill = async (user: User, ...values: readonly string[]): Promise<void> => {
  for (const [index, label] of fields.entries()) {
    const field = await screen.findByLabelText(label);
    await user.clear(field);
    if (values[index] !== '') await user.type(field, values[index] ?? '');
  }
  await user.click(screen.getByRole('button', { name: 'Change password' }));
};

it('shows the rules before anything is typed', async () => {
  renderApp(path);
  expect(await screen.findByText(/^At least 10 characters/)).toBeVisible();
  expect(screen.getByText('Afterwards you are signed out everywhere but here.')).toBeVisible();
});

it.each([
  [
    ['', '', ''],
    ['Please enter your old password.', 'Please enter your new password.', 'Please repeat your new password.'],
  ],
  [['old', 'short', 'short'], ['Please use at least 10 characters.']],
  [['old', 'a long enough one', 'another one here'], ['Two passwords are inconsistent.']],
] as const)('%j is not sent', async (values, messages) => {
  const sent = jest.fn(() => aSession());
  server.use(answering('post', '/api/user/changePassword', sent));
  const { user } = renderApp(path);
  await fill(user, ...values);
  for (const text of messages) expect(screen.getByText(text)).toBeVisible();
  expect(sent).not.toHaveBeenCalled();
});

it('changes it, continues with the new session and shows that others have ended', async () => {
  const token = aToken(now + 900_000);
  const sent: unknown[] = [];
  server.use(
    answering('post', '/api/user/changePassword', ({ body }) => {
      sent.push(body);
      return aSession({ token, refreshToken: 'fresh' });
    }),
  );
  const { user, storage } = renderApp(path);
  await fill(user, 'the old one', 'four words that fit', 'four words that fit');
  expect(await screen.findByText('Your password is updated.')).toBeVisible();
  expect(screen.getByText(/^You are signed out on every other device/)).toBeVisible();
  expect(sent).toEqual([
    { oldPassword: 'the old one', newPassword: 'four words that fit', passwordConfirmation: 'four words that fit' },
  ]);
  expect([storage.get(storageKeys.token), storage.get(storageKeys.refreshToken)]).toEqual([token, 'fresh']);
  for (const label of fields) expect(screen.getByLabelText(label)).toHaveValue('');
});

it.each([
  [400, 'PASSWORD_WEAK', 'This password is easy to guess.', 'New Password'],
  [400, 'INVALID_INPUT', 'Your old password is not right.', 'Old Password'],
] as const)('shows at the field what is wrong with it: %s %s', async (status, code, sentence, label) => {
  server.use(answering('post', '/api/user/changePassword', () => refusal(status, code, sentence)));
  const { user } = renderApp(path);
  await fill(user, 'the old one', 'four words that fit', 'four words that fit');
  const field = await screen.findByLabelText(label);
  await waitFor(() => {
    expect(field).toHaveAccessibleDescription(sentence);
  });
  expect(field).toHaveFocus();
});

it('offers nothing to a person who signs in with Microsoft alone', async () => {
  server.use(answering('get', '/api/auth/getuserdetails', () => ({ ...me, hasPassword: false })));
  renderApp(path);
  expect(await screen.findByText(/^You sign in with Microsoft, so there is no password/)).toBeVisible();
  expect(screen.queryByLabelText('Old Password')).not.toBeInTheDocument();
});

it('offers to remove joined Microsoft accounts where there are some, and sends it only when chosen', async () => {
  const sent: unknown[] = [];
  const joined = { memberId: me.id, name: 'Ann', organisation: 'Contoso', joinedAt: '2026-11-19T08:00:00.000Z' };
  server.use(
    answering('get', '/api/user/signinmethods', () => ({ passwordSince: null, microsoft: [joined] })),
    answering('post', '/api/user/changePassword', ({ body }) => {
      sent.push(body);
      return aSession();
    }),
  );
  const { user } = renderApp(path);
  await user.click(
    await screen.findByRole('checkbox', { name: 'Remove the Microsoft accounts that are linked to mine' }),
  );
  await fill(user, 'the old one', 'four words that fit', 'four words that fit');
  expect(await screen.findByText('Your password is updated.')).toBeVisible();
  expect(sent).toEqual([expect.objectContaining({ removeIdentities: true })]);
});
