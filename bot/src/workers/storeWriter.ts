import { parentPort, workerData } from 'node:worker_threads';
import { createCommit } from '../store/sqlite/commit.ts';
import { connect } from '../store/sqlite/connection.ts';
import { groupOf, replyOf } from '../store/sqlite/thread.ts';
import type { FromThread, ThreadJob, ToThread } from '../store/sqlite/thread.ts';

// The thread that writes the store file: what fails but by the driver ends it, which its owner hears.

const { file } = workerData as ThreadJob;
const connection = connect(file);
const commit = createCommit(connection);
const reply = (what: FromThread): void => parentPort?.postMessage(what);

parentPort?.on('message', (message: ToThread) => {
  if (message !== null) {
    reply(replyOf(commit(groupOf(message))));
    return;
  }
  connection.close();
  parentPort?.close();
});
reply(null);
