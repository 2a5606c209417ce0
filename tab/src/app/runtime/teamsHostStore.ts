import type { Host, HostTheme } from './connectTeamsHost.ts';
import { pathOfTeamsSubPage } from './pathOfTeamsSubPage.ts';

export type HostState = { readonly kind: 'unknown' } | { readonly kind: 'connecting' } | Host;

/**
 * State of the host, the program that embeds the page: Microsoft Teams, or none. The first embedded page connects to
 * the host, once.
 */
export interface HostStore {
  readonly state: () => HostState;
  readonly theme: () => HostTheme | undefined;
  readonly subscribe: (listener: () => void) => () => void;
  readonly connect: () => void;
  /**
   * Returns the path to which the link that opened the page points; null if no such link opened it. Later calls return
   * null too, so that the page follows the link only once.
   */
  readonly takeOpening: () => string | null;
}

/** `late` receives a host that answered after the promise had resolved. */
type ConnectHost = (late: (host: Host) => void) => Promise<Host>;

export const createHostStore = (connectHost: ConnectHost, connected: (host: Host) => void): HostStore => {
  const listeners = new Set<() => void>();
  let state: HostState = { kind: 'unknown' };
  let theme: HostTheme | undefined;
  let opening: string | null = null;
  const notify = (): void => {
    listeners.forEach((listener) => {
      listener();
    });
  };
  const settle = (host: Host): void => {
    connected(host);
    state = host;
    if (host.kind === 'teams') {
      theme = host.theme;
      opening = pathOfTeamsSubPage(host.subPage);
      host.onThemeChange((next) => {
        theme = next;
        notify();
      });
    }
    notify();
  };
  return {
    state: () => state,
    theme: () => theme,
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    connect() {
      if (state.kind !== 'unknown') return;
      state = { kind: 'connecting' };
      notify();
      void connectHost(settle).then(settle);
    },
    takeOpening() {
      const taken = opening;
      opening = null;
      return taken;
    },
  };
};
