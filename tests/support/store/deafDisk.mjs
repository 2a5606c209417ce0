import { execFileSync } from 'node:child_process';
import fs from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';

// Preloaded into a program, so that every file operation blocks for ever: it opens a pipe without a writer, which
// blocks the thread as a network share without a server does.

const pipe = process.env['DEAF_PIPE'] ?? '';
execFileSync('mkfifo', [pipe]);
fs.stat = () => {
  process.stdout.write('waiting for the disk\n');
  return fs.open(pipe, 'r');
};
syncBuiltinESMExports();
