import { limited } from '../routeNoteType.ts';
import type { RouteNote } from '../routeNoteType.ts';

export const timesheetNotes = {
  'POST /api/timesheet/get': { does: 'Reads the rows of a timesheet, paged, with exact sums.' },
  'POST /api/timesheet/save': {
    does: "Saves a row of the caller's timesheet.",
    refuses: ['TASK_CHANGED', 'WEEK_LOCKED', 'WEEK_CHANGED'],
  },
  'DELETE /api/timesheet/delete/{meetingId}/{id}': {
    does: "Deletes a row of the caller's timesheet.",
    refuses: ['WEEK_LOCKED'],
  },
  'POST /api/timesheet/copy': { does: 'Copies the rows of the last day that has rows.', refuses: ['WEEK_LOCKED'] },
  'POST /api/timesheet/downloadtoken': {
    does: 'Creates a token for the `token` of a download with exactly this filter, valid for 60 seconds.',
    refuses: [limited],
  },
  'GET /api/timesheet/download/{filter}': {
    does: 'Downloads a timesheet as XLSX, CSV or PDF; the filter is JSON in the path.',
    file: ['application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', 'text/csv', 'application/pdf'],
    refuses: ['TOO_LARGE', limited],
  },
  'GET /api/timesheet/week/get/{teamId}/{memberId}/{monday}': { does: 'Reads the week of a person with its rows.' },
  'GET /api/timesheet/week/waiting/{teamId}': { does: 'Lists the weeks that wait for approval.' },
  'POST /api/timesheet/week/submit/{teamId}/{memberId}/{monday}': {
    does: 'Submits a week for approval.',
    refuses: ['WEEK_LOCKED', 'WEEK_STATE', 'WEEK_CHANGED'],
  },
  'POST /api/timesheet/week/approve/{teamId}/{memberId}/{monday}': {
    does: 'Approves a week. Its hours can then no longer be changed.',
    refuses: ['WEEK_LOCKED', 'WEEK_STATE', 'WEEK_CHANGED'],
  },
  'POST /api/timesheet/week/return/{teamId}/{memberId}/{monday}': {
    does: 'Sends a week back with a note.',
    refuses: ['WEEK_LOCKED', 'WEEK_STATE', 'WEEK_CHANGED'],
  },
  'POST /api/timesheet/week/reopen/{teamId}/{memberId}/{monday}': {
    does: 'Reopens an approved week, with a note.',
    refuses: ['WEEK_LOCKED', 'WEEK_STATE', 'WEEK_CHANGED'],
  },
} as const satisfies Readonly<Record<string, RouteNote>>;
