import { createContext, useContext, useSyncExternalStore } from 'react';
import type { DashboardCall } from './answerCallsFromDashboardReply.ts';
import type { Call, ClientDeps } from './apiClient.ts';
import type { Attempt, SessionState, SessionStore } from './sessionStore.ts';

export interface Api {
  readonly call: Call;
  readonly takeFromDashboard: DashboardCall['take'];
  readonly session: SessionStore;
  /** Only for downloads of files, whose reply is not JSON. All other requests use `call`. */
  readonly fetch: ClientDeps['fetch'];
  readonly leaveFor: (url: string) => void;
}

export const ApiContext = createContext<Api | undefined>(undefined);

export const useApi = (): Api => {
  const api = useContext(ApiContext);
  if (api === undefined) throw new Error('ApiContext is missing');
  return api;
};

export const useSession = (): SessionState => {
  const { session } = useApi();
  return useSyncExternalStore(session.subscribe, session.state);
};

export const useAttempt = (): Attempt => {
  const { session } = useApi();
  return useSyncExternalStore(session.subscribe, session.attempt);
};
