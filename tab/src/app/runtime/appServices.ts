import { createContext, useContext, useSyncExternalStore } from 'react';
import type { QueryClient } from '@tanstack/react-query';
import { createCall } from '../../api/client/apiClient.ts';
import { createDashboardCall } from '../../api/client/answerCallsFromDashboardReply.ts';
import type { DashboardCall } from '../../api/client/answerCallsFromDashboardReply.ts';
import { createConnection } from '../../api/client/serverConnectionState.ts';
import type { ConnectionStore } from '../../api/client/serverConnectionState.ts';
import type { Call, ClientDeps } from '../../api/client/apiClient.ts';
import type { Api } from '../../api/client/apiContextAndSessionHooks.ts';
import { createSession } from '../../api/client/sessionStore.ts';
import { memoryStorage } from '../../api/client/safeBrowserStorage.ts';
import type { SafeStorage } from '../../api/client/safeBrowserStorage.ts';
import { createNotices } from '../../ui/dialogs/noticeQueue.ts';
import type { Notices } from '../../ui/dialogs/noticeQueue.ts';
import { loadLanguage } from '../../ui/text/loadLazyTextsAndLanguage.ts';
import type { Reader } from '../../ui/text/readerContextClockAndDates.ts';
import type { Host, TeamsApi } from './connectTeamsHost.ts';
import { createHostStore } from './teamsHostStore.ts';
import type { HostState, HostStore } from './teamsHostStore.ts';
import { createLanguageStore } from './pageLanguageStore.ts';
import { watchedFetch } from './connectionTrackingFetch.ts';
import type { LanguageStore } from './pageLanguageStore.ts';

interface HostDeps {
  /** False if the page has no frame around it. The code for hosts is then not loaded. */
  readonly isFramed: boolean;
  readonly load: () => Promise<TeamsApi>;
}

/** The browser's parts that the page uses; tests supply their own. */
export interface Environment {
  readonly fetch: ClientDeps['fetch'];
  readonly reader: Omit<Reader, 'locale'>;
  /** Returns the zone that the browser has now; it can change while the page is open. */
  readonly browserZone: () => string;
  /** The reader's preferred languages as BCP 47 tags, best first. */
  readonly languages: readonly string[];
  readonly host: HostDeps;
  readonly storage: SafeStorage;
  /** Storage of this browser tab only. The browser deletes it when the tab closes. */
  readonly tabStorage: SafeStorage;
  /** Number of repeats of a failed read. */
  readonly retries: number;
  readonly reloadPage: () => void;
  readonly leaveFor: (url: string) => void;
}

/** The cached data of the signed-in person; dropped when this person signs out or another one signs in. */
export interface DataCache {
  owner: string;
  client: QueryClient | undefined;
  /** Drops the cache with all typed drafts, so that the next person cannot see them. */
  forget: () => void;
}

export interface Services {
  readonly api: Api;
  readonly startDashboard: DashboardCall['start'];
  readonly host: HostStore;
  readonly connection: ConnectionStore;
  /** Fetch that does not report to `connection`, for the probe of the server. */
  readonly plainFetch: ClientDeps['fetch'];
  readonly tabStorage: SafeStorage;
  readonly notices: Notices;
  readonly language: LanguageStore;
  readonly reader: Omit<Reader, 'locale'>;
  readonly browserZone: () => string;
  readonly cache: DataCache;
  /**
   * Stores the reader's email address, and returns true if it differs from the address of the previous call without a
   * sign-in on this page: another reader has then signed in in another tab.
   */
  readonly isOtherReader: (email: string) => boolean;
  readonly retries: number;
  readonly reloadPage: () => void;
}

/** Finds the host that embeds the page. Never rejects, so that the app starts even without the chat tool. */
const findHost = async ({ isFramed, load }: HostDeps, late: (host: Host) => void): Promise<Host> => {
  if (!isFramed) return { kind: 'browser' };
  // Loads the library in parallel with our own module. `connectHost` handles a failed load, so the empty handler only
  // prevents an unhandled rejection.
  const api = load();
  api.catch(() => undefined);
  try {
    const { connectHost } = await import('./connectTeamsHost.ts');
    return await connectHost(api, late);
  } catch {
    return { kind: 'silent' };
  }
};

interface StartingStores {
  readonly session: ReturnType<typeof createSession>;
  readonly language: ReturnType<typeof createLanguageStore>;
}

const startHost = ({ host, storage }: Environment, { session, language }: StartingStores) =>
  createHostStore(
    async (late) => {
      // Sets the host's language before the host is reported, so that no page appears in another language.
      const withLanguage = async (foundHost: Host): Promise<Host> => {
        if (foundHost.kind === 'teams') await language.hosted(foundHost.locale);
        return foundHost;
      };
      return withLanguage(await findHost(host, (foundHost) => void withLanguage(foundHost).then(late)));
    },
    (foundHost) => {
      if (!host.isFramed || foundHost.kind !== 'browser') return;
      session.moveTo(storage);
      void language.settle();
    },
  );

export const createServices = (environment: Environment): Services => {
  const { reader, storage, host, retries, reloadPage } = environment;
  // In a frame, the session begins in memory, because the frame may be the chat tool, which must leave nothing in the
  // browser storage. If the parent is not the chat tool, `startHost` moves the session to the browser storage.
  const session = createSession(host.isFramed ? memoryStorage() : storage, () => reader.clock.now());
  const language = createLanguageStore({
    browser: environment.languages,
    storage: () => session.storage(),
    load: loadLanguage,
  });
  const hostStore = startHost(environment, { session, language });
  const connection = createConnection();
  const fetch = watchedFetch(environment.fetch, connection);
  const call: Call = createCall({
    fetch,
    session,
    language,
    // Loads the module on demand: only pages inside the chat tool need it.
    exchange: async () =>
      hostStore.state().kind === 'teams' ? (await import('./teamsSso.ts')).exchangeQuietly(call, hostStore) : undefined,
  });
  const dashboard = createDashboardCall({ call, session, clock: reader.clock });
  const cache: DataCache = { owner: '', client: undefined, forget: () => undefined };
  session.subscribe(() => {
    const state = session.state();
    if (state.status === 'signedIn' || state.why !== 'left') return;
    cache.forget();
    cache.client = undefined;
  });
  language.subscribe(() => {
    // The server's sentences are in the language of the request, so a change of language invalidates them.
    void cache.client?.invalidateQueries();
  });
  let shownTo: string | undefined;
  return {
    isOtherReader(email) {
      const isOther = shownTo !== undefined && shownTo !== email && session.attempt().status !== 'done';
      shownTo = email;
      return isOther && email !== '';
    },
    api: { session, call: dashboard.call, fetch, leaveFor: environment.leaveFor },
    startDashboard: dashboard.start,
    host: hostStore,
    connection,
    plainFetch: environment.fetch,
    // As with the session: in a frame, drafts stay in memory, because the chat tool must leave nothing in the browser
    // storage.
    tabStorage: host.isFramed ? memoryStorage() : environment.tabStorage,
    notices: createNotices(),
    language,
    reader,
    browserZone: environment.browserZone,
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
