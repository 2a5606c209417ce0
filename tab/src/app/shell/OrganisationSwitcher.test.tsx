import { screen } from '@testing-library/react';
import '@testing-library/jest-dom';
import { storageKeys } from '#contracts/core/limitsAndProductConstants.ts';
import { aSession, me, ulid } from '../../testing/testDataBuildersAndClock.ts';
import { renderApp, signedInStorage } from '../../testing/renderApp.tsx';
import { answering, refusal, server } from '../../testing/mockServer.ts';

const org = (name: string) => ({ id: ulid(name), name, state: 'ACTIVE', role: 'user' });
const mine = (...names: string[]): void => {
  server.use(answering('get', '/api/org/list', () => ({ items: names.map(org), next: null })));
};
const openMenu = async (path = '/timesheet') => {
  const storage = signedInStorage();
  storage.set(storageKeys.refreshToken, 'refresh-0');
  const view = renderApp(path, { storage });
  await view.user.click(await screen.findByRole('button', { name: /^Account of/ }));
  return view;
};

describe('the user menu of a person in several organisations', () => {
  it('moves the session to the chosen one and begins at its dashboard', async () => {
    mine('org', 'Fabrikam');
    let entered = false;
    server.use(
      answering('post', '/api/auth/switch/:orgId', () => {
        entered = true;
        return { ...aSession({ orgId: ulid('Fabrikam') }), refreshToken: undefined };
      }),
      answering('get', '/api/auth/getuserdetails', () =>
        entered ? { ...me, orgId: ulid('Fabrikam'), orgName: 'Fabrikam' } : me,
      ),
    );
    const { user, address, storage } = await openMenu('/reports');
    expect(await screen.findByRole('menuitemradio', { name: 'org' })).toBeChecked();
    await user.click(screen.getByRole('menuitemradio', { name: 'Fabrikam' }));
    expect(await screen.findByText('No report has run today.')).toBeVisible();
    expect(address()).toBe('/');
    expect(JSON.parse(storage.get(storageKeys.userInfo) ?? '{}')).toMatchObject({ orgId: ulid('Fabrikam') });
    expect(storage.get(storageKeys.refreshToken)).toBe('refresh-0');
  });

  it('shows why an organisation rejects this sign-in method, and keeps the page', async () => {
    mine('org', 'Fabrikam');
    const why = 'This organisation accepts only Microsoft sign-in.';
    server.use(answering('post', '/api/auth/switch/:orgId', () => refusal(403, 'FORBIDDEN', why)));
    const { user, address } = await openMenu('/reports');
    await user.click(await screen.findByRole('menuitemradio', { name: 'Fabrikam' }));
    expect(await screen.findByText(why)).toBeVisible();
    expect(address()).toBe('/reports');
  });

  it('offers nothing to a person in a single organisation', async () => {
    mine('org');
    await openMenu('/reports');
    await screen.findByRole('menuitem', { name: 'Logout' });
    expect(screen.queryByRole('menuitemradio')).not.toBeInTheDocument();
  });
});
