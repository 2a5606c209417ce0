import { PassThrough, Readable } from 'node:stream';
import { ZipFile } from 'yazl';

export interface ZipEntry {
  /** ASCII, ours. */
  readonly name: string;
  readonly text: () => Iterable<string> | AsyncIterable<string>;
}

/** The files as one zip. Each is read only when the one before is complete, and no faster than the reader takes it. */
export const zipOf = (entries: readonly ZipEntry[], atMs: number): Readable => {
  const zip = new ZipFile();
  const out = new PassThrough();
  let current: Readable | undefined;
  zip.on('error', (error: Error) => out.destroy(error));
  // If the reader disconnected, stop reading.
  out.once('close', () => current?.destroy());
  for (const { name, text } of entries)
    zip.addReadStreamLazy(name, { mtime: new Date(atMs) }, (give) => {
      current = Readable.from(text(), { objectMode: false });
      // yazl does not listen: a file that fails would end the process.
      current.once('error', (error) => out.destroy(error));
      give(null, current);
    });
  zip.end();
  zip.outputStream.pipe(out);
  return out;
};
