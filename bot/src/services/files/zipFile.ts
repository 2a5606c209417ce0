import { PassThrough, Readable } from 'node:stream';
import { ZipFile } from 'yazl';

export interface ZipEntry {
  /** Name of the file, in ASCII only. It is written in the code, never entered by a person. */
  readonly name: string;
  readonly text: () => Iterable<string> | AsyncIterable<string>;
}

/**
 * Returns a stream of the entries as one zip file. An entry is read only when the one before it is complete, and only
 * as fast as the receiver reads.
 */
export const zipOf = (entries: readonly ZipEntry[], atMs: number): Readable => {
  const zip = new ZipFile();
  const out = new PassThrough();
  let current: Readable | undefined;
  zip.on('error', (error: Error) => out.destroy(error));
  // If the receiver disconnects, the current entry is not read any further.
  out.once('close', () => current?.destroy());
  for (const { name, text } of entries)
    zip.addReadStreamLazy(name, { mtime: new Date(atMs) }, (give) => {
      current = Readable.from(text(), { objectMode: false });
      // yazl does not handle errors of its input. Without this listener, an error while a file is read would end the
      // process.
      current.once('error', (error) => out.destroy(error));
      give(null, current);
    });
  zip.end();
  zip.outputStream.pipe(out);
  return out;
};
