import { existsSync, statSync } from 'node:fs';
import { rewriteStoreFile } from '../store/sqlite/storeFiles.ts';
import { BackupRefused } from './backupRefusal.ts';

export interface Vacuumed {
  /** Bytes of the file. */
  readonly before: number;
  readonly after: number;
}

/**
 * Rewrites the store file so that it holds its rows and nothing that was deleted or overwritten before the engine began to erase
 * such pages itself. Throws BackupRefused for a missing store and for one that a server uses.
 */
export const vacuumFile = (file: string): Vacuumed => {
  if (!existsSync(file)) throw new BackupRefused(`There is no store at ${file}.`);
  const before = statSync(file).size;
  if (!rewriteStoreFile(file))
    throw new BackupRefused(`The store ${file} is in use. Stop the server first, then vacuum again.`);
  return { before, after: statSync(file).size };
};
