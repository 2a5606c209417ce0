import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TablesCredential } from '../../../bot/src/store/tables/tableClients.ts';

export interface Azurite {
  readonly url: string;
  readonly credential: TablesCredential;
  stop(): Promise<void>;
}

/** The published account of the emulator, the same on every machine. */
const account = 'devstoreaccount1';
const key = 'Eby8vdM02xNOcqFlqUwJPLlmEtlCDXJ1OUzFT50uSRZ6IFsuFq2UVErCz4I6tq/K1SZFPTOtr/KBHBeksoGMGw==';

export const azuriteCredential: TablesCredential = { kind: 'emulator', account, key };

/**
 * Returns a free port. Azurite accepts port 0 but does not report the port that it then uses, so the test chooses one
 * first.
 */
const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
};

/** Starts an empty in-memory table service on a free port of this machine. */
export const startAzurite = (): Promise<Azurite> => startService('table');
/** Starts an empty in-memory blob service on a free port of this machine. */
export const startAzuriteBlobs = (): Promise<Azurite> => startService('blob');

const startService = async (service: 'table' | 'blob'): Promise<Azurite> => {
  const script = join(process.cwd(), 'node_modules', 'azurite', 'dist', 'src', service, 'main.js');
  const options = ['--silent', '--inMemoryPersistence', '--skipApiVersionCheck', '--disableTelemetry'];
  const port = await freePort();
  const child = spawn(
    process.execPath,
    [script, ...options, `--${service}Host`, '127.0.0.1', `--${service}Port`, String(port)],
    {
      cwd: tmpdir(),
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  await new Promise<void>((resolve, reject) => {
    let text = '';
    child.stdout.on('data', (part: Buffer) => {
      text += part.toString();
      if (/successfully (?:started|listens)/.test(text)) resolve();
    });
    child.once('exit', () => {
      reject(new Error(`azurite ended: ${text}`));
    });
  });
  return {
    url: `http://127.0.0.1:${port}/${account}`,
    credential: azuriteCredential,
    stop: async () => {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const ended = once(child, 'exit');
      child.kill('SIGKILL');
      await ended;
    },
  };
};
