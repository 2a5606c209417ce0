import { Readable } from 'node:stream';
import type { RollupFileFormat, RollupFileQuery } from '#contracts/reports/rollupFile.ts';
import type { PdfFontFiles } from '../../gateways/pdfDocument.ts';
import type { Actor } from '../core/actor.ts';
import type { SheetWorker } from '../files/sheetWorker.ts';
import type { Limiter } from '../rateLimits/rateLimiter.ts';
import { openRollupFile } from './openRollupFile.ts';
import type { FileSourceDeps, RollupFileSource } from './openRollupFile.ts';
import { rollupCsv } from './rollupCsv.ts';
import type { RollupFileTexts, RollupJob } from './rollupFileModel.ts';
import { rollupFileTexts } from './rollupFileTexts.ts';
import { rollupMarkdown } from './rollupMarkdown.ts';

export interface RollupFileDeps extends FileSourceDeps {
  readonly limiter: Pick<Limiter, 'take'>;
  readonly sheetWorker: SheetWorker;
  readonly fontFiles: PdfFontFiles;
}

type Write = (deps: RollupFileDeps, source: RollupFileSource, texts: RollupFileTexts) => Readable;

interface FileWriter {
  readonly contentType: string;
  /** Extension of the file name, without a dot. */
  readonly extension: string;
  readonly write: Write;
}

/** Returns a writer that sends the text while it is written. */
const streamed =
  (pieces: (source: RollupFileSource, texts: RollupFileTexts) => AsyncGenerator<string>): Write =>
  (_deps, source, texts) =>
    Readable.from(pieces(source, texts), { objectMode: false });

/** Returns a writer that builds the whole file in a worker thread and then sends it, so that the server's other work continues. */
const whole =
  (format: RollupJob['format']): Write =>
  ({ clock, sheetWorker, fontFiles }, { head, links, batches }, texts) => {
    const job: RollupJob = { kind: 'ROLLUP', format, head, links, texts, fonts: fontFiles, at: clock.now() };
    const file = async function* (): AsyncGenerator<Uint8Array> {
      yield await sheetWorker.make(job, batches);
    };
    return Readable.from(file(), { objectMode: false });
  };

const writers: Readonly<Record<RollupFileFormat, FileWriter>> = {
  CSV: { contentType: 'text/csv; charset=utf-8', extension: 'csv', write: streamed(rollupCsv) },
  MARKDOWN: { contentType: 'text/markdown; charset=utf-8', extension: 'md', write: streamed(rollupMarkdown) },
  XLSX: {
    contentType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    extension: 'xlsx',
    write: whole('XLSX'),
  },
  PDF: { contentType: 'application/pdf', extension: 'pdf', write: whole('PDF') },
};

export interface RollupFile {
  readonly fileName: string;
  readonly contentType: string;
  readonly body: () => Readable;
}

/** Returns a roll-up as a file. All errors are thrown before its first byte. */
export const writeRollupFile = async (
  deps: RollupFileDeps,
  actor: Actor,
  query: RollupFileQuery,
): Promise<RollupFile> => {
  const { contentType, extension, write } = writers[query.format];
  await deps.limiter.take('download', actor.userId ?? actor.memberId ?? actor.orgId);
  const source = await openRollupFile(deps, actor, query);
  const { from, to, zone } = source;
  return {
    fileName: `${from === to ? `report-${from}` : `rollup-${from}-${to}`}.${extension}`,
    contentType,
    body: () => write(deps, source, rollupFileTexts(deps.translateFor(actor.locale), actor.locale, zone)),
  };
};
