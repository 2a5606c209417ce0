import { existsSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';

const newestUnder = (place: string): number => {
  if (!existsSync(place)) return 0;
  const stat = statSync(place);
  if (!stat.isDirectory()) return stat.mtimeMs;
  return Math.max(
    0,
    ...readdirSync(place, { withFileTypes: true })
      .filter((entry) => !['node_modules', 'dist', 'dist-types'].includes(entry.name))
      .map((entry) => newestUnder(path.join(place, entry.name))),
  );
};

/** True if the output is missing or older than one of its sources. */
export const isOutputStale = (built: string, sources: readonly string[]): boolean =>
  !existsSync(built) || Math.max(...sources.map(newestUnder)) > statSync(built).mtimeMs;

/** Entry file of the production server. Its bundle contains all packages except the native ones. */
export const serverFile = 'dist/server.js';

/** True if the bundle of the server is missing or older than its sources. */
export const isServerStale = (): boolean =>
  isOutputStale(serverFile, ['bot/src', 'scripts/run/serve.ts', 'package-lock.json']);
