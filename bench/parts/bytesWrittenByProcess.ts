import { readFileSync } from 'node:fs';

/**
 * Returns the number of bytes that this process has written, as the system reports it; NaN on systems that do not
 * report it.
 */
export const bytesWrittenByProcess = (): number => {
  try {
    return Number(/^wchar: (\d+)$/m.exec(readFileSync('/proc/self/io', 'utf8'))?.[1] ?? Number.NaN);
  } catch {
    return Number.NaN;
  }
};
