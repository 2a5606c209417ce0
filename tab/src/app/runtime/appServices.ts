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
import { createNewVersionCheck } from './newVersionCheck.ts';
import type { NewVersionDeps } from './newVersionCheck.ts';
import { createLanguageStore } from './pageLanguageStore.ts';
import { watchedFetch } from './connectionTrackingFetch.ts';
import type { LanguageStore } from './pageLanguageStore.ts';

interface HostDeps {
  /** False if the page is not in a frame. The code that connects to a host is then not loaded. */
  readonly isFramed: boolean;
  readonly load: () => Promise<TeamsApi>;
}

/** The functions of the browser that the app uses, so that tests can replace them. */
export interface Environment {
  readonly fetch: ClientDeps['fetch'];
  readonly reader: Omit<Reader, 'locale'>;
  /** Returns the browser's current time zone, which can change while the page is open. */
  readonly browserZone: () => string;
  /** The reader's preferred languages as BCP 47 tags, best first. */
  readonly languages: readonly string[];
  readonly host: HostDeps;
  readonly storage: SafeStorage;
  /** Storage that belongs to this browser tab. The browser deletes it when the tab closes. */
  readonly tabStorage: SafeStorage;
  /** Number of repeats of a failed read; see `createQueryClient`. */
  readonly retries: number;
  readonly entryScript: NewVersionDeps['entryScript'];
  readonly reloadPage: () => void;
  readonly leaveFor: (url: string) => void;
}

/** The cached data of the signed-in person; dropped when this person signs out or another one signs in. */
export interface DataCache {
  owner: string;
  client: QueryClient | undefined;
  /** Deletes the cached data and all drafts of the person, so that the next person cannot see them. */
  forget: () => void;
}

export interface Services {
  readonly api: Api;
  readonly startDashboard: DashboardCall['start'];
  readonly host: HostStore;
  readonly connection: ConnectionStore;
  /** `fetch` without the reports to `connection`. The probe of the server uses it. */
  readonly plainFetch: ClientDeps['fetch'];
  readonly tabStorage: SafeStorage;
  readonly notices: Notices;
  readonly language: LanguageStore;
  readonly reader: Omit<Reader, 'locale'>;
  readonly browserZone: () => string;
  readonly cache: DataCache;
  /**
   * Stores the email address of the reader. Returns true if it differs from the address of the previous call without a
   * sign-in on this page meanwhile: another person has then signed in in another browser tab.
   */
  readonly isOtherReader: (email: string) => boolean;
  readonly retries: number;
  readonly reloadPage: () => void;
  /** Resolves to true if the server has been updated since the page was opened. Never rejects. */
  readonly isNewVersionServed: () => Promise<boolean>;
}

/** Finds the host that embeds the page. Never rejects, so that the app also starts without the host. */
const findHost = async ({ isFramed, load }: HostDeps, late: (host: Host) => void): Promise<Host> => {
  if (!isFramed) return { kind: 'browser' };
  // Loads the library while our own module loads too. `connectHost` handles a failed load, so the empty handler only
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
      // Sets the host's language before the host is published, so that no page appears in another language first.
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
  // In a frame, the session starts in memory: the frame may belong to Microsoft Teams, where the app must leave nothing
  // in the browser's storage. If the parent turns out to be another page, `startHost` moves the session to that
  // storage.
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
    // Loads the module on demand, because only pages inside Microsoft Teams need it.
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
    // Texts of the server are in the language of their request, so after a change of language all data is read again.
    dashboard.drop();
    void cache.client?.invalidateQueries();
  });
  let shownTo: string | undefined;
  return {
    isOtherReader(email) {
      const isOther = shownTo !== undefined && shownTo !== email && session.attempt().status !== 'done';
      shownTo = email;
      return isOther && email !== '';
    },
    api: { session, call: dashboard.call, takeFromDashboard: dashboard.take, fetch, leaveFor: environment.leaveFor },
    startDashboard: dashboard.start,
    host: hostStore,
    connection,
    plainFetch: environment.fetch,
    // Like the session, drafts in a frame stay in memory, because inside Microsoft Teams the app must leave nothing in
    // the browser's storage.
    tabStorage: host.isFramed ? memoryStorage() : environment.tabStorage,
    notices: createNotices(),
    language,
    reader,
    browserZone: environment.browserZone,
    cache,
    retries,
    reloadPage,
    isNewVersionServed: createNewVersionCheck({ ...environment, clock: reader.clock }),
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
