import { z } from 'zod';
import { endpoint } from '../core/endpoint.ts';
import { filterFields } from './timesheetTaskCalls.ts';

export const exportFormats = ['XLSX', 'CSV', 'PDF'] as const;
export type ExportFormat = (typeof exportFormats)[number];

/**
 * Filter of a download. XLSX and PDF are sorted by member name, then oldest day first. CSV is written while tasks are
 * read, so it has the order of the screen: newest day first, within a day by member.
 */
export const downloadFilter = z.object({
  ...filterFields,
  format: z.enum(exportFormats, 'invalid.choice').default('XLSX'),
});
export type DownloadFilter = z.output<typeof downloadFilter>;

/**
 * Returns a token for the `?token=` parameter of the download, valid for 60 seconds and for this filter only.
 * TOO_LARGE: the filter matches more tasks than the format allows.
 */
export const downloadToken = endpoint({
  method: 'POST',
  path: '/api/timesheet/downloadtoken',
  access: 'timesheet.read',
  input: z.object({ filter: downloadFilter }),
  output: z.object({
    token: z.string(),
    /**
     * The filter as JSON. Percent-encode it to form the path: `/api/timesheet/download/` + filter + `?token=` + token.
     */
    filter: z.string(),
    rows: z.int(),
  }),
});

const parseJson = (value: string, context: z.core.$RefinementCtx): unknown => {
  try {
    return JSON.parse(value) as unknown;
  } catch {
    context.addIssue({ code: 'custom', message: 'timesheet.filterNotJson' });
    return z.NEVER;
  }
};

/** Returns the file, without the JSON envelope of other replies. `filter` is the JSON of `downloadToken`. */
export const downloadTimesheet = endpoint({
  method: 'GET',
  path: '/api/timesheet/download/{filter}',
  access: 'timesheet.read',
  input: z.object({
    filter: z.string().max(16_000, 'invalid.tooLong').transform(parseJson).pipe(downloadFilter),
    token: z.string().max(8192, 'invalid.tooLong').optional(),
  }),
  output: z.unknown(),
});
