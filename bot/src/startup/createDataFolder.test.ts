import { existsSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import files from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { isHeldByDisk, makeFolder, NoFolderError } from './createDataFolder.ts';

let place = '';
beforeEach(() => {
  place = mkdtempSync(path.join(tmpdir(), 'rollcall-folder-'));
});
afterEach(() => {
  rmSync(place, { recursive: true, force: true });
});

const refusal = async (folder: string): Promise<unknown> => makeFolder(folder).catch((error: unknown) => error);

it('creates a folder with its parents, for several callers at once, and uses an existing one', async () => {
  const folder = path.join(place, 'a', 'b', 'c');
  await Promise.all([makeFolder(folder), makeFolder(folder), makeFolder(path.join(place, 'a', 'd'))]);
  await makeFolder(folder);
  expect([existsSync(folder), existsSync(path.join(place, 'a', 'd'))]).toEqual([true, true]);
});

it('names a folder that cannot be created, with the reason', async () => {
  const [file, link] = [path.join(place, 'file'), path.join(place, 'link')];
  writeFileSync(file, '');
  symlinkSync(path.join(place, 'nowhere'), link);
  for (const [folder, code] of [
    [file, 'EEXIST'],
    [path.join(file, 'below'), 'EEXIST'],
    [link, 'EEXIST'],
    // /proc exists but reports every new name as not found. Node's own mkdir would retry forever.
    ['/proc/rollcall', 'ENOENT'],
    ['/proc/rollcall/below', 'ENOENT'],
  ] as const) {
    const error = await refusal(folder);
    expect(error).toBeInstanceOf(NoFolderError);
    expect(isHeldByDisk()).toBe(false);
    expect((error as Error).message).toBe(
      `The data folder ${folder} cannot be created (${code}). Set DATA_DIR to a folder that the user of this process can create and write.`,
    );
  }
});

it('waits at most the configured time for a disk that does not answer', async () => {
  const stat = jest.spyOn(files, 'stat').mockReturnValueOnce(new Promise(() => undefined));
  jest.useFakeTimers();
  const refused = refusal(path.join(place, 'hung'));
  jest.advanceTimersByTime(5_000);
  const error = await refused;
  jest.useRealTimers();
  stat.mockRestore();
  expect(isHeldByDisk()).toBe(true);
  expect(error).toBeInstanceOf(NoFolderError);
  expect((error as Error).message).toContain(`${path.join(place, 'hung')} does not answer within 5 s`);
});

it('does not treat a full disk as permanent', async () => {
  const full = Object.assign(new Error('full'), { code: 'ENOSPC' });
  const mkdir = jest.spyOn(files, 'mkdir').mockRejectedValueOnce(full);
  expect(await refusal(path.join(place, 'full'))).toBe(full);
  mkdir.mockRestore();
});
