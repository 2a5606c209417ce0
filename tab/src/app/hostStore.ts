import type { Host, HostTheme } from './host.ts';

export type HostState = { readonly kind: 'unknown' } | { readonly kind: 'connecting' } | Host;

/** The host, asked for once by whichever embedded page comes first. */
export interface HostStore {
  readonly state: () => HostState;
  readonly theme: () => HostTheme | undefined;
  readonly subscribe: (listener: () => void) => () => void;
  readonly connect: () => void;
}

export const createHostStore = (connectHost: () => Promise<Host>, connected: (host: Host) => void): HostStore => {
  const listeners = new Set<() => void>();
  let state: HostState = { kind: 'unknown' };
  let theme: HostTheme | undefined;
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
      void connectHost().then(settle);
    },
  };
};
