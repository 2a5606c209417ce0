import type { TeamsApi } from '../app/host.ts';

type ThemeListener = (theme: string) => void;

/** A chat tool that answers at once; its theme can be changed later. Old hosts reject the success notice, so this one does. */
export const fakeTeams = (theme = 'default', channelId?: string, locale = 'en-gb') => {
  let listener: ThemeListener | undefined;
  const spies = {
    initialize: jest.fn(() => Promise.resolve()),
    getContext: () =>
      Promise.resolve({ app: { theme, locale }, ...(channelId === undefined ? {} : { channel: { id: channelId } }) }),
    registerOnThemeChangeHandler: (next: ThemeListener) => {
      listener = next;
    },
    notifyAppLoaded: jest.fn(),
    notifySuccess: jest.fn(() => Promise.reject(new Error('old host'))),
    notifyFailure: jest.fn(),
    FailedReason: { Other: 'Other' },
    // A host that knows nothing of signing in, unless a test says otherwise.
    getAuthToken: jest.fn<Promise<string>, [{ readonly silent: boolean }]>(() =>
      Promise.reject(new Error('not supported')),
    ),
  };
  const api = spies as unknown as TeamsApi;
  return { api, spies, load: () => Promise.resolve(api), changeTheme: (next: string) => listener?.(next) };
};
