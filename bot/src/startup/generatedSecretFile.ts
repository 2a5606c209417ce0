import { randomBytes } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
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
 * Returns the session secret of an embedded installation. The first start creates it in a file in the data folder, which must
 * exist. Only the owner of the file may read it.
 */
export const readOrCreateSecret = (dataDir: string): string => {
  const file = path.join(dataDir, 'session-secret');
  const kept = read(file);
  if (kept !== undefined && kept !== '') return kept;
  try {
    writeFileSync(file, randomBytes(48).toString('base64url'), { mode: 0o600, flag: 'wx' });
  } catch (error) {
    // Another process created the file at the same moment, so its secret is read below.
    if (!hasCode(error, 'EEXIST')) throw error;
  }
  return read(file) ?? '';
};
