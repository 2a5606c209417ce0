import { chmodSync, closeSync, existsSync, openSync } from 'node:fs';

// The store contains everything that people wrote, so only the user of the operating system that runs the server may
// read its files. SQLite gives its log and its index the access rights of the database file, regardless of the umask of
// the process.

const ownerOnly = 0o600;
const ends = ['', '-wal', '-shm'] as const;

const restrict = (file: string): void => {
  try {
    chmodSync(file, ownerOnly);
  } catch {
    // The file belongs to another user of the operating system, who decides who may read it, or its disk has no access
    // rights. The store is usable in both cases, so the fault is ignored.
  }
};

/**
 * Creates a missing file and removes the access rights of other users of the operating system. Ignores other errors:
 * the driver reports them when it opens the file.
 */
export const restrictFileMode = (file: string): void => {
  try {
    closeSync(openSync(file, 'a', ownerOnly));
  } catch {
    return;
  }
  for (const end of ends) if (existsSync(`${file}${end}`)) restrict(`${file}${end}`);
};
