import { mkdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { StoreError } from '../store/tableStore.ts';

// Creates the data folder. Its disk may never answer, so the only thread must not wait for it.

/** The message is a sentence for the person who started the server. */
export class NoFolderError extends StoreError {
  constructor(folder: string, why: string, cause?: unknown) {
    super(
      'UNAVAILABLE',
      `The data folder ${path.resolve(folder)} ${why}. Set DATA_DIR to a folder that the user of this process can create and write.`,
      { cause },
    );
    this.name = 'NoFolderError';
  }
}

const codeOf = (error: unknown): string =>
  typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : 'unknown';

const isFolder = async (place: string): Promise<boolean> => {
  try {
    return (await stat(place)).isDirectory();
  } catch {
    return false;
  }
};

let unanswered = 0;

/** True if a thread of this process waits for a disk: only a kill ends such a process. */
export const isHeldByDisk = (): boolean => unanswered > 0;

/** Node's own recursive mkdir never ends where a folder that is there refuses another one as not found, such as /proc. */
const make = async (folder: string): Promise<void> => {
  if (await isFolder(folder)) return;
  const parent = path.dirname(folder);
  if (parent !== folder) await make(parent);
  try {
    await mkdir(folder);
  } catch (error) {
    // Unless another process was faster.
    if (!(await isFolder(folder))) throw error;
  }
};

/** Error codes of faults that may end by themselves. */
const passing = new Set(['ENOSPC', 'EDQUOT', 'EIO']);

const patienceMs = 5_000;

const counted = async (work: Promise<void>): Promise<void> => {
  unanswered += 1;
  try {
    await work;
  } finally {
    unanswered -= 1;
  }
};

/** Makes the folder with those above it. Throws NoFolderError when it cannot be made, or does not answer in time. */
export const makeFolder = async (folder: string): Promise<void> => {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => {
      reject(new NoFolderError(folder, `does not answer within ${patienceMs / 1000} s`));
    }, patienceMs);
  });
  try {
    await Promise.race([counted(make(path.resolve(folder))), late]);
  } catch (error) {
    if (error instanceof NoFolderError || passing.has(codeOf(error))) throw error;
    throw new NoFolderError(folder, `cannot be made (${codeOf(error)})`, error);
  } finally {
    clearTimeout(timer);
  }
};
