import type { RouteNote } from '../routeNoteType.ts';

export const reportNotes = {
  'GET /api/meeting/why/{meetingId}/{memberId}': { does: 'Returns why a member is or is not asked on a date.' },
  'GET /api/meeting/getreport/{teamId}/meeting[/{meetingId}]': {
    does: 'Reads the daily report of a team, or of one report, with the averages and distributions of its scale and number questions.',
  },
  'GET /api/report/trends/{teamId}/{meetingId}': {
    does: 'Reads how runs went over the last days, with averages, distributions and dates of the answers that are counted, and what changed between the two halves of the period.',
  },
  'GET /api/report/weeklytrends/{teamId}[/{meetingId}]': {
    does: 'Reads the figures of a report, or of all reports of a team, by week, and which of them changed between the two halves of the range.',
  },
  'GET /api/report/person/{memberId}': { does: 'Reads what one person answered between two dates.' },
  'GET /api/report/nearby/{teamId}': { does: 'Finds the last date with answers before a day, and the next run.' },
  'GET /api/report/catchup/{teamId}': { does: "Says what happened in a team since the caller's last visit." },
  'POST /api/activity/get': { does: 'Reads the activity of a team or report, newest first, paged.' },
} as const satisfies Readonly<Record<string, RouteNote>>;
