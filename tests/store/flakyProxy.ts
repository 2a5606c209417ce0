import { once } from 'node:events';
import { createServer, request } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * Treatment of a request: forwarded; forwarded without returning the reply; answered 503 without an effect; never
 * answered.
 */
export type Fate = 'pass' | 'lose the answer' | 'refuse' | 'hang';

export interface FlakyProxy {
  readonly url: string;
  /** Sets the treatments of the next requests, in order. Later requests are forwarded. */
  plan(...fates: readonly Fate[]): void;
  /** Returns the number of requests since the last call of `plan`. */
  requests(): number;
  stop(): Promise<void>;
}

const passOn = (target: URL, incoming: IncomingMessage, answered: (upstream: IncomingMessage) => void): void => {
  const { method = 'GET', url = '/', headers } = incoming;
  const outgoing = request({ hostname: target.hostname, port: target.port, method, path: url, headers }, answered);
  incoming.pipe(outgoing);
};

interface FlakyProxyOptions {
  /** Date header of forwarded replies; if it is undefined, they keep the header of the table service. */
  readonly date: string;
  /** Called when a request that is never answered has arrived. */
  readonly onHang: () => void;
}

/** Starts a proxy in front of a table service. */
export const startFlakyProxy = async (
  targetUrl: string,
  { date, onHang }: Partial<FlakyProxyOptions> = {},
): Promise<FlakyProxy> => {
  const target = new URL(targetUrl);
  let fates: Fate[] = [];
  let count = 0;

  const handle = (incoming: IncomingMessage, answer: ServerResponse): void => {
    count += 1;
    const fate = fates.shift() ?? 'pass';
    switch (fate) {
      case 'pass':
        passOn(target, incoming, (upstream) => {
          answer.writeHead(upstream.statusCode ?? 500, { ...upstream.headers, ...(date !== undefined && { date }) });
          upstream.pipe(answer);
        });
        return;
      case 'lose the answer':
        passOn(target, incoming, (upstream) => {
          upstream.resume().once('end', () => answer.destroy());
        });
        return;
      case 'refuse':
        incoming.resume();
        // writeHead and end are separate calls: an earlier suite may have installed restify's writeHead, which returns
        // nothing.
        answer.writeHead(503);
        answer.end();
        return;
      case 'hang':
        incoming.resume();
        onHang?.();
    }
  };

  const server = createServer(handle).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}${target.pathname}`,
    plan: (...coming) => {
      fates = [...coming];
      count = 0;
    },
    requests: () => count,
    stop: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
};
