import { limited } from './routeNoteType.ts';
import type { RouteNote } from './routeNoteType.ts';

export const meetingsNotes = {
  'POST /api/meeting/save': {
    does: 'Creates a report, or changes one. The type of a question decides which other fields it uses; a client may send each of them empty. `blockerReminderDays` and `blockerEscalationDays` are the working days until an open blocker is reminded of, and until its escalation to the creator of the report, or to an admin if the creator can get no message; 0 or null is off.',
    refuses: ['MEETING_NAME_EXISTS', 'MEETING_CHANGED', 'MEETING_LIMIT'],
  },
  'GET /api/meeting/getlist/{teamId}': { does: 'Lists the reports of a team as the list of reports shows them.' },
  'GET /api/meeting/getall/{teamId}': { does: 'Lists id, name and state of every report of a team, for filters.' },
  'GET /api/meeting/get/{meetingId}': { does: 'Reads a report with its questions and its runs under way.' },
  'GET /api/meeting/IsMeetingNameExists/{teamId}/{name}[/{meetingId}]': {
    does: 'Checks whether another report of the team has this name.',
  },
  'GET /api/meeting/summaryEmails/{meetingId}': {
    does: 'Lists the addresses that get the summary of a report by email, and whether each agreed.',
  },
  'POST /api/meeting/askSummaryEmail/{meetingId}': {
    does: 'Asks an address of the saved report again for its consent: once a day, three times in all.',
    refuses: ['CONFLICT', limited],
  },
  'POST /api/meeting/approveSummaryEmail/{meetingId}': {
    does: 'Approves an address of the saved report in place of its consent, unless the address unsubscribed.',
    refuses: ['CONFLICT', limited],
  },
  'POST /api/meeting/deactivate/{meetingId}/{flag}': { does: 'Activates or deactivates a report.' },
  'DELETE /api/meeting/delete/{meetingId}': { does: 'Deletes a report; its runs and answers stay readable.' },
  'POST /api/meeting/cancelToday/{meetingId}': {
    does: 'Cancels one run: the run of `date`, else the open run, else the run that is planned for today.',
    refuses: ['RUN_NOT_OPEN', 'RUN_CLOSED', 'RUN_CANCELLED'],
  },
  'POST /api/meeting/start/{meetingId}': {
    does: "Opens today's run of a report now.",
    refuses: ['MEETING_DISABLED', 'ORG_PAUSED', 'CONFLICT'],
  },
  'POST /api/meeting/resolveBlocker/{meetingId}/{memberId}': { does: "Marks a member's open blocker as resolved." },
  'POST /api/blocker/getlist': {
    does: 'Lists the blockers of a team, or of all teams of the caller, with filters, order and pages. `memberId` is the blocked member, `neededId` the member who is needed, `personId` either of them.',
  },
  'POST /api/blocker/change/{meetingId}/{memberId}': {
    does: 'Acknowledges, resolves, reopens or hands back a blocker, or names the member who is needed for it. `neededId` belongs to NEED: an active member of the team other than the blocked one, or null for no one; `note` belongs to HAND_BACK. A call that repeats the present state changes nothing.',
    refuses: ['BLOCKER_RESOLVED', 'BLOCKER_CHANGED'],
  },
  'GET /api/digest/list/{teamId}': {
    does: 'Lists the digests of a team with their last sending. A digest whose owner lost the right to read is STOPPED.',
  },
  'GET /api/digest/organisation': { does: 'Lists the digests of the whole organisation.' },
  'GET /api/digest/admins': { does: 'Lists the admins to whom a digest of the organisation can be sent.' },
  'POST /api/digest/save': {
    does: 'Creates a digest, or changes one; the caller becomes its owner. `teamId` null is a digest of the organisation, with figures of all teams, for admins. `secret` signs the calls of the webhook; it is returned once. Only an admin may enter or read `webhookUrl`: other members get `webhookHost`, and the webhook stays if they send none.',
    refuses: ['DIGEST_LIMIT', limited],
  },
  'POST /api/digest/preview': {
    does: 'Draws the card that the draft would send now, and returns the next instants. Stores nothing.',
    refuses: [limited],
  },
  'POST /api/digest/sendnow/{digestId}': {
    does: 'Sends the stored digest to the caller alone, at most five times an hour.',
    refuses: [limited],
  },
  'POST /api/digest/pause/{digestId}': {
    does: 'Pauses or resumes a digest. A person who resumes a stopped digest becomes its owner.',
  },
  'DELETE /api/digest/delete/{digestId}': { does: 'Deletes a digest and the record of its sendings.' },
  'POST /api/meeting/preview': { does: 'Returns when a report would run, and for whom, before it is saved.' },
  'POST /api/meeting/previewcard': { does: 'Draws the card that members would be asked with.' },
  'GET /api/template/list/{teamId}': {
    does: 'Lists the templates for a new report: those of the product in the language of the caller, then those of the organisation.',
  },
  'POST /api/template/save': {
    does: 'Saves the questions and settings of a report as a template of the organisation, without its members, channel and addresses.',
    refuses: ['TEMPLATE_NAME_EXISTS', 'TEMPLATE_LIMIT'],
  },
  'POST /api/template/rename/{templateId}': {
    does: 'Renames a template of the organisation.',
    refuses: ['TEMPLATE_NAME_EXISTS'],
  },
  'DELETE /api/template/delete/{templateId}': {
    does: 'Deletes a template of the organisation; reports made from it stay as they are.',
  },
  'GET /api/meeting/why/{meetingId}/{memberId}': { does: 'Returns why a member is or is not asked on a date.' },
  'GET /api/meeting/card/{meetingId}': {
    does: 'Reads the card with which the caller answers a run.',
    refuses: ['NOT_ASKED', 'RUN_NOT_OPEN', 'RUN_CLOSED', 'RUN_CANCELLED', 'MEETING_DISABLED'],
  },
  'POST /api/meeting/draft': {
    does: "Saves the caller's draft of an answer. If another device has saved one since, the refusal returns the stored draft as data.",
    refuses: [
      ...(['NOT_ASKED', 'RUN_NOT_OPEN', 'RUN_CLOSED', 'RUN_CANCELLED', 'MEETING_DISABLED'] as const),
      ...(['QUESTION_UNKNOWN', 'DRAFT_CHANGED'] as const),
    ],
  },
  'POST /api/meeting/answer': {
    does: "Saves the caller's answers of a run, also ahead of it or late; sent again it changes nothing. A value is a text: an option, the options of MULTIPLE one a line, a number, or a date as yyyy-MM-dd. `needed` names the member who is needed for the blocker; it changes nothing if `id` equals `shown`.",
    refuses: [
      ...(['NOT_ASKED', 'NOT_YOUR_CARD', 'CARD_INVALID', 'RUN_NOT_OPEN', 'RUN_CLOSED', 'RUN_CANCELLED'] as const),
      ...(['MEETING_DISABLED', 'QUESTION_UNKNOWN'] as const),
    ],
  },
  'POST /api/meeting/skip': {
    does: 'Skips an open run for the caller, who then owes no answer; the report shows the reason. Sent again it changes only the reason, and an answer replaces the skip.',
    refuses: ['NOT_ASKED', 'RUN_NOT_OPEN', 'RUN_CLOSED', 'RUN_CANCELLED', 'RUN_ANSWERED', 'SKIP_OFF'],
  },
  'POST /api/meeting/snooze': {
    does: 'Sends the questions of an open run to the caller again later, before the close. Reminders follow after that.',
    refuses: [
      ...(['NOT_ASKED', 'RUN_NOT_OPEN', 'RUN_CLOSED', 'RUN_CANCELLED'] as const),
      ...(['RUN_ANSWERED', 'RUN_SKIPPED', 'SNOOZE_TOO_LATE'] as const),
    ],
  },
  'GET /api/meeting/getreport/{teamId}/meeting[/{meetingId}]': {
    does: 'Reads the daily report of a team, or of one report.',
  },
  'GET /api/report/trends/{teamId}/{meetingId}': {
    does: 'Reads how runs went over the last days, with averages and distributions of the answers that are counted, and what changed between the two halves of the period.',
  },
  'GET /api/report/weeklytrends/{teamId}[/{meetingId}]': {
    does: 'Reads the figures of a report, or of all reports of a team, by week, and which of them changed between the two halves of the range.',
  },
  'GET /api/report/person/{memberId}': { does: 'Reads what one person answered between two dates.' },
  'GET /api/report/rollup': {
    does: 'Reads figures and answers of any reports and people in a period, grouped by person, day or question. `meetings` and `people` are ids separated by commas; send `next` as `cursor` for the next groups, and `key` as `group` with `moreEntries` as `cursor` for more entries of a group.',
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
  'GET /api/report/dashboard': {
    does: "Reads all data of a team's dashboard in one reply, and records a visit.",
  },
  'GET /api/report/waiting': { does: 'Lists the runs that wait for the caller, whatever their date.' },
  'GET /api/report/nearby/{teamId}': { does: 'Finds the last date with answers before a day, and the next run.' },
  'GET /api/report/attention/{teamId}': { does: 'Lists who and what needs attention in a team today, ranked.' },
  'GET /api/report/generated/{teamId}/{meetingId}/{date}': {
    does: 'Reads the summary that a text model wrote for a run, or that by rules with the reason.',
  },
  'POST /api/report/generated': {
    does: 'Starts to write the summary of a run if it is needed, and returns at once.',
  },
  'GET /api/search/answers': {
    does: "Searches the answers of the caller's teams for words: newest first, paged by `next`. A phrase is in quotation marks.",
  },
  'GET /api/report/catchup/{teamId}': { does: "Says what happened in a team since the caller's last visit." },
  'POST /api/activity/get': { does: 'Reads the activity of a team or report, newest first, paged.' },
} as const satisfies Readonly<Record<string, RouteNote>>;
