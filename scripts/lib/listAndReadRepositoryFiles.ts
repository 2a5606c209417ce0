import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';

export interface TextFile {
  readonly path: string;
  readonly text: string;
}

/** Runs git and returns the non-empty lines that it prints. */
export const gitLines = (...words: readonly string[]): readonly string[] =>
  execFileSync('git', ['-c', 'core.quotePath=off', ...words], { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 })
    .split('\n')
    .filter((line) => line !== '');

/** Returns every existing file of the repository, also one that git does not track yet; ignored files are left out. */
export const listRepositoryFiles = (): readonly string[] =>
  gitLines('ls-files', '--cached', '--others', '--exclude-standard').filter((file) => existsSync(file));

export const readTextFiles = (files: readonly string[]): readonly TextFile[] =>
  files.map((file) => ({ path: file, text: readFileSync(file, 'utf8') }));
