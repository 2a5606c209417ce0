import type { ClientDeps } from '../../api/client/apiClient.ts';
import type { ConnectionStore } from '../../api/client/serverConnectionState.ts';
import { isAnswered } from './connectionTrackingFetch.ts';

const probeMs = 5000;

/** True if the server answers within the time limit. Never rejects: a network error counts as no answer. */
export const probe = async (fetch: ClientDeps['fetch']): Promise<boolean> => {
  try {
    const signal = AbortSignal.timeout(probeMs);
    return isAnswered(await fetch('/healthz', { method: 'GET', cache: 'no-store', signal }));
  } catch {
    return false;
  }
};

const firstWaitMs = 2000;
const longestWaitMs = 15_000;

/**
 * Probes the server until it answers: at once, after 2 s, and then at intervals that double up to 15 s. Reports each
 * failed probe to `connection`. Returns the function that stops the probing.
 */
export const pollUntilPresent = (isServerThere: () => Promise<boolean>, connection: ConnectionStore): (() => void) => {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isOver = false;
  const ask = async (waitMs: number): Promise<void> => {
    const isThere = await isServerThere();
    if (isOver) return;
    if (isThere) connection.heard(true);
    else {
      connection.lost();
      timer = setTimeout(() => void ask(Math.min(waitMs * 2, longestWaitMs)), waitMs);
    }
  };
  void ask(firstWaitMs);
  return () => {
    isOver = true;
    clearTimeout(timer);
  };
};
