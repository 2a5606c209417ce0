import type { app as TeamsApp } from '@microsoft/teams-js';

export type HostTheme = 'default' | 'dark' | 'contrast' | 'glass';

/** The chat tool around the page, as far as the page needs it. */
interface TeamsHost {
  readonly kind: 'teams';
  readonly theme: HostTheme;
  /** BCP 47, of the person's own settings there. */
  readonly locale: string;
  /** Thread of the channel whose tab this is; null in a tab of a person's own. */
  readonly channelId: string | null;
  readonly onThemeChange: (listener: (theme: HostTheme) => void) => void;
  /** The first content is on the screen: the host may take its own spinner away. */
  readonly ready: () => void;
  readonly failed: (message: string) => void;
  /** A token that says who the reader is. SILENT shows nothing and fails where the reader would be asked first. */
  readonly identityToken: (how: 'SILENT' | 'ASKING') => Promise<string>;
}
export type Host = TeamsHost | { readonly kind: 'browser' };

export type TeamsApi = Pick<
  typeof TeamsApp,
  | 'initialize'
  | 'getContext'
  | 'registerOnThemeChangeHandler'
  | 'notifyAppLoaded'
  | 'notifySuccess'
  | 'notifyFailure'
  | 'FailedReason'
> & {
  readonly getAuthToken: (request: { readonly silent: boolean }) => Promise<string>;
};

export interface HostDeps {
  /** A page of its own is in no host: the library is then not even fetched (its import asks a CDN). */
  readonly isFramed: boolean;
  readonly load: () => Promise<TeamsApi>;
}

/** The library itself waits 60 s for a silent parent. */
const patienceMs = 3000;
/** A host that never answers for the token would leave the reader before a blank page. */
const tokenPatienceMs = 10_000;

const themes: readonly HostTheme[] = ['default', 'dark', 'contrast', 'glass'];
const themeOf = (name: string): HostTheme => themes.find((theme) => theme === name) ?? 'default';

export const loadTeamsApi = async (): Promise<TeamsApi> => {
  const { app, authentication } = await import('@microsoft/teams-js');
  const { initialize, getContext, registerOnThemeChangeHandler, notifyAppLoaded, notifySuccess, notifyFailure } = app;
  return {
    ...{ initialize, getContext, registerOnThemeChangeHandler, notifyAppLoaded, notifySuccess, notifyFailure },
    FailedReason: app.FailedReason,
    getAuthToken: (request) => authentication.getAuthToken(request),
  };
};

const inTime = async <T>(work: Promise<T>, ms: number): Promise<T> => {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => {
      reject(new Error('The host did not answer'));
    }, ms);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
};

const shakeHands = async (load: HostDeps['load']): Promise<TeamsHost> => {
  const api = await load();
  await api.initialize();
  const context = await api.getContext();
  let isReady = false;
  return {
    kind: 'teams',
    channelId: context.channel?.id ?? null,
    theme: themeOf(context.app.theme),
    locale: context.app.locale,
    onThemeChange(listener) {
      api.registerOnThemeChangeHandler((theme) => {
        listener(themeOf(theme));
      });
    },
    ready() {
      // Panel and page both say so; the host hears it once.
      if (isReady) return;
      isReady = true;
      api.notifyAppLoaded();
      // Its promise only tells of old hosts that do not know the call.
      void api.notifySuccess().catch(() => undefined);
    },
    failed(message) {
      api.notifyFailure({ reason: api.FailedReason.Other, message });
    },
    identityToken: (how) =>
      how === 'SILENT'
        ? inTime(api.getAuthToken({ silent: true }), tokenPatienceMs)
        : api.getAuthToken({ silent: false }),
  };
};

/** Finds out where the page runs. Never rejects: whatever goes wrong, the page works as in a browser. */
export const connectHost = async ({ isFramed, load }: HostDeps): Promise<Host> => {
  const browser: Host = { kind: 'browser' };
  if (!isFramed) return browser;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const patience = new Promise<Host>((resolve) => {
    timer = setTimeout(() => {
      resolve(browser);
    }, patienceMs);
  });
  const host = await Promise.race([shakeHands(load).catch(() => browser), patience]);
  clearTimeout(timer);
  return host;
};
