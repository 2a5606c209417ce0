import { createWriteStream, readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { finished } from 'node:stream/promises';
import { ZipFile } from 'yazl';

/** Returns the relative paths of all files below a folder, sorted so that the result is reproducible. */
export const filesBelow = (place: string): string[] =>
  readdirSync(place, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(place, path.join(entry.parentPath, entry.name)).split(path.sep).join('/'))
    .sort();

// A local date, because a zip stores local times: the bytes are then the same in any zone of the build machine.
const everAt = new Date(2020, 0, 1);

/** Zips a folder reproducibly: the same files give the same bytes. */
export const zipFolder = async (from: string, to: string): Promise<void> => {
  const zip = new ZipFile();
  for (const name of filesBelow(from))
    zip.addBuffer(readFileSync(path.join(from, name)), name, {
      ...{ mtime: everAt, mode: 0o100644, compressionLevel: 9, forceDosTimestamp: true },
    });
  zip.end();
  const file = createWriteStream(to);
  zip.outputStream.pipe(file);
  await finished(file);
};
