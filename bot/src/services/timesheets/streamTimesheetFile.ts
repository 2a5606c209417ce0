import type { Readable } from 'node:stream';
import type { Translate } from '#contracts/text/translateAndMessageKeyTypes.ts';
import type { DownloadFilter, ExportFormat } from '#contracts/timesheets/timesheetDownloadCalls.ts';
import type { PdfFontFiles } from '../../gateways/pdfDocumentAndFonts.ts';
import type { Actor } from '../core/actor.ts';
import type { Deps } from '../core/deps.ts';
import type { Limiter } from '../rateLimits/storedRateLimiter.ts';
import { sheetTexts } from './exportLabels.ts';
import type { SheetJob } from './timesheetFileWorkerJob.ts';
import { fileTypes, streamedFile, wholeFile } from '../files/fileTypesAndStreams.ts';
import type { SheetWorker } from '../files/runExportFileWorker.ts';
import { csvPieces } from './timesheetCsv.ts';
import { exportOf } from './readTimesheetExport.ts';
import type { TimesheetExport } from './readTimesheetExport.ts';

export interface FileDeps extends Pick<Deps, 'store' | 'clock' | 'translateFor' | 'publicUrl'> {
  readonly limiter: Pick<Limiter, 'take'>;
  readonly sheetWorker: SheetWorker;
  readonly fontFiles: PdfFontFiles;
}

type Write = (deps: FileDeps, source: TimesheetExport, t: Translate) => Readable;

/**
 * Returns a writer that builds the whole file in a worker thread and then sends it, so that the main thread can handle
 * other requests meanwhile.
 */
const whole =
  (format: SheetJob['format']): Write =>
  ({ clock, publicUrl, sheetWorker, fontFiles }, source, t) => {
    const links = { links: source.links, publicUrl };
    const job: SheetJob = {
      ...{ kind: 'TIMESHEET', format, texts: sheetTexts(source, t) },
      ...{ links, fonts: fontFiles, at: clock.now() },
    };
    return wholeFile(sheetWorker, job, source.batches);
  };

const writers: Readonly<Record<ExportFormat, Write>> = {
  CSV: (_deps, source, t) => streamedFile(csvPieces(source, t)),
  XLSX: whole('XLSX'),
  PDF: whole('PDF'),
};

export interface TimesheetFile {
  readonly fileName: string;
  readonly contentType: string;
  readonly body: () => Readable;
}

/**
 * Returns a timesheet as a file. A request that is not allowed or too large is rejected before the first byte is sent.
 */
export const streamTimesheetFile = async (
  deps: FileDeps,
  actor: Actor,
  filter: DownloadFilter,
): Promise<TimesheetFile> => {
  const { contentType, extension } = fileTypes[filter.format];
  await deps.limiter.take('download', actor.userId ?? actor.memberId ?? actor.orgId);
  const source = await exportOf(deps, actor, filter);
  return {
    fileName: `timesheet-${source.from}-${source.to}.${extension}`,
    contentType,
    body: () => writers[filter.format](deps, source, deps.translateFor(actor.locale)),
  };
};
