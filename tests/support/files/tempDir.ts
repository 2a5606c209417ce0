import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A folder of its own for the tests of a file, removed after them. Gives paths inside it. */
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
