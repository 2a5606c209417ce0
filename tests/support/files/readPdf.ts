import { once } from 'node:events';
import path from 'node:path';
import { MessageChannel, Worker } from 'node:worker_threads';

/** A link and the text that it covers. */
export interface PdfLink {
  readonly url: string;
  /** Undefined if the link covers no text. */
  readonly text?: string;
  /**
   * Distances in points: from the left edge of the text to the link, and from the link to the right edge of the text.
   */
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

// One thread reads all files of a test process, because loading the reader takes longer than reading a file.
let thread: Worker | undefined;

const startThread = (): Worker => {
  const started = new Worker(path.resolve('tests/support/files/readPdfThread.mjs'));
  started.unref();
  return started;
};

/** Reads a PDF with a library that is independent of the writer. */
export const readPdf = async (file: Buffer): Promise<ReadPdf> => {
  thread ??= startThread();
  const { port1, port2 } = new MessageChannel();
  thread.postMessage({ file, port: port2 }, [port2]);
  const [{ error, json }] = (await once(port1, 'message')) as [{ readonly error?: string; readonly json: string }];
  port1.close();
  if (error !== undefined) throw new Error(error);
  return JSON.parse(json) as ReadPdf;
};
