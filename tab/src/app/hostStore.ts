import type { Host, HostTheme } from './host.ts';
import { pathOfSubPage } from './subPage.ts';

export type HostState = { readonly kind: 'unknown' } | { readonly kind: 'connecting' } | Host;

/** The host, asked for once by whichever embedded page comes first. */
export interface HostStore {
  readonly state: () => HostState;
  readonly theme: () => HostTheme | undefined;
  readonly subscribe: (listener: () => void) => () => void;
  readonly connect: () => void;
  /** Address of what the link that opened the tab names; to be gone to once, so the second time it is null. */
  readonly takeOpening: () => string | null;
}

/** `connectHost` may give its listener another word later: a host that answered after all. */
type ConnectHost = (late: (host: Host) => void) => Promise<Host>;

export const createHostStore = (connectHost: ConnectHost, connected: (host: Host) => void): HostStore => {
  const listeners = new Set<() => void>();
  let state: HostState = { kind: 'unknown' };
  let theme: HostTheme | undefined;
  let opening: string | null = null;
  const tell = (): void => {
    listeners.forEach((listener) => {
      listener();
    });
  };
  const settle = (host: Host): void => {
    connected(host);
    state = host;
    if (host.kind === 'teams') {
      theme = host.theme;
      opening = pathOfSubPage(host.subPage);
      host.onThemeChange((next) => {
        theme = next;
        tell();
      });
    }
    tell();
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
      tell();
      void connectHost(settle).then(settle);
    },
    takeOpening() {
      const taken = opening;
      opening = null;
      return taken;
    },
  };
};
