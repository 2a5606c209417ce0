import { existsSync, statSync } from 'node:fs';
import { rewriteStoreFile } from '../store/sqlite/copyAndLockStoreFiles.ts';
import { BackupRefused } from './backupRefusedError.ts';

export interface Vacuumed {
  readonly before: number;
  readonly after: number;
}

/**
 * Rewrites the store file so that it contains only its current rows, sorted by their keys and in tables of the present
 * layout (decision 096). Earlier versions did not overwrite deleted content, so free pages may still contain it. Throws
 * BackupRefused if the store is missing or in use by a server.
 */
export const vacuumStoreFile = (file: string): Vacuumed => {
  if (!existsSync(file)) throw new BackupRefused(`There is no store at ${file}.`);
  const before = statSync(file).size;
  if (!rewriteStoreFile(file))
    throw new BackupRefused(`The store ${file} is in use. Stop the server first, then vacuum again.`);
  return { before, after: statSync(file).size };
};
