import { readFileSync } from 'node:fs';

/** Bytes that this process has handed to the system for writing, where the system tells; elsewhere NaN. */
export const bytesWritten = (): number => {
  try {
    return Number(/^wchar: (\d+)$/m.exec(readFileSync('/proc/self/io', 'utf8'))?.[1] ?? Number.NaN);
  } catch {
    return Number.NaN;
  }
};
