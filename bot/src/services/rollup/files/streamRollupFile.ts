import type { Readable } from 'node:stream';
import type { RollupFileFormat, RollupFileQuery } from '#contracts/rollup/rollupFileCalls.ts';
import type { PdfFontFiles } from '../../../gateways/pdfDocumentAndFonts.ts';
import type { Actor } from '../../core/actor.ts';
import { fileTypes, streamedFile, wholeFile } from '../../files/fileTypesAndStreams.ts';
import type { SheetWorker } from '../../files/runExportFileWorker.ts';
import type { Limiter } from '../../rateLimits/storedRateLimiter.ts';
import { readRollupForFile } from './readRollupForFile.ts';
import type { FileSourceDeps, RollupFileSource } from './readRollupForFile.ts';
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

/** Returns a writer that builds the file piece by piece and sends each piece at once. */
const streamed =
  (pieces: (source: RollupFileSource, texts: RollupFileTexts) => AsyncGenerator<string>): Write =>
  (_deps, source, texts) =>
    streamedFile(pieces(source, texts));

/**
 * Returns a writer that builds the whole file in a worker thread and then sends it, so that the main thread can handle
 * other requests meanwhile.
 */
const whole =
  (format: RollupJob['format']): Write =>
  ({ clock, sheetWorker, fontFiles }, { head, links, batches }, texts) => {
    const job: RollupJob = { kind: 'ROLLUP', format, head, links, texts, fonts: fontFiles, at: clock.now() };
    return wholeFile(sheetWorker, job, batches);
  };

const writers: Readonly<Record<RollupFileFormat, Write>> = {
  CSV: streamed(rollupCsv),
  MARKDOWN: streamed(rollupMarkdown),
  XLSX: whole('XLSX'),
  PDF: whole('PDF'),
};

export interface RollupFile {
  readonly fileName: string;
  readonly contentType: string;
  readonly body: () => Readable;
}

/** Returns a roll-up as a file. A query that is not allowed or too large is rejected before the first byte is sent. */
export const streamRollupFile = async (
  deps: RollupFileDeps,
  actor: Actor,
  query: RollupFileQuery,
): Promise<RollupFile> => {
  const { contentType, extension } = fileTypes[query.format];
  const write = writers[query.format];
  await deps.limiter.take('download', actor.userId ?? actor.memberId ?? actor.orgId);
  const source = await readRollupForFile(deps, actor, query);
  const { from, to, zone } = source;
  return {
    fileName: `${from === to ? `report-${from}` : `rollup-${from}-${to}`}.${extension}`,
    contentType,
    body: () => write(deps, source, rollupFileTexts(deps.translateFor(actor.locale), actor.locale, zone)),
  };
};
