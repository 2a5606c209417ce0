import { createContext, useContext, useSyncExternalStore } from 'react';
import type { QueryClient } from '@tanstack/react-query';
import { createCall } from '../api/client.ts';
import { createConnection } from '../api/connection.ts';
import type { ConnectionStore } from '../api/connection.ts';
import type { Call, ClientDeps } from '../api/client.ts';
import type { Api } from '../api/context.ts';
import { createSession } from '../api/session.ts';
import { memoryStorage } from '../api/storage.ts';
import type { SafeStorage } from '../api/storage.ts';
import { createNotices } from '../ui/notices.ts';
import type { Notices } from '../ui/notices.ts';
import { loadLanguage } from '../ui/lazyTexts.ts';
import type { Reader } from '../ui/reader.ts';
import type { Host, TeamsApi } from './host.ts';
import { createHostStore } from './hostStore.ts';
import type { HostState, HostStore } from './hostStore.ts';
import { createLanguageStore } from './language.ts';
import { watchedFetch } from './watchedFetch.ts';
import type { LanguageStore } from './language.ts';

interface HostDeps {
  /** A page of its own is in no host: nothing of what talks to one is then even fetched. */
  readonly isFramed: boolean;
  readonly load: () => Promise<TeamsApi>;
}

/** What the page takes from the browser it runs in; tests give their own. */
export interface Environment {
  readonly fetch: ClientDeps['fetch'];
  readonly reader: Omit<Reader, 'locale'>;
  /** BCP 47, best first. */
  readonly languages: readonly string[];
  readonly host: HostDeps;
  readonly storage: SafeStorage;
  /** Of this browser tab alone, as long as it is open. */
  readonly tabStorage: SafeStorage;
  /** Tries again of a failed read. */
  readonly retries: number;
  readonly reloadPage: () => void;
  /** Goes to an address outside the app. */
  readonly leaveFor: (url: string) => void;
}

/** The data of one signed-in person; dropped when somebody else signs in. */
export interface DataCache {
  owner: string;
  client: QueryClient | undefined;
  /** Ends it: also what was typed is gone. */
  forget: () => void;
}

export interface Services {
  readonly api: Api;
  readonly host: HostStore;
  readonly connection: ConnectionStore;
  /** Unwatched: for asking whether the server is there. */
  readonly plainFetch: ClientDeps['fetch'];
  readonly tabStorage: SafeStorage;
  readonly notices: Notices;
  readonly language: LanguageStore;
  readonly reader: Omit<Reader, 'locale'>;
  readonly cache: DataCache;
  /** Whether pages were shown to somebody else until now, and nobody signed in on this page since: they did elsewhere. */
  readonly isOtherReader: (email: string) => boolean;
  readonly retries: number;
  readonly reloadPage: () => void;
}

/** Never rejects. */
const findHost = async ({ isFramed, load }: HostDeps, late: (host: Host) => void): Promise<Host> => {
  if (!isFramed) return { kind: 'browser' };
  // The library comes beside our own part, which says what to do without it.
  const api = load();
  api.catch(() => undefined);
  try {
    const { connectHost } = await import('./host.ts');
    return await connectHost(api, late);
  } catch {
    return { kind: 'silent' };
  }
};

export const createServices = (environment: Environment): Services => {
  const { reader, storage, host, retries, reloadPage } = environment;
  // In a frame nothing is read from or written to storage before we know that the frame is not the chat tool.
  const session = createSession(host.isFramed ? memoryStorage() : storage, () => reader.clock.now());
  const language = createLanguageStore({
    browser: environment.languages,
    storage: () => session.storage(),
    load: loadLanguage,
  });
  const hostStore = createHostStore(
    async (late) => {
      // Before anything is shown that the host has to wait for.
      const spoken = async (found: Host): Promise<Host> => {
        if (found.kind === 'teams') await language.hosted(found.locale);
        return found;
      };
      return spoken(await findHost(host, (found) => void spoken(found).then(late)));
    },
    (found) => {
      if (!host.isFramed || found.kind !== 'browser') return;
      session.moveTo(storage);
      void language.settle();
    },
  );
  const connection = createConnection();
  const fetch = watchedFetch(environment.fetch, connection);
  const call: Call = createCall({
    fetch,
    session,
    language,
    // Few pages stand in the chat tool: what only they need comes with them.
    exchange: async () =>
      hostStore.state().kind === 'teams' ? (await import('./sso.ts')).exchangeQuietly(call, hostStore) : undefined,
  });
  const cache: DataCache = { owner: '', client: undefined, forget: () => undefined };
  session.subscribe(() => {
    const state = session.state();
    if (state.status === 'signedIn' || state.why !== 'left') return;
    cache.forget();
    cache.client = undefined;
  });
  language.subscribe(() => {
    // Sentences of the server's are in the language they were asked for in.
    void cache.client?.invalidateQueries();
  });
  let shownTo: string | undefined;
  return {
    isOtherReader(email) {
      const isOther = shownTo !== undefined && shownTo !== email && session.attempt().status !== 'done';
      shownTo = email;
      return isOther && email !== '';
    },
    api: { session, call, fetch, leaveFor: environment.leaveFor },
    host: hostStore,
    connection,
    plainFetch: environment.fetch,
    // Inside the chat tool nothing is stored.
    tabStorage: host.isFramed ? memoryStorage() : environment.tabStorage,
    notices: createNotices(),
    language,
    reader,
    cache,
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
