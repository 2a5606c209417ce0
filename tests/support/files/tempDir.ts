import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * Creates a temporary folder before the tests of a file and removes it afterwards. Returns a function that returns the
 * path of a name inside it.
 */
export const useTempDir = (): ((name: string) => string) => {
  let folder = '';
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'rollcall-'));
  });
  afterAll(() => {
    rmSync(folder, { recursive: true, force: true });
  });
  return (name) => join(folder, name);
};
