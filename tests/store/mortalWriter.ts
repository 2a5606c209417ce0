// The thread that writes the store file, which dies of a group that says so: in the middle of a transaction.
import { parentPort, workerData } from 'node:worker_threads';
import { connect } from '../../bot/src/store/sqlite/connection.ts';
import type { ThreadJob } from '../../bot/src/store/sqlite/thread.ts';

const { file } = workerData as ThreadJob;

parentPort?.on('message', (message: unknown) => {
  if (typeof message !== 'string' || !message.includes('die of this')) return;
  const dying = connect(file);
  dying.statement('BEGIN IMMEDIATE').run();
  dying.statement("INSERT INTO Team (pk, rk, etag, v) VALUES ('half', 'done', 'e', '{}')").run();
  throw new Error('as it was told');
});
await import('../../bot/src/workers/storeWriter.ts');
