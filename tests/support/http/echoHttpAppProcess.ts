import { monitorEventLoopDelay } from 'node:perf_hooks';
import { existsSync, readdirSync } from 'node:fs';
import { httpApp } from './echoHttpApp.ts';
import type { HttpAppOptions } from './echoHttpApp.ts';
import { fakeClock } from '../data/fakeClock.ts';

// Runs the server in its own process, without a handler for uncaught exceptions, so that an error that would end the
// real server ends this process.

const options = JSON.parse(process.argv[2] ?? '{}') as Partial<HttpAppOptions>;
const app = httpApp({ clock: fakeClock(), ...options });
const lag = monitorEventLoopDelay({ resolution: 10 });
lag.enable();

const connections = (): Promise<number> =>
  new Promise((resolve) => {
    app.server.getConnections((_error, count) => {
      resolve(count);
    });
  });

const measure = async (): Promise<object> => {
  globalThis.gc?.();
  const { heapUsed, rss } = process.memoryUsage();
  const files = existsSync('/proc/self/fd') ? readdirSync('/proc/self/fd').length : 0;
  return { heapUsed, rss, files, connections: await connections(), lagMs: Math.round(lag.max / 1e6) };
};

process.on('message', (request) => {
  void (request === 'measure' ? measure() : connections()).then((figures) => process.send?.(figures));
});
process.on('SIGTERM', () => {
  void app.close().then(() => {
    process.disconnect();
  });
});
void app.listen(0, '127.0.0.1').then(({ port }) => process.send?.({ port }));
