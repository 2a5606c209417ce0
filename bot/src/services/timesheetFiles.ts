import { Readable } from 'node:stream';
import { AppError } from '#contracts/errors.ts';
import type { Words } from '#contracts/text/keys.ts';
import type { DownloadFilter, ExportFormat } from '#contracts/timesheet.ts';
import type { Actor } from './actor.ts';
import type { Deps } from './deps.ts';
import type { Limiter } from './limiter.ts';
import { csvPieces } from './timesheetCsv.ts';
import { exportOf } from './timesheetExport.ts';
import type { TimesheetExport } from './timesheetExport.ts';

export interface FileDeps extends Pick<Deps, 'store' | 'clock' | 'words'> {
  readonly limiter: Pick<Limiter, 'take'>;
}

/** How a format is written. */
export interface FileWriter {
  readonly contentType: string;
  /** Without a dot. */
  readonly extension: string;
  readonly write: (source: TimesheetExport, words: Words) => Readable;
}

const writers: Readonly<Partial<Record<ExportFormat, FileWriter>>> = {
  CSV: {
    contentType: 'text/csv; charset=utf-8',
    extension: 'csv',
    write: (source, words) => Readable.from(csvPieces(source, words), { objectMode: false }),
  },
};

export interface TimesheetFile {
  readonly fileName: string;
  readonly contentType: string;
  readonly body: () => Readable;
}

/** A timesheet as a file. Everything that can be refused is refused before its first byte. */
export const fileOf = async (deps: FileDeps, actor: Actor, filter: DownloadFilter): Promise<TimesheetFile> => {
  const writer = writers[filter.format];
  if (writer === undefined) throw new AppError('INVALID_INPUT', { message: 'invalid.choice', path: ['format'] });
  await deps.limiter.take('download', actor.userId ?? actor.memberId ?? actor.orgId);
  const source = await exportOf(deps, actor, filter);
  return {
    fileName: `timesheet-${source.from}-${source.to}.${writer.extension}`,
    contentType: writer.contentType,
    body: () => writer.write(source, deps.words(actor.locale)),
  };
};
