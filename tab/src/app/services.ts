import { createContext, useContext, useSyncExternalStore } from 'react';
import type { QueryClient } from '@tanstack/react-query';
import { createCall } from '../api/client.ts';
import type { Call, ClientDeps } from '../api/client.ts';
import type { Api } from '../api/context.ts';
import { createSession } from '../api/session.ts';
import { memoryStorage } from '../api/storage.ts';
import type { SafeStorage } from '../api/storage.ts';
import { createNotices } from '../ui/notices.ts';
import type { Notices } from '../ui/notices.ts';
import type { Reader } from '../ui/reader.ts';
import { connectHost } from './host.ts';
import type { HostDeps } from './host.ts';
import { createHostStore } from './hostStore.ts';
import type { HostState, HostStore } from './hostStore.ts';

/** What the page takes from the browser it runs in; tests give their own. */
export interface Environment {
  readonly fetch: ClientDeps['fetch'];
  readonly reader: Reader;
  readonly host: HostDeps;
  readonly storage: SafeStorage;
  /** Tries again of a failed read. */
  readonly retries: number;
  readonly reloadPage: () => void;
  /** Goes to an address outside the app. */
  readonly leaveFor: (url: string) => void;
}

/** The data of one signed-in person; dropped when somebody else signs in. */
interface DataCache {
  owner: string;
  client: QueryClient | undefined;
}

export interface Services {
  readonly api: Api;
  readonly host: HostStore;
  readonly notices: Notices;
  readonly reader: Reader;
  readonly cache: DataCache;
  readonly retries: number;
  readonly reloadPage: () => void;
}

export const createServices = (environment: Environment): Services => {
  const { reader, storage, host, retries, reloadPage } = environment;
  // In a frame nothing is read from or written to storage before we know that the frame is not the chat tool.
  const session = createSession(host.isFramed ? memoryStorage() : storage, () => reader.clock.now());
  const hostStore = createHostStore(
    () => connectHost(host),
    (found) => {
      if (host.isFramed && found.kind === 'browser') session.moveTo(storage);
    },
  );
  const call: Call = createCall({
    fetch: environment.fetch,
    session,
    // Few pages stand in the chat tool: what only they need comes with them.
    exchange: async () =>
      hostStore.state().kind === 'teams' ? (await import('./sso.ts')).exchangeQuietly(call, hostStore) : undefined,
  });
  return {
    api: { session, call, leaveFor: environment.leaveFor },
    host: hostStore,
    notices: createNotices(),
    reader,
    cache: { owner: '', client: undefined },
    retries,
    reloadPage,
  };
};

export const ServicesContext = createContext<Services | undefined>(undefined);

export const useServices = (): Services => {
  const services = useContext(ServicesContext);
  if (services === undefined) throw new Error('ServicesContext is missing');
  return services;
};

export const useHostState = (): HostState => {
  const { host } = useServices();
  return useSyncExternalStore(host.subscribe, host.state);
};
