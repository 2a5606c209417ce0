import { readFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { boundedMemo } from '#contracts/boundedMapAndMemos.ts';

// Reads the web build through its manifest. Needs a build in tab/dist.

export const webDir = path.resolve('tab/dist');

interface Chunk {
  readonly file: string;
  readonly imports?: readonly string[];
  readonly isDynamicEntry?: boolean;
}

export type Manifest = Readonly<Record<string, Chunk>>;

export const readManifest = (): Manifest =>
  JSON.parse(readFileSync(path.join(webDir, '.vite/manifest.json'), 'utf8')) as Manifest;

/** Returns the files that a page fetches before it can draw: its sources and all their static imports. */
export const filesOf = (manifest: Manifest, sources: readonly string[]): readonly string[] => {
  const files = new Set<string>();
  const add = (source: string): void => {
    const chunk = manifest[source];
    if (chunk === undefined) throw new Error(`The build has no chunk of ${source}.`);
    if (files.has(chunk.file)) return;
    files.add(chunk.file);
    chunk.imports?.forEach(add);
  };
  sources.forEach(add);
  return [...files].filter((file) => file.endsWith('.js'));
};

// Most pages share files, so each file is compressed once.
const gzippedLength = boundedMemo(
  (file: string): number => gzipSync(readFileSync(path.join(webDir, file)), { level: 9 }).length,
  { capacity: 1_000 },
);

/** Returns the total gzipped size of the files, as the server sends them. */
export const gzipBytes = (files: readonly string[]): number =>
  files.reduce((sum, file) => sum + gzippedLength(file), 0);
