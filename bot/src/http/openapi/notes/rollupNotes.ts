import { limited } from '../routeNoteType.ts';
import type { RouteNote } from '../routeNoteType.ts';

export const rollupNotes = {
  'GET /api/report/rollup': {
    does: 'Reads figures and answers of any reports and people in a period, grouped by person, day or question. A group by question has the average, distribution or dates of its answers, as the trends. `meetings` and `people` are ids separated by commas; send `next` as `cursor` for the next groups, and `key` as `group` with `moreEntries` as `cursor` for more entries of a group.',
  },
  'POST /api/report/rollup/downloadtoken': {
    does: 'Issues a link for the download of one roll-up, valid for 60 seconds. A roll-up of one day is the day’s report. `weeks` is a number or a text of digits.',
  },
  'GET /api/report/rollup/download': {
    does: 'Downloads a roll-up as XLSX, PDF, CSV or Markdown, in the language of the caller.',
    file: [
      'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      ...['text/csv', 'text/markdown', 'application/pdf'],
    ],
    refuses: ['TOO_LARGE', limited],
  },
} as const satisfies Readonly<Record<string, RouteNote>>;
