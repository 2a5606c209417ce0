import path from 'node:path';
import { build as buildVite } from 'vite';
import { bundleProgram } from '../lib/bundleNodePrograms.ts';
import type { Bundling } from '../lib/bundleNodePrograms.ts';
import { isOutputStale, isServerStale, serverFile } from '../lib/isOutputStale.ts';

export const webDir = 'tab/dist';

/**
 * Modules at which the server's bundle is divided into files of similar size, because Node needs memory for the
 * largest file while it parses it.
 */
const serverParts = [
  ...['bot/src/composition/composeRoutesAndHttpServer.ts', 'bot/src/jobs/engine/engineAndHeartbeat.ts'],
  ...['restify', 'http-signature', 'lodash'],
];

/** Bundles the server and the program of its worker thread. */
export const bundleServer = async (outDir: string, how: Bundling = {}): Promise<void> => {
  await bundleProgram('bot/src/workers/exportFileWorker.ts', outDir, 'sheetFile', how);
  await bundleProgram('scripts/run/serve.ts', outDir, path.basename(serverFile, '.js'), { ...how, parts: serverParts });
};

export const buildServer = (): Promise<void> => bundleServer(path.dirname(serverFile));

export const buildWeb = async (): Promise<void> => {
  // Vite sets NODE_ENV to production for the whole process, so the old value is restored for the programs that start
  // later.
  const { NODE_ENV } = process.env;
  try {
    await buildVite({ configFile: 'tab/vite.config.ts', logLevel: 'warn' });
  } finally {
    if (NODE_ENV === undefined) delete process.env['NODE_ENV'];
    else process.env['NODE_ENV'] = NODE_ENV;
  }
};

/** Builds each output that is missing or older than its sources. */
export const buildStale = async (): Promise<void> => {
  const ofWeb = ['tab/src', 'tab/index.html', 'tab/vite.config.ts', 'tab/public', 'bot/src/contracts'];
  if (isOutputStale(`${webDir}/index.html`, [...ofWeb, 'package-lock.json'])) await buildWeb();
  if (isServerStale()) await buildServer();
};

if (process.argv[1]?.endsWith('build.ts') === true) {
  await buildWeb();
  await buildServer();
}
