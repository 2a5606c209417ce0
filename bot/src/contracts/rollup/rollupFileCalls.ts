import { z } from 'zod';
import { endpoint } from '../core/endpoint.ts';
import { rollupQuery } from './rollupQueryAndResult.ts';

// Roll-ups as files. A roll-up of one day is the day's report as a file.

export const rollupFileFormats = ['XLSX', 'PDF', 'CSV', 'MARKDOWN'] as const;
export type RollupFileFormat = (typeof rollupFileFormats)[number];

/**
 * The roll-up that a file contains. `by` determines the sections of PDF and Markdown, and the order of the answers in
 * CSV and in the workbook. The workbook also has one sheet for each grouping.
 */
export const rollupFileQuery = rollupQuery.extend({
  format: z.enum(rollupFileFormats, 'invalid.choice').default('XLSX'),
});
export type RollupFileQuery = z.output<typeof rollupFileQuery>;

/**
 * Returns a token for the `?token=` parameter of the download, valid for 60 seconds and for this roll-up and format
 * only.
 */
export const rollupDownloadToken = endpoint({
  method: 'POST',
  path: '/api/report/rollup/downloadtoken',
  access: 'report.read',
  input: rollupFileQuery,
  output: z.object({
    token: z.string(),
    /** The roll-up as a query string. The file is at `/api/report/rollup/download?` + query + `&token=` + token. */
    query: z.string(),
  }),
});

/**
 * Returns the file, without the JSON envelope of other replies. TOO_LARGE: the roll-up has more answers than the format
 * allows.
 */
export const downloadRollup = endpoint({
  method: 'GET',
  path: '/api/report/rollup/download',
  access: 'report.read',
  input: rollupFileQuery.extend({ token: z.string().max(8192, 'invalid.tooLong').optional() }),
  output: z.unknown(),
});
