import { Server as NetServer } from 'node:net';
import type { Duplex } from 'node:stream';
import type { Server, ServerResponse } from 'node:http';

/** Milliseconds. */
export interface DrainTimes {
  /** Milliseconds for which idle connections are kept, because their next request may be on its way. */
  readonly linger: number;
  /** After this time, open connections are cut. */
  readonly bound: number;
}

const usualTimes: DrainTimes = { linger: 250, bound: 4500 };
const sweepInterval = 25;

interface Drain {
  readonly isDraining: () => boolean;
  readonly track: (res: ServerResponse) => void;
  /** True if bytes of an answer were already sent on this connection, so that no other data may be written to it. */
  readonly hasBegunAnswer: (socket: Duplex) => boolean;
  readonly close: () => Promise<void>;
}

/** Ends a server without cutting an answer: connections close with the answer they carry, idle ones after a moment's grace. */
export const createDrain = (server: Server, times: DrainTimes = usualTimes): Drain => {
  const underWay = new Set<ServerResponse>();
  let closing: Promise<void> | undefined;

  const sayGoodbye = (res: ServerResponse): void => {
    if (!res.headersSent) res.setHeader('Connection', 'close');
  };

  const drain = async (): Promise<void> => {
    underWay.forEach(sayGoodbye);
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
    // http's own close() would drop connections whose request has been sent but not read yet; net's only stops accepting.
    await new Promise<void>((resolve) => {
      NetServer.prototype.close.call(server, () => {
        resolve();
      });
    });
    clearTimeout(sweepFromNow);
    clearTimeout(cut);
    clearInterval(sweep);
    // Nothing is left to close, but it ends the timer that watches for slow requests.
    server.close();
  };

  return {
    isDraining: () => closing !== undefined,
    track: (res) => {
      underWay.add(res);
      res.on('close', () => underWay.delete(res));
      if (closing !== undefined) sayGoodbye(res);
    },
    hasBegunAnswer: (socket) => [...underWay].some((res) => res.socket === socket && res.headersSent),
    close: () => (closing ??= drain()),
  };
};
