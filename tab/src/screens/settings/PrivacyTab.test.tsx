import { screen, waitFor, within } from '@testing-library/react';
import '@testing-library/jest-dom';
import { http, HttpResponse } from 'msw';
import { storageKeys } from '#contracts/core/limitsAndProductConstants.ts';
import { aSession, me, ulid } from '../../testing/testDataBuildersAndClock.ts';
import { renderApp } from '../../testing/renderApp.tsx';
import { answering, origin, refusal, server } from '../../testing/mockServer.ts';

const path = '/settings?tab=privacy';

describe('downloading one’s data', () => {
  const saved: { readonly name: string; readonly size: number }[] = [];

  beforeEach(() => {
    saved.length = 0;
    // jsdom cannot download files, so these fakes record the size of the file and the name in its link.
    URL.createObjectURL = (blob: Blob) => {
      saved.push({ name: '', size: blob.size });
      return 'blob:x';
    };
    URL.revokeObjectURL = () => undefined;
    jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      saved.push({ name: this.download, size: 0 });
    });
    server.use(answering('post', '/api/user/exporttoken', () => ({ token: 'once' })));
  });
  afterEach(() => {
    jest.restoreAllMocks();
  });

  it('fetches the file with a separate token and saves it', async () => {
    server.use(
      http.get(`${origin}/api/user/export`, ({ request }) =>
        new URL(request.url).searchParams.get('token') === 'once'
          ? new HttpResponse(new Uint8Array(2_500_000), {
              headers: {
                'content-type': 'application/zip',
                'content-disposition': 'attachment; filename="rollcall-2026-11-20.zip"',
              },
            })
          : refusal(401, 'UNAUTHENTICATED', ''),
      ),
    );
    const { user } = renderApp(path);
    await user.click(await screen.findByRole('button', { name: 'Download my data' }));
    expect(await screen.findByText('Done, 2.5 MB. The file is with your downloads.')).toBeVisible();
    expect(saved).toEqual([
      { name: '', size: 2_500_000 },
      { name: 'rollcall-2026-11-20.zip', size: 0 },
    ]);
  });

  it('shows why the download failed', async () => {
    server.use(
      answering('get', '/api/user/export', () => refusal(429, 'TOO_MANY_REQUESTS', 'Too many tries. Please wait.')),
    );
    const { user } = renderApp(path);
    await user.click(await screen.findByRole('button', { name: 'Download my data' }));
    expect(await screen.findByRole('alert')).toHaveTextContent('Too many tries. Please wait.');
    expect(saved).toEqual([]);
  });
});

describe('erasing one’s account', () => {
  const requested: string[] = [];
  beforeEach(() => {
    requested.length = 0;
  });

  it('lists the data that is erased, asks for the password after an old sign-in, and ends at the sign-in page', async () => {
    let isFresh = false;
    server.use(
      answering('post', '/api/account/login', ({ body }) => {
        requested.push(`login ${JSON.stringify(body)}`);
        isFresh = true;
        return aSession();
      }),
      answering('post', '/api/user/erase', () => {
        requested.push('erase');
        return isFresh ? true : refusal(403, 'REAUTH', 'Please sign in again to do this.');
      }),
    );
    const { user, address, storage } = renderApp(path);
    await user.click(await screen.findByRole('button', { name: 'Erase me' }));
    const dialog = await screen.findByRole('alertdialog');
    expect(within(dialog).getByText(/^The texts of your answers, tasks and blockers are removed/)).toBeVisible();
    expect(requested).toEqual([]);
    await user.click(within(dialog).getByRole('button', { name: 'Yes, Erase me' }));
    await user.type(await within(dialog).findByLabelText('Your password'), 'open sesame{Enter}');
    await waitFor(() => {
      expect(address()).toBe('/login');
    });
    expect(requested).toEqual(['erase', `login {"email":"${me.email}","password":"open sesame"}`, 'erase']);
    expect(await screen.findByText('Your data is erased. Thank you for having been here.')).toBeVisible();
    expect(storage.get(storageKeys.token)).toBeNull();
  });

  it('asks for the second factor too, and shows why the last admin must stay', async () => {
    let isFresh = false;
    server.use(
      answering('post', '/api/account/login', () => ({ challenge: 'c', mustSetUp: false })),
      answering('post', '/api/auth/totp/verify', ({ body }) => {
        requested.push(JSON.stringify(body));
        isFresh = true;
        return aSession();
      }),
      answering('post', '/api/user/erase', () =>
        isFresh
          ? refusal(409, 'LAST_ADMIN', 'You are the last admin of Contoso.')
          : refusal(403, 'REAUTH', 'Please sign in again to do this.'),
      ),
    );
    const { user, address } = renderApp(path);
    await user.click(await screen.findByRole('button', { name: 'Erase me' }));
    const dialog = await screen.findByRole('alertdialog');
    const yes = within(dialog).getByRole('button', { name: 'Yes, Erase me' });
    await user.click(yes);
    await user.type(await within(dialog).findByLabelText('Your password'), 'open sesame{Enter}');
    await user.type(await within(dialog).findByRole('textbox', { name: 'Code' }), '123456');
    await user.click(yes);
    expect(await within(dialog).findByRole('alert')).toHaveTextContent('You are the last admin of Contoso.');
    expect(requested).toEqual(['{"challenge":"c","code":"123456"}']);
    expect(address()).toBe(path);
  });
});

describe('ending the organisation without a team', () => {
  const contoso = {
    ...{ id: ulid('org'), name: 'Contoso', isActive: true, isConnected: false, createdOn: '2026-11-01T09:00:00.000Z' },
    ...{ retentionDays: null, requireSecondFactor: false, microsoftOnly: false, linkPatterns: [] },
  };
  beforeEach(() => {
    server.use(
      answering('get', '/api/team/list', () => []),
      answering('get', '/api/org/get', () => contoso),
    );
  });

  it('is possible for an admin, whose Organization tab is disabled', async () => {
    const deleted = jest.fn(() => ({ id: ulid('org'), restorableUntil: '2026-11-27T10:25:00.000Z' }));
    server.use(answering('delete', '/api/org/delete', deleted));
    const { user, address } = renderApp('/settings?tab=organization');
    expect(await screen.findByRole('link', { name: 'Deactivate or delete the organization' })).toHaveAttribute(
      'href',
      path,
    );
    expect(screen.getByRole('tab', { name: 'Organization' })).toBeDisabled();
    expect(await screen.findByRole('button', { name: 'Deactivate Account' })).toBeVisible();
    await user.click(await screen.findByRole('button', { name: 'Delete Account' }));
    const dialog = await screen.findByRole('alertdialog');
    await user.type(within(dialog).getByRole('textbox'), 'Contoso');
    await user.click(within(dialog).getByRole('button', { name: /^Yes/ }));
    await waitFor(() => {
      expect(address()).toBe('/login');
    });
    expect(deleted).toHaveBeenCalledTimes(1);
  });

  it('is not offered to a member who is no admin', async () => {
    server.use(answering('get', '/api/auth/getuserdetails', () => ({ ...me, role: 'user' })));
    renderApp(path);
    expect(await screen.findByRole('button', { name: 'Erase me' })).toBeVisible();
    expect(await screen.findByText(/^The Organization tab opens once/)).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Delete Account' })).not.toBeInTheDocument();
    expect(screen.queryByRole('link', { name: /delete the organization/ })).not.toBeInTheDocument();
  });

  it('is only on the organization tab for an admin with a team', async () => {
    server.use(answering('get', '/api/team/list', () => [{ id: ulid('team'), name: 'Design' }]));
    renderApp(path);
    expect(await screen.findByRole('button', { name: 'Erase me' })).toBeVisible();
    expect(await screen.findByRole('tab', { name: 'Organization' })).toBeEnabled();
    expect(screen.queryByRole('button', { name: 'Delete Account' })).not.toBeInTheDocument();
  });
});
