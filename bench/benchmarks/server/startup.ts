import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { freePort } from '../../../tests/support/files/freePortsAndBundledPrograms.ts';
import { withFolder } from '../../parts/temporaryAndCountingStores.ts';
import { median, rounds } from '../../measureTimesBlockingAndMemory.ts';
import { inMB, inMs, times } from '../../benchmarkTypesAndFigureFormats.ts';
import type { Bench } from '../../benchmarkTypesAndFigureFormats.ts';

const serverFile = 'dist/server.js';

const bareNode = async (): Promise<number> => {
  const begun = performance.now();
  const child = spawn(process.execPath, ['-e', ''], { stdio: 'ignore' });
  await once(child, 'exit');
  return performance.now() - begun;
};

const isReady = (address: string): Promise<boolean> =>
  fetch(address).then(
    (reply) => reply.ok,
    () => false,
  );

const settleMs = 3_000;

/** Returns the milliseconds until /readyz first answers 200, and the memory of the process 3 seconds later in bytes. */
const start = (): Promise<{ readonly ms: number; readonly rss: number }> =>
  withFolder(async (folder) => {
    const port = await freePort();
    const settings = {
      PORT: String(port),
      DATA_DIR: path.join(folder, 'data'),
      SESSION_SECRET: 'a secret of the benchmarks of 32 bytes and more',
      MicrosoftAppId: '11111111-1111-4111-8111-111111111111',
      MicrosoftAppTenantId: '22222222-2222-4222-8222-222222222222',
      LOG_LEVEL: 'error',
    };
    const begun = performance.now();
    const child = spawn(process.execPath, [serverFile], { stdio: 'inherit', env: { ...process.env, ...settings } });
    const address = `http://127.0.0.1:${port}/readyz`;
    while (!(await isReady(address))) {
      if (child.exitCode !== null) throw new Error('The server did not start.');
      await wait(5);
    }
    const ms = performance.now() - begun;
    await wait(settleMs);
    const rss = Number(execFileSync('ps', ['-o', 'rss=', '-p', String(child.pid)], { encoding: 'utf8' })) * 1024;
    child.kill('SIGTERM');
    await once(child, 'exit');
    return { ms, rss };
  });

export const bench: Bench = async () => {
  const runs = await rounds(5, async () => ({ bare: await bareNode(), ...(await start()) }));
  const ratio = median(runs.map((run) => run.ms / run.bare));
  const ms = median(runs.map((run) => run.ms));
  const rss = median(runs.map((run) => run.rss));
  return [
    {
      what: 'start to ready, empty store',
      figure: inMs(ms),
      baseline: `${inMs(median(runs.map((run) => run.bare)))} Node without a program`,
      ratio: times(ratio),
      target: '≤ 600 ms',
      isMet: ms <= 600,
    },
    { what: '– memory at rest (RSS)', figure: inMB(rss), target: '≤ 150 MB', isMet: rss <= 150e6 },
  ];
};
