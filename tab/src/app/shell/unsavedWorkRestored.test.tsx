import { act, fireEvent, screen } from '@testing-library/react';
import '@testing-library/jest-dom';
import { storageKeys } from '#contracts/core/limitsAndProductConstants.ts';
import { memoryStorage } from '../../api/client/safeBrowserStorage.ts';
import { aMeeting, aSession, aToken, me, ulid } from '../../testing/testDataBuildersAndClock.ts';
import { named } from '../../testing/domQueries.ts';
import { renderApp, signedInStorage } from '../../testing/renderApp.tsx';
import { answering, server } from '../../testing/mockServer.ts';

const path = `/reports/${ulid('standup')}?tab=details`;
const reminder = () => screen.findByLabelText('First reminder');

const report = (): void => {
  server.use(
    answering('get', '/api/meeting/get/:id', () => aMeeting()),
    answering('get', '/api/auth/getuserdetails', () => ({ ...me, role: 'admin' })),
    answering('post', '/api/account/login', () => aSession()),
  );
};

type View = ReturnType<typeof renderApp>;

const typeIn = async (value: string): Promise<void> => {
  fireEvent.change(await reminder(), { target: { value } });
};

const expire = async ({ services }: View): Promise<void> => {
  act(() => {
    services.api.session.expire();
  });
  await screen.findByText('Your session has ended. Please sign in again.');
};

const signIn = async ({ user }: View, email: string): Promise<void> => {
  const address = await screen.findByLabelText('Email');
  await user.clear(address);
  await user.type(address, email);
  await user.type(screen.getByLabelText('Password'), 'Rollcall-demo-1');
  await user.click(screen.getByRole('button', { name: 'Sign in' }));
};

describe('an unfinished edit when the session ended', () => {
  it('is restored after signing in, on the same page', async () => {
    report();
    const view = renderApp(path);
    await typeIn('Half a sentence');
    await expire(view);
    await signIn(view, 'alex@rollcall.test');
    expect(await reminder()).toHaveValue('Half a sentence');
    expect(view.address()).toBe(path);
    expect(screen.getByText('Not saved yet')).toBeInTheDocument();
  });

  it('is not shown to another person', async () => {
    report();
    server.use(answering('post', '/api/account/login', () => aSession({ memberId: ulid('bob') })));
    const view = renderApp(path);
    await typeIn('Half a sentence');
    await expire(view);
    await signIn(view, 'bob@rollcall.test');
    expect(await reminder()).not.toHaveValue('Half a sentence');
  });
});

describe('an unfinished edit when the page was reloaded', () => {
  it('is restored until it is discarded', async () => {
    report();
    const tabStorage = memoryStorage();
    const view = renderApp(path, { tabStorage });
    await typeIn('Half a sentence');
    view.unmount();
    const { user, unmount } = renderApp(path, { tabStorage });
    expect(await reminder()).toHaveValue('Half a sentence');
    await user.click(await screen.findByRole('button', { name: 'Discard changes' }));
    unmount();
    renderApp(path, { tabStorage });
    expect(await reminder()).not.toHaveValue('Half a sentence');
  });

  it('is deleted when the person signs out', async () => {
    report();
    const tabStorage = memoryStorage();
    const view = renderApp(path, { tabStorage });
    await typeIn('Half a sentence');
    act(() => {
      view.services.api.session.signOut();
    });
    await screen.findByLabelText('Email');
    view.unmount();
    renderApp(path, { tabStorage });
    expect(await reminder()).not.toHaveValue('Half a sentence');
  });
});

describe('two browser tabs', () => {
  it('detects the sign-in of another person and shows none of the first person’s input', async () => {
    report();
    const storage = signedInStorage();
    const view = renderApp(path, { storage });
    await typeIn('Half a sentence');
    storage.set(storageKeys.userInfo, JSON.stringify({ memberId: ulid('bob'), orgId: ulid('org') }));
    storage.set(storageKeys.email, 'bob@rollcall.test');
    storage.set(storageKeys.token, `${aToken()}x`);
    act(() => {
      view.services.api.session.reload();
    });
    expect(await screen.findByText(named('You are now signed in as bob@rollcall.test.'))).toBeInTheDocument();
    expect(await reminder()).not.toHaveValue('Half a sentence');
  });

  it('keeps the work of a person who was signed out in the other tab', async () => {
    report();
    const storage = signedInStorage();
    const view = renderApp(path, { storage });
    await typeIn('Half a sentence');
    storage.remove(storageKeys.token);
    act(() => {
      view.services.api.session.reload();
    });
    await screen.findByText('Your session has ended. Please sign in again.');
    await signIn(view, 'alex@rollcall.test');
    expect(await reminder()).toHaveValue('Half a sentence');
  });
});
