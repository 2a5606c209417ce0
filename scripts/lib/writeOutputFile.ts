import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';

export const writeNamedFile = (usual: string, text: string): void => {
  const file = process.argv[2] ?? usual;
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, text);
  process.stdout.write(`${file}\n`);
};

/** Writes a generated file in the format that `npm run check` requires. */
export const writeFormatted = (file: string, text: string): void => {
  writeFileSync(file, text);
  execFileSync(process.execPath, ['node_modules/oxfmt/bin/oxfmt', file], { stdio: 'inherit' });
};
