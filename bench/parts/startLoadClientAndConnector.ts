import { fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';

export interface LoadOrder {
  readonly url: string;
  readonly method: 'GET' | 'POST';
  readonly headers: Readonly<Record<string, string>>;
  /** One request is sent for each body; null = a request without a body. */
  readonly bodies: readonly (string | null)[];
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

/** Returns the path of a process file, which the benchmark runner bundles into the same folder as this code. */
const programOf = (name: string): string => path.resolve('dist/bench', `${name}.js`);

export interface LoadClient {
  send(order: LoadOrder): Promise<LoadResult>;
  end(): void;
}

export const startLoadClient = (): LoadClient => {
  const child = fork(programOf('loadClient'));
  return {
    send: async (order) => {
      child.send(order);
      const [result] = (await once(child, 'message')) as [LoadResult];
      if (result.failed > 0) throw new Error(`${result.failed} of ${order.bodies.length} requests failed`);
      return result;
    },
    end: () => {
      child.disconnect();
    },
  };
};

export const startConnector = async (): Promise<{ readonly url: string; end(): void }> => {
  const child = fork(programOf('fakeConnectorProcess'));
  const [port] = (await once(child, 'message')) as [number];
  return {
    url: `http://127.0.0.1:${port}/`,
    end: () => {
      child.disconnect();
    },
  };
};
