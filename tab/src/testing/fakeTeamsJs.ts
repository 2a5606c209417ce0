import type { TeamsApi } from '../app/runtime/connectTeamsHost.ts';

type ThemeListener = (theme: string) => void;

interface Opened {
  readonly subPageId?: string;
  /** Place in which the host shows the page. `settings` is the dialog that adds a tab. */
  readonly frameContext?: string;
}

type SaveHandler = (event: { notifySuccess: () => void; notifyFailure: (reason: string) => void }) => void;

/**
 * Creates a fake library of Microsoft Teams that answers at once. `changeTheme` changes the host's theme later;
 * `notifySuccess` rejects, as in old hosts.
 */
export const fakeTeamsJs = (theme = 'default', channelId?: string, locale = 'en-gb', opened: Opened = {}) => {
  let listener: ThemeListener | undefined;
  let saveHandler: SaveHandler | undefined;
  const spies = {
    initialize: jest.fn(() => Promise.resolve()),
    getContext: () =>
      Promise.resolve({
        app: { theme, locale },
        page: { id: 'home', frameContext: 'content', ...opened },
        ...(channelId === undefined ? {} : { channel: { id: channelId } }),
      }),
    registerOnThemeChangeHandler: (next: ThemeListener) => {
      listener = next;
    },
    notifyAppLoaded: jest.fn(),
    notifySuccess: jest.fn(() => Promise.reject(new Error('old host'))),
    notifyFailure: jest.fn(),
    FailedReason: { Other: 'Other' },
    // By default, the host does not support sign-in. A test can replace this function.
    getAuthToken: jest.fn<Promise<string>, [{ readonly silent: boolean }]>(() =>
      Promise.reject(new Error('not supported')),
    ),
    setValidityState: jest.fn(),
    setConfig: jest.fn<Promise<void>, [unknown]>(() => Promise.resolve()),
    registerOnSaveHandler: (next: SaveHandler) => {
      saveHandler = next;
    },
  };
  const api = spies as unknown as TeamsApi;
  const save = (): Promise<string> =>
    new Promise((resolve) => {
      if (saveHandler === undefined) resolve('nothing to save');
      saveHandler?.({
        notifySuccess: () => {
          resolve('saved');
        },
        notifyFailure: resolve,
      });
    });
  return { api, spies, load: () => Promise.resolve(api), changeTheme: (next: string) => listener?.(next), save };
};
