import { Agent, createServer, request } from 'node:http';
import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface RoundRobin {
  readonly port: number;
  /** Number of requests that each port received. */
  readonly given: ReadonlyMap<number, number>;
  close(): Promise<void>;
}

interface Way {
  /** Returns the ports to try, in this order. */
  readonly ports: () => readonly number[];
  readonly headersOf?: (headers: OutgoingHttpHeaders) => OutgoingHttpHeaders;
}

const bodyOf = async (req: IncomingMessage): Promise<Buffer> => {
  const parts: Buffer[] = [];
  for await (const part of req) parts.push(part as Buffer);
  return Buffer.concat(parts);
};

/**
 * Starts a minimal load balancer. It skips a server that does not listen, and answers 502 if a server closes the
 * connection.
 */
const startForwarding = async ({ ports, headersOf = (headers) => headers }: Way): Promise<RoundRobin> => {
  const agent = new Agent({ keepAlive: true });
  const input = new Map<number, number>();

  const forward = (req: IncomingMessage, body: Buffer, res: ServerResponse, left: readonly number[]): void => {
    const [port, ...others] = left;
    // writeHead and end are separate calls, because restify replaces writeHead by a version that returns nothing.
    const refuse = (): void => {
      res.writeHead(502);
      res.end();
    };
    if (port === undefined) {
      refuse();
      return;
    }
    const { method = 'GET', url = '/', headers } = req;
    const asked = request({ agent, port, host: '127.0.0.1', method, path: url, headers }, (reply) => {
      input.set(port, (input.get(port) ?? 0) + 1);
      res.writeHead(reply.statusCode ?? 502, headersOf(reply.headers));
      reply.on('error', () => res.destroy());
      reply.pipe(res);
    });
    asked.on('error', (error: NodeJS.ErrnoException) => {
      if (res.headersSent || res.destroyed) res.destroy();
      // The server received nothing, so another server may get the request. After any other error the server may
      // already have processed it.
      else if (error.code === 'ECONNREFUSED') forward(req, body, res, others);
      else refuse();
    });
    asked.end(body);
  };

  const server = createServer((req, res) => {
    bodyOf(req).then(
      (body) => {
        forward(req, body, res, ports());
      },
      () => res.destroy(),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    given: input,
    close: () =>
      new Promise((resolve) => {
        agent.destroy();
        server.close(() => {
          resolve();
        });
        server.closeAllConnections();
      }),
  };
};

/** Starts a load balancer that sends requests to these ports in turn. */
export const startRoundRobin = (ports: readonly number[]): Promise<RoundRobin> => {
  let turn = 0;
  return startForwarding({
    ports: () => {
      turn = (turn + 1) % ports.length;
      return [...ports.slice(turn), ...ports.slice(0, turn)];
    },
  });
};

/**
 * Starts a proxy in front of a table service. It replaces the service's date by the test's clock, because servers
 * compare their own clock with that date.
 */
export const startDated = (port: number, now: () => number): Promise<RoundRobin> =>
  startForwarding({
    ports: () => [port],
    headersOf: (headers) => ({ ...headers, date: new Date(now()).toUTCString() }),
  });
