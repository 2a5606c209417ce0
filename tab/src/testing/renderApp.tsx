import { act, render } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { storageKeys } from '#contracts/core/limitsAndProductConstants.ts';
import { memoryStorage } from '../api/client/safeBrowserStorage.ts';
import type { SafeStorage } from '../api/client/safeBrowserStorage.ts';
import { App } from '../app/shell/App.tsx';
import type { TeamsApi } from '../app/runtime/connectTeamsHost.ts';
import { AppRouter } from '../app/routes/AppRouter.tsx';
import { createAppRouter } from '../app/routes/createAppRouter.ts';
import { createServices } from '../app/runtime/appServices.ts';
import { aToken, now, ulid } from './testDataBuildersAndClock.ts';
import './browserStubsAndLibrarySetup.ts';
import { memoryHistory } from './memoryHistory.ts';
import { origin } from './mockServer.ts';
import { PlainStyles } from './PlainStyles.tsx';

export const signedInStorage = (token = aToken()): SafeStorage => {
  const storage = memoryStorage();
  storage.set(storageKeys.token, token);
  storage.set(storageKeys.userInfo, JSON.stringify({ memberId: ulid('alex'), orgId: ulid('org') }));
  storage.set(storageKeys.email, 'alex@rollcall.test');
  return storage;
};

interface AppOptions {
  readonly storage?: SafeStorage;
  readonly tabStorage?: SafeStorage;
  /** Epoch ms, or a function that returns it for a clock that moves. */
  readonly at?: number | (() => number);
  readonly zone?: string;
  /** Time zone of the browser at the moment of the call; always `zone` by default. */
  readonly browserZone?: () => string;
  /** The browser's languages, best first. */
  readonly languages?: readonly string[];
  /** If set, the page runs in a frame, and the parent of the frame answers with this API. */
  readonly teams?: () => Promise<TeamsApi>;
  readonly reloadPage?: () => void;
  readonly leaveFor?: (url: string) => void;
  /** Set if the test uses fake timers. The simulated user then advances them. */
  readonly fakeTimers?: boolean;
}

export const renderApp = (path: string, options: AppOptions = {}) => {
  const { storage = signedInStorage(), at = now, zone = 'Europe/Berlin', teams } = options;
  const services = createServices({
    fetch: (url, init) => fetch(new URL(url, origin), init),
    reader: { clock: { now: typeof at === 'number' ? () => at : at }, zone },
    browserZone: options.browserZone ?? (() => zone),
    languages: options.languages ?? ['en-GB'],
    host: { isFramed: teams !== undefined, load: teams ?? (() => Promise.reject(new Error('not framed'))) },
    storage,
    tabStorage: options.tabStorage ?? memoryStorage(),
    retries: 0,
    entryScript: '/assets/index-1.js',
    reloadPage: options.reloadPage ?? (() => undefined),
    leaveFor: options.leaveFor ?? (() => undefined),
  });
  const history = memoryHistory(path);
  const router = createAppRouter(history);
  // Without `delay: null`, the user would wait for a timer after each key, which would take a quarter of the time of
  // these tests.
  const user = userEvent.setup(
    options.fakeTimers === true ? { advanceTimers: jest.advanceTimersByTime } : { delay: null },
  );
  const view = render(
    <App services={services}>
      <AppRouter router={router} />
    </App>,
    { wrapper: PlainStyles },
  );
  const visit = (to: string): Promise<void> => act(() => router.navigate(to));
  const goBack = (): Promise<void> =>
    act(() => {
      router.go(-1);
      return Promise.resolve();
    });
  const address = (): string => router.state().location.pathname + router.state().location.search;
  return { ...view, user, router, history, visit, goBack, services, storage, address };
};
