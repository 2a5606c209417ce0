import { execFileSync } from 'node:child_process';
import fs from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';

// Preloaded into a program, so that its `stat` calls of node:fs/promises never end: each opens a pipe without a writer,
// which blocks a thread as a network share without a server does. With DEAF_TIMERS=immediate, timers do not wait.

const pipe = process.env['DEAF_PIPE'] ?? '';
execFileSync('mkfifo', [pipe]);
fs.stat = () => {
  process.stdout.write('waiting for the disk\n');
  return fs.open(pipe, 'r');
};
syncBuiltinESMExports();

if (process.env['DEAF_TIMERS'] === 'immediate') {
  const startTimer = globalThis.setTimeout;
  globalThis.setTimeout = (run, _ms, ...values) => startTimer(run, 0, ...values);
}
