import { randomBytes } from 'node:crypto';
import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const hasCode = (error: unknown, code: string): boolean =>
  typeof error === 'object' && error !== null && 'code' in error && error.code === code;

const read = (file: string): string | undefined => {
  try {
    return readFileSync(file, 'utf8').trim();
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return undefined;
    throw error;
  }
};

/**
 * Gives the written file its final name, unless another process has created that file meanwhile. An empty file is
 * replaced: an earlier version left it when the disk was full.
 */
const putInPlace = (written: string, file: string): void => {
  if (read(file) === '') {
    renameSync(written, file);
    return;
  }
  try {
    linkSync(written, file);
  } catch (error) {
    // Some file systems have no hard links.
    if (!hasCode(error, 'EEXIST')) renameSync(written, file);
  }
};

/**
 * Returns the session secret of an embedded installation. The first start creates it in a file in the data folder,
 * which must exist. The file is complete as soon as it exists. Only its owner may read it.
 */
export const readOrCreateSecret = (dataDir: string): string => {
  const file = path.join(dataDir, 'session-secret');
  const kept = read(file);
  if (kept !== undefined && kept !== '') return kept;
  const written = `${file}.${randomBytes(6).toString('hex')}`;
  try {
    writeFileSync(written, randomBytes(48).toString('base64url'), { mode: 0o600, flag: 'wx', flush: true });
    putInPlace(written, file);
  } finally {
    rmSync(written, { force: true });
  }
  return readFileSync(file, 'utf8').trim();
};
