import type { app as TeamsApp, pages as TeamsPages } from '@microsoft/teams-js';
import { withDeadline } from '#contracts/withDeadline.ts';

export type HostTheme = 'default' | 'dark' | 'contrast' | 'glass';

/** The settings of a tab. Microsoft Teams stores them and uses them to open the tab. */
export interface TabSettings {
  readonly entityId: string;
  readonly contentUrl: string;
  readonly websiteUrl: string;
  readonly suggestedDisplayName: string;
}

/** Microsoft Teams as the host around the page, with the functions that the app uses. */
export interface TeamsHost {
  readonly kind: 'teams';
  readonly theme: HostTheme;
  /** BCP 47 tag from the person's settings in the chat tool. */
  readonly locale: string;
  /** Thread id of the channel whose tab this is; null in a tab outside a channel. */
  readonly channelId: string | null;
  /** The `subPageId` of the link that opened the tab; null = the tab was opened without such a link. */
  readonly subPage: string | null;
  /** True if the page runs in the dialog that adds or changes a tab. */
  readonly isAddingTab: boolean;
  readonly onThemeChange: (listener: (theme: HostTheme) => void) => void;
  /** Reports that the first content is visible, so that the host removes its spinner. */
  readonly ready: () => void;
  readonly failed: (message: string) => void;
  /**
   * Returns a token that identifies the reader. SILENT never asks the reader, and fails if the host would have to ask.
   * ASKING may ask.
   */
  readonly identityToken: (how: 'SILENT' | 'ASKING') => Promise<string>;
  /** Enables the Save button of the dialog that adds a tab. `settings` is called when the reader saves. */
  readonly offerTab: (settings: () => TabSettings) => void;
}
/**
 * `browser`: the page is not inside Microsoft Teams. `silent`: the page is in a frame whose parent has not answered in
 * time.
 */
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

/** Milliseconds to wait for an answer of the parent frame. The library itself would wait 60 s. */
const patienceMs = 3000;
/**
 * Milliseconds to wait for the library to load. This limit is longer, because loading depends on the network and not on
 * the parent frame.
 */
const fetchPatienceMs = 10_000;
/**
 * Milliseconds to wait for a token in a silent sign-in. Without this limit, a host that never returns a token would
 * leave the reader with a blank page.
 */
const tokenPatienceMs = 10_000;

const themes: readonly HostTheme[] = ['default', 'dark', 'contrast', 'glass'];
const themeOf = (name: string): HostTheme => themes.find((theme) => theme === name) ?? 'default';

const inTime = <T>(work: Promise<T>, ms: number): Promise<T> =>
  withDeadline(work, ms, () => {
    throw new Error('The host did not answer');
  });

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
      // SsoFailurePanel and TeamsHostAndThemeLayout may both call this function, but the host expects only one call.
      if (isReady) return;
      isReady = true;
      api.notifyAppLoaded();
      // The promise rejects only in old hosts that do not support the call, so the error is ignored.
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
 * Finds the host that frames the page. Never rejects. If the parent refuses, it is not Microsoft Teams, and the page
 * works as in a browser. A silent parent may still be Microsoft Teams: if it answers later, `late` receives the host.
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
