import { Server as NetServer } from 'node:net';
import type { Duplex } from 'node:stream';
import type { Server, ServerResponse } from 'node:http';

/** Durations of the phases of a shutdown, in milliseconds. */
export interface DrainTimes {
  /** Time for which idle connections stay open, because their next request may already be on the network. */
  readonly linger: number;
  /** Time after which all connections that are still open are closed. */
  readonly bound: number;
}

const usualTimes: DrainTimes = { linger: 250, bound: 4500 };
const sweepInterval = 25;

interface Drain {
  readonly isDraining: () => boolean;
  readonly track: (res: ServerResponse) => void;
  /** True if a part of a reply was already sent on this connection. No other data may then be written to it. */
  readonly hasBegunAnswer: (socket: Duplex) => boolean;
  readonly close: () => Promise<void>;
}

/**
 * Creates the function that shuts the server down after its running replies. Each connection closes after its reply;
 * idle connections close after `linger`, and all others after `bound`.
 */
export const createDrain = (server: Server, times: DrainTimes = usualTimes): Drain => {
  const underWay = new Set<ServerResponse>();
  let closing: Promise<void> | undefined;

  const closeAfterResponse = (res: ServerResponse): void => {
    if (!res.headersSent) res.setHeader('Connection', 'close');
  };

  const drain = async (): Promise<void> => {
    underWay.forEach(closeAfterResponse);
    let sweep: NodeJS.Timeout | undefined;
    const sweepFromNow = setTimeout(() => {
      server.closeIdleConnections();
      sweep = setInterval(() => {
        server.closeIdleConnections();
      }, sweepInterval);
    }, times.linger);
    const cut = setTimeout(() => {
      server.closeAllConnections();
    }, times.bound);
    // `http.Server.close()` would also drop connections whose request was sent but not yet read. `net.Server.close()`
    // only stops accepting connections, and calls back when all are closed.
    await new Promise<void>((resolve) => {
      NetServer.prototype.close.call(server, () => {
        resolve();
      });
    });
    clearTimeout(sweepFromNow);
    clearTimeout(cut);
    clearInterval(sweep);
    // All connections are closed by now. This call only ends node's timer that checks for slow requests.
    server.close();
  };

  return {
    isDraining: () => closing !== undefined,
    track: (res) => {
      underWay.add(res);
      res.on('close', () => underWay.delete(res));
      if (closing !== undefined) closeAfterResponse(res);
    },
    hasBegunAnswer: (socket) => [...underWay].some((res) => res.socket === socket && res.headersSent),
    close: () => (closing ??= drain()),
  };
};
