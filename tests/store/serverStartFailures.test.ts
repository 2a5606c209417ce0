import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import { createServer } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';
import path from 'node:path';
import { azuriteCredential } from '../support/fakes/azurite.ts';
import { builtServer, freePort } from '../support/files/freePortsAndBundledPrograms.ts';
import { useTempDir } from '../support/files/tempDir.ts';

// Tests a server process whose store does not start: it must print the reason and end when it gets a signal.

const place = useTempDir();

const realBot = {
  MicrosoftAppId: 'f0000000-0000-4000-8000-000000000001',
  MicrosoftAppTenantId: 'f0000000-0000-4000-8000-000000000002',
};

const start = async (env: Readonly<Record<string, string>>, preload: readonly string[] = [], cwd = '.') => {
  const child = spawn(process.execPath, [...preload, path.resolve(builtServer())], {
    cwd,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, DEMO: 'true', LOG_LEVEL: 'silent', PORT: String(await freePort()), ...env },
  });
  let text = '';
  child.stderr.on('data', (part: Buffer) => (text += part.toString()));
  const ended = once(child, 'close').then(([code, signal]) => ({ end: (code ?? signal) as unknown, output: text }));
  return { child, ended };
};

const deaf = (name: string, timers: 'real' | 'immediate') =>
  start({ DATA_DIR: place(name), DEAF_PIPE: place(`${name}.pipe`), DEAF_TIMERS: timers }, [
    '--import',
    './tests/support/store/blockFileOperations.mjs',
  ]);

it('ends with an explanation if its folder cannot be created', async () => {
  const { ended } = await start({ DATA_DIR: '/proc/rollcall' });
  expect(await ended).toEqual({
    end: 1,
    output:
      'The data folder /proc/rollcall cannot be created (ENOENT). Set DATA_DIR to a folder that the user of this process can create and write.\n',
  });
});

it('ends with an explanation if the disk of its folder never replies', async () => {
  const { ended } = await deaf('deaf', 'immediate');
  expect(await ended).toEqual({
    end: 'SIGKILL',
    output: `The data folder ${place('deaf')} does not answer within 5 s. Set DATA_DIR to a folder that the user of this process can create and write.\n`,
  });
});

it('starts without a web build, as in a fresh clone, and reports that it serves no pages', async () => {
  const [cwd, PORT] = [place('clone'), String(await freePort())];
  mkdirSync(cwd);
  const { child, ended } = await start({ DATA_DIR: place('unbuilt'), PORT, LOG_LEVEL: 'info' }, [], cwd);
  for await (const part of child.stdout) if (String(part).includes('"listening"')) break;
  child.kill('SIGTERM');
  expect(await ended).toEqual({
    ...{
      end: 0,
      output: `There is no web build at ${cwd}/tab/dist: the server serves no pages. Build it with npm run build.\n`,
    },
  });
});

describe('a server that cannot listen', () => {
  const isNotUsable = 'HOST is no address of this machine. Use 127.0.0.1, or 0.0.0.0 for all its addresses.';
  const live = { ...realBot, DEMO: 'false' };

  it('ends with an explanation if HOST is no address of this machine', async () => {
    const env = { ...live, DATA_DIR: place('elsewhere'), PORT: '4000' };
    const [address, name] = await Promise.all([
      start({ ...env, HOST: '192.0.2.1' }),
      start({ ...env, HOST: 'rollcall.invalid', DATA_DIR: place('unknown') }),
    ]);
    expect(await address.ended).toEqual({
      end: 1,
      output: `The server cannot listen on 192.0.2.1:4000: ${isNotUsable}\n`,
    });
    // Without a name server, the machine cannot know that the name does not exist.
    const isUnresolved = 'the name in HOST could not be resolved. Try again later, or use an IP address.';
    const outputs = [isNotUsable, isUnresolved].map(
      (reason) => `The server cannot listen on rollcall.invalid:4000: ${reason}\n`,
    );
    const { end, output } = await name.ended;
    expect([end, outputs.includes(output)]).toEqual([1, true]);
  });

  it('ends with an explanation if the port is taken, also while it waits for its store', async () => {
    const taken = createServer().listen(0, '127.0.0.1');
    await once(taken, 'listening');
    const PORT = String((taken.address() as AddressInfo).port);
    const output = `The server cannot listen on 127.0.0.1:${PORT}: another program listens there already. Choose another PORT.\n`;
    const working = await start({ PORT, DATA_DIR: place('taken') });
    // Nothing answers at this address, so the server waits for its store.
    const tables = { STORE: 'tables', TABLES_URL: 'http://127.0.0.1:9/devstoreaccount1', TABLES_KEY: 'a2V5' };
    const waiting = await start({ ...tables, PORT, DATA_DIR: place('unused') });
    const ends = [await working.ended, await waiting.ended];
    taken.close();
    expect(ends).toEqual([
      { end: 1, output },
      { end: 1, output },
    ]);
  });
});

it('handles the signal while it waits for a disk', async () => {
  const { child, ended } = await deaf('stopped', 'real');
  await once(child.stdout, 'data');
  child.kill('SIGTERM');
  expect(await ended).toEqual({ end: 'SIGKILL', output: '' });
});

it('handles the signal while it waits for a table service', async () => {
  const silent = createServer().listen(0, '127.0.0.1');
  await once(silent, 'listening');
  if (azuriteCredential.kind !== 'emulator') throw new Error('The emulator has a key.');
  const { port } = silent.address() as AddressInfo;
  const { child, ended } = await start({
    ...{ STORE: 'tables', TABLES_URL: `http://127.0.0.1:${port}/devstoreaccount1`, TABLES_KEY: azuriteCredential.key },
    DATA_DIR: place('unused'),
  });
  const [socket] = (await once(silent, 'connection')) as [Socket];
  child.kill('SIGTERM');
  expect(await ended).toEqual({ end: 0, output: '' });
  socket.destroy();
  silent.close();
});
