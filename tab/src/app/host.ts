import type { app as TeamsApp, pages as TeamsPages } from '@microsoft/teams-js';

export type HostTheme = 'default' | 'dark' | 'contrast' | 'glass';

/** What the chat tool is to open when somebody opens the tab. */
export interface TabSettings {
  readonly entityId: string;
  readonly contentUrl: string;
  readonly websiteUrl: string;
  readonly suggestedDisplayName: string;
}

/** The chat tool around the page, as far as the page needs it. */
export interface TeamsHost {
  readonly kind: 'teams';
  readonly theme: HostTheme;
  /** BCP 47, of the person's own settings there. */
  readonly locale: string;
  /** Thread of the channel whose tab this is; null in a tab of a person's own. */
  readonly channelId: string | null;
  /** What the link that opened the tab names; null = the tab was opened as it is. */
  readonly subPage: string | null;
  /** Whether the page stands in the dialog that adds or changes a tab. */
  readonly isAddingTab: boolean;
  readonly onThemeChange: (listener: (theme: HostTheme) => void) => void;
  /** The first content is on the screen: the host may take its own spinner away. */
  readonly ready: () => void;
  readonly failed: (message: string) => void;
  /** A token that says who the reader is. SILENT shows nothing and fails where the reader would be asked first. */
  readonly identityToken: (how: 'SILENT' | 'ASKING') => Promise<string>;
  /** Lets the dialog that adds a tab be saved; what is saved is asked for at that moment. */
  readonly offerTab: (settings: () => TabSettings) => void;
}
/** `silent` = a frame whose parent has not answered in time. */
export type Host = TeamsHost | { readonly kind: 'browser' } | { readonly kind: 'silent' };

export type TeamsApi = Pick<
  typeof TeamsApp,
  | 'initialize'
  | 'getContext'
  | 'registerOnThemeChangeHandler'
  | 'notifyAppLoaded'
  | 'notifySuccess'
  | 'notifyFailure'
  | 'FailedReason'
> &
  Pick<typeof TeamsPages.config, 'setValidityState' | 'setConfig' | 'registerOnSaveHandler'> & {
    readonly getAuthToken: (request: { readonly silent: boolean }) => Promise<string>;
  };

/** The library itself waits 60 s for a silent parent. */
const patienceMs = 3000;
/** Fetching the library is the network's doing, not the parent's. */
const fetchPatienceMs = 10_000;
/** A host that never answers for the token would leave the reader before a blank page. */
const tokenPatienceMs = 10_000;

const themes: readonly HostTheme[] = ['default', 'dark', 'contrast', 'glass'];
const themeOf = (name: string): HostTheme => themes.find((theme) => theme === name) ?? 'default';

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

const offerTab = (api: TeamsApi, settings: () => TabSettings): void => {
  api.registerOnSaveHandler((event) => {
    api.setConfig(settings()).then(
      () => {
        event.notifySuccess();
      },
      (error: unknown) => {
        event.notifyFailure(String(error));
      },
    );
  });
  api.setValidityState(true);
};

const shakeHands = async (api: TeamsApi): Promise<TeamsHost> => {
  await api.initialize();
  const context = await api.getContext();
  const frame: string = context.page.frameContext;
  let isReady = false;
  return {
    kind: 'teams',
    channelId: context.channel?.id ?? null,
    subPage: context.page.subPageId ?? null,
    isAddingTab: frame === 'settings',
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
    offerTab: (settings) => {
      offerTab(api, settings);
    },
  };
};

/**
 * Finds out who frames the page. Never rejects. A parent that says no is none of ours: the page works as in a browser. One that
 * says nothing may still be the chat tool; should it answer after all, `late` hears of it.
 */
export const connectHost = async (loading: Promise<TeamsApi>, late: (host: Host) => void): Promise<Host> => {
  let api: TeamsApi;
  try {
    api = await inTime(loading, fetchPatienceMs);
  } catch {
    return { kind: 'silent' };
  }
  const shaking = shakeHands(api).catch((): Host => ({ kind: 'browser' }));
  try {
    return await inTime(shaking, patienceMs);
  } catch {
    void shaking.then(late);
    return { kind: 'silent' };
  }
};
