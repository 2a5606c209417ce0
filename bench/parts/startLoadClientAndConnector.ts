import { fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';

export interface LoadOrder {
  readonly url: string;
  readonly method: 'GET' | 'POST';
  readonly headers: Readonly<Record<string, string>>;
  /** One request is sent for each body; null = a request without a body. */
  readonly bodies: readonly (string | null)[];
  /** Authorization header of each request, in the order of the bodies; left out = `headers` has it, or there is none. */
  readonly authorizations?: readonly string[];
  readonly atOnce: number;
}

export interface LoadResult {
  readonly ms: number;
  /** Latency of each request in milliseconds. */
  readonly latencies: readonly number[];
  /** Number of replies with a status other than 200. */
  readonly failed: number;
  /** Size of the shortest reply in bytes; a benchmark checks it to detect an empty reply. */
  readonly shortest: number;
}

/** Starts a file of bench/processes, which the benchmark runner bundles into the same folder as this code. */
const startProcess = (name: 'loadClientProcess' | 'fakeConnectorProcess') =>
  fork(path.resolve('dist/bench', `${name}.js`));

/** Returns the next message of the process. Throws if the process ends before it sends one. */
const nextMessage = async (child: ReturnType<typeof startProcess>): Promise<unknown> => {
  const ended = new AbortController();
  const { signal } = ended;
  const end = async (): Promise<never> => {
    const [code] = (await once(child, 'exit', { signal })) as [number | null];
    throw new Error(`A process of the benchmark ended with ${code ?? 'a signal'}`);
  };
  try {
    const [message] = (await Promise.race([once(child, 'message', { signal }), end()])) as [unknown];
    return message;
  } finally {
    ended.abort();
  }
};

export interface LoadClient {
  send(order: LoadOrder): Promise<LoadResult>;
  end(): void;
}

export const startLoadClient = (): LoadClient => {
  const child = startProcess('loadClientProcess');
  return {
    send: async (order) => {
      child.send(order);
      const result = (await nextMessage(child)) as LoadResult;
      if (result.failed > 0) throw new Error(`${result.failed} of ${order.bodies.length} requests failed`);
      return result;
    },
    end: () => {
      child.disconnect();
    },
  };
};

export const startConnector = async (): Promise<{ readonly url: string; end(): void }> => {
  const child = startProcess('fakeConnectorProcess');
  const port = (await nextMessage(child)) as number;
  return {
    url: `http://127.0.0.1:${port}/`,
    end: () => {
      child.disconnect();
    },
  };
};
