import { spawnSync } from 'node:child_process';
import path from 'node:path';

/** A link and the text that it covers. */
export interface PdfLink {
  readonly url: string;
  /** Undefined if the link covers no text. */
  readonly text?: string;
  /** Points from the left edge of the text to the link, and from the link to the right edge of the text. */
  readonly left: number;
  readonly right: number;
}

export interface ReadPdf {
  /** Texts of each page, in drawing order. */
  readonly pages: readonly (readonly string[])[];
  readonly links: readonly PdfLink[];
  /** Roles of the structure of each page, in reading order. */
  readonly roles: readonly (readonly string[])[];
  readonly bookmarks: readonly { readonly title: string; readonly page: number }[];
  readonly isTagged: boolean;
  readonly info: Readonly<Record<string, unknown>>;
}

/** Reads a PDF with a library that is independent of the writer. */
export const readPdf = (file: Buffer): ReadPdf => {
  const program = path.join('tests', 'support', 'files', 'readPdfProcess.mjs');
  const { stdout, stderr, status } = spawnSync(process.execPath, [program], {
    input: file.toString('base64'),
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  if (status !== 0) throw new Error(stderr);
  return JSON.parse(stdout) as ReadPdf;
};
