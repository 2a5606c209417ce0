import { mkdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { withDeadline } from '#contracts/withDeadline.ts';
import { StoreError } from '../store/tableStorePort.ts';

// Creates the data folder without blocking the only thread, because the disk of the folder may never respond.

/** Thrown if the data folder cannot be created. The message is a sentence for the person who started the server. */
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

/** True if a thread of this process waits for a disk that does not respond. Such a process can only be killed. */
export const isHeldByDisk = (): boolean => unanswered > 0;

/**
 * Creates a folder and its parents. Node's recursive mkdir never returns if an existing folder, such as /proc, reports
 * a new folder in it as not found.
 */
const make = async (folder: string): Promise<void> => {
  if (await isFolder(folder)) return;
  const parent = path.dirname(folder);
  if (parent !== folder) await make(parent);
  try {
    await mkdir(folder);
  } catch (error) {
    // If another process created the folder first, there is no error.
    if (!(await isFolder(folder))) throw error;
  }
};

/** Error codes of faults that may disappear without a change of the settings. */
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

/**
 * Creates the folder and its parents. Throws NoFolderError if it cannot be created, or if the disk does not respond in
 * time.
 */
export const makeFolder = async (folder: string): Promise<void> => {
  try {
    await withDeadline(counted(make(path.resolve(folder))), patienceMs, () => {
      throw new NoFolderError(folder, `does not answer within ${patienceMs / 1000} s`);
    });
  } catch (error) {
    if (error instanceof NoFolderError || passing.has(codeOf(error))) throw error;
    throw new NoFolderError(folder, `cannot be created (${codeOf(error)})`, error);
  }
};
