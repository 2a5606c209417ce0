import type { ClientDeps } from '../api/client.ts';
import type { ConnectionStore } from '../api/connection.ts';
import { isAnswered } from './watchedFetch.ts';

const probeMs = 5000;

/** Whether the server is there. Never rejects. */
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

/** Asks again and again, ever less often, until somebody answers; until then the server is lost. Returns what ends it. */
export const askUntilThere = (isServerThere: () => Promise<boolean>, connection: ConnectionStore): (() => void) => {
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
