import { screen, within } from '@testing-library/react';
import '@testing-library/jest-dom';
import type { Connection } from '#contracts/connect/connectOrgByCode.ts';
import { memoryStorage } from '../../api/client/safeBrowserStorage.ts';
import { me } from '../../testing/testDataBuildersAndClock.ts';
import { fakeTeamsJs } from '../../testing/fakeTeamsJs.ts';
import { renderApp, signedInStorage } from '../../testing/renderApp.tsx';
import { answering, refusal, server } from '../../testing/mockServer.ts';

const found: Connection = {
  isConnected: false,
  tenantId: '1b1b1b1b-0000-4000-8000-000000000001',
  tenantName: 'Platform <b>Team</b>',
  installer: 'Ann Moreau',
  team: 'Platform Team',
  members: 12,
};
const bodies: unknown[] = [];
const connecting = (answer: (body: Record<string, unknown>) => object | Response) =>
  answering('post', '/api/org/connect', ({ body }) => {
    bodies.push(body);
    const answered = answer(body as Record<string, unknown>);
    return answered instanceof Response ? answered : { ...answered };
  });
const connects = ({ confirm }: Record<string, unknown>) => ({ ...found, isConnected: confirm === true });

beforeEach(() => {
  bodies.length = 0;
});

const open = async () => {
  const view = renderApp('/settings/connect');
  await screen.findByRole('heading', { name: 'Connect with a code' });
  return view;
};
type View = Awaited<ReturnType<typeof open>>;
const enterCode = async ({ user }: View, code = 'abcd-efgh-jkmn'): Promise<void> => {
  await user.type(screen.getByLabelText(/^Code/), code);
  await user.click(screen.getByRole('button', { name: 'Continue' }));
};

describe('connecting by code', () => {
  it('shows the connection before it is made', async () => {
    server.use(connecting(connects));
    const view = await open();
    await enterCode(view);
    await screen.findByRole('heading', { name: 'Is this your organization in Microsoft Teams?' });
    expect(bodies).toEqual([{ code: 'abcd-efgh-jkmn' }]);
    for (const fact of [found.tenantId, found.tenantName, 'Ann Moreau', 'Platform Team'])
      expect(screen.getByText(fact)).toBeVisible();
    expect(screen.getByText(/12 people join your organization .* Ann Moreau becomes an admin/)).toBeVisible();
  });

  it('connects after the confirmation, and continues', async () => {
    server.use(connecting(connects));
    const view = await open();
    await enterCode(view);
    await view.user.click(await screen.findByRole('button', { name: 'Connect' }));
    await screen.findByRole('heading', { name: 'You are connected' });
    expect(bodies[1]).toEqual({ code: 'abcd-efgh-jkmn', confirm: true });
    expect(screen.getByRole('status')).toHaveTextContent(
      'Platform Team belongs to your organization now, with 12 people.',
    );
    await view.user.click(screen.getByRole('button', { name: 'Continue' }));
    expect(view.address()).toBe('/');
  });

  it('asks for the password when the sign-in is older than a few minutes', async () => {
    server.use(
      connecting((body) => {
        if (body['confirm'] !== true || body['password'] === 'right') return connects(body);
        if (body['password'] === undefined) return refusal(403, 'REAUTH', 'Please sign in again to do this.');
        return refusal(400, 'INVALID_INPUT', 'This password is not right.');
      }),
    );
    const view = await open();
    await enterCode(view);
    await view.user.click(await screen.findByRole('button', { name: 'Connect' }));
    const password = await screen.findByLabelText(/Your password, once more/);
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
    await view.user.click(screen.getByRole('button', { name: 'Connect' }));
    expect(await screen.findByText('Please enter your password.')).toBeVisible();
    await view.user.type(password, 'wrong');
    await view.user.click(screen.getByRole('button', { name: 'Connect' }));
    expect(await screen.findByRole('alert')).toHaveTextContent('This password is not right.');
    await view.user.clear(password);
    await view.user.type(password, 'right');
    await view.user.click(screen.getByRole('button', { name: 'Connect' }));
    await screen.findByRole('heading', { name: 'You are connected' });
  });

  it('returns without a change when the reader states that the installation is not theirs', async () => {
    server.use(connecting(connects));
    const view = await open();
    await enterCode(view);
    await view.user.click(await screen.findByRole('button', { name: 'This is not my organization' }));
    await screen.findByRole('heading', { name: 'Connect with a code' });
    expect(bodies).toHaveLength(1);
  });

  it.each([
    'This code has expired: it was valid for an hour.',
    'This code has been used already.',
    'This code is no longer valid, because it was entered incorrectly five times.',
    'Your organization is connected with another Microsoft tenant already.',
  ])('shows the reason: %s', async (reason) => {
    server.use(connecting(() => refusal(409, 'CONNECT_REFUSED', reason)));
    const view = await open();
    await enterCode(view);
    expect(await screen.findByRole('alert')).toHaveTextContent(reason);
    expect(screen.getByLabelText(/^Code/)).toHaveValue('abcd-efgh-jkmn');
  });

  it('shows that the connection exists already', async () => {
    server.use(connecting(() => ({ ...found, isConnected: true })));
    const view = await open();
    await enterCode(view);
    expect(await screen.findByRole('heading', { name: 'You are connected' })).toBeVisible();
  });

  it('requires the code before it calls', async () => {
    const view = await open();
    await view.user.click(screen.getByRole('button', { name: 'Continue' }));
    expect(await screen.findByText('Please enter the code.')).toBeVisible();
    expect(bodies).toEqual([]);
  });

  it('offers to join the account of an admin who is in no team, where Microsoft sign-in is set up', async () => {
    const asked: unknown[] = [];
    server.use(
      connecting(connects),
      answering('get', '/api/auth/getuserdetails', () => ({ ...me, memberId: null })),
      answering('get', '/api/v1/userlogin/options', () => ({ microsoft: true, teams: true })),
      answering('get', '/api/v1/userlogin/redirectUrl', ({ url, authorization }) => {
        asked.push([url.searchParams.get('purpose'), authorization !== null]);
        return { url: 'https://login.microsoftonline.com/x' };
      }),
    );
    const storage = signedInStorage();
    storage.set('userInfo', JSON.stringify({ memberId: null, orgId: me.orgId }));
    const leaveFor = jest.fn();
    const view = renderApp('/settings/connect', { storage, leaveFor });
    await screen.findByRole('heading', { name: 'Connect with a code' });
    await enterCode(view);
    await view.user.click(await screen.findByRole('button', { name: 'Connect' }));
    await view.user.click(await screen.findByRole('button', { name: 'Link my Microsoft account' }));
    expect(asked).toEqual([['JOIN', true]]);
    expect(leaveFor).toHaveBeenCalledWith('https://login.microsoftonline.com/x');
  });

  it('is for admins, and shows a message to others', async () => {
    server.use(answering('get', '/api/auth/getuserdetails', () => ({ ...me, role: 'user' })));
    renderApp('/settings/connect');
    expect(await screen.findByText(/Only an admin of your organization can connect it/)).toBeVisible();
    expect(screen.queryByLabelText('Code')).toBeNull();
    expect(screen.getByRole('link', { name: 'Go to the dashboard' })).toHaveAttribute('href', '/');
  });

  it('requires a session', async () => {
    const view = renderApp('/settings/connect', { storage: memoryStorage() });
    await screen.findByLabelText('Email');
    expect(view.address()).toBe('/login?redirectUrl=%2Fsettings%2Fconnect');
  });
});

describe('navigation to the screen', () => {
  const link = () => screen.findByRole('link', { name: 'Added it already? Connect with a code' });

  it('is in the setup guide, for admins', async () => {
    const view = renderApp('/teams/setup');
    await view.user.click(await link());
    expect(view.address()).toBe('/settings/connect');
  });

  it.each([
    ['somebody who is no admin', { storage: signedInStorage() }],
    ['who is not signed in', { storage: memoryStorage() }],
    ['the chat tool', { storage: signedInStorage(), teams: fakeTeamsJs().load }],
  ])('navigation to the screen is absent for %s', async (_who, options) => {
    server.use(answering('get', '/api/auth/getuserdetails', () => ({ ...me, role: 'user' })));
    renderApp('/teams/setup', options);
    const main = within(await screen.findByRole('main'));
    await main.findByRole('button', { name: 'Continue' });
    expect(screen.queryByRole('link', { name: /Connect with a code/ })).not.toBeInTheDocument();
  });
});
