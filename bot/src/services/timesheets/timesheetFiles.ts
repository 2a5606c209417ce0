import { Readable } from 'node:stream';
import type { Translate } from '#contracts/text/catalogueKeys.ts';
import type { DownloadFilter, ExportFormat } from '#contracts/timesheets/timesheet.ts';
import type { PdfFontFiles } from '../../gateways/pdfDocument.ts';
import type { Actor } from '../core/actor.ts';
import type { Deps } from '../core/deps.ts';
import type { Limiter } from '../rateLimits/rateLimiter.ts';
import { sheetTexts } from './exportLabels.ts';
import type { SheetJob } from './makeTimesheetFile.ts';
import type { SheetWorker } from '../files/sheetWorker.ts';
import { csvPieces } from './timesheetCsv.ts';
import { exportOf } from './timesheetExport.ts';
import type { TimesheetExport } from './timesheetExport.ts';

export interface FileDeps extends Pick<Deps, 'store' | 'clock' | 'translateFor' | 'publicUrl'> {
  readonly limiter: Pick<Limiter, 'take'>;
  readonly sheetWorker: SheetWorker;
  readonly fontFiles: PdfFontFiles;
}

interface FileWriter {
  readonly contentType: string;
  /** Extension of the file name, without a dot. */
  readonly extension: string;
  readonly write: (deps: FileDeps, source: TimesheetExport, t: Translate) => Readable;
}

/**
 * Returns a writer that builds the whole file in a worker thread and then sends it, so that the server's other work continues.
 */
const whole =
  (format: SheetJob['format']): FileWriter['write'] =>
  ({ clock, publicUrl, sheetWorker, fontFiles }, source, t) => {
    const links = { links: source.links, publicUrl };
    const job: SheetJob = {
      ...{ kind: 'TIMESHEET', format, texts: sheetTexts(source, t) },
      ...{ links, fonts: fontFiles, at: clock.now() },
    };
    const file = async function* (): AsyncGenerator<Uint8Array> {
      yield await sheetWorker.make(job, source.batches);
    };
    return Readable.from(file(), { objectMode: false });
  };

const writers: Readonly<Record<ExportFormat, FileWriter>> = {
  CSV: {
    contentType: 'text/csv; charset=utf-8',
    extension: 'csv',
    write: (_deps, source, t) => Readable.from(csvPieces(source, t), { objectMode: false }),
  },
  XLSX: {
    contentType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    extension: 'xlsx',
    write: whole('XLSX'),
  },
  PDF: { contentType: 'application/pdf', extension: 'pdf', write: whole('PDF') },
};

export interface TimesheetFile {
  readonly fileName: string;
  readonly contentType: string;
  readonly body: () => Readable;
}

/** Returns a timesheet as a file. All errors are thrown before its first byte. */
export const writeTimesheetFile = async (
  deps: FileDeps,
  actor: Actor,
  filter: DownloadFilter,
): Promise<TimesheetFile> => {
  const writer = writers[filter.format];
  await deps.limiter.take('download', actor.userId ?? actor.memberId ?? actor.orgId);
  const source = await exportOf(deps, actor, filter);
  return {
    fileName: `timesheet-${source.from}-${source.to}.${writer.extension}`,
    contentType: writer.contentType,
    body: () => writer.write(deps, source, deps.translateFor(actor.locale)),
  };
};
