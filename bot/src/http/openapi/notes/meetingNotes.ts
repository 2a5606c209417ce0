import type { RouteNote } from '../routeNoteType.ts';

export const meetingNotes = {
  'POST /api/productsetting/getsettings': { does: 'Reads the defaults of new reports; questions are JSON in a text.' },
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
  'POST /api/meeting/deactivate/{meetingId}/{flag}': { does: 'Activates or deactivates a report.' },
  'DELETE /api/meeting/delete/{meetingId}': { does: 'Deletes a report; its runs and answers stay readable.' },
  'POST /api/meeting/cancelToday/{meetingId}': {
    does: 'Cancels one run: the run of `date`, else the open run, else the run that is planned for today.',
    refuses: ['RUN_NOT_OPEN', 'RUN_CLOSED', 'RUN_CANCELLED'],
  },
  'POST /api/meeting/preview': { does: 'Returns when a report would run, and for whom, before it is saved.' },
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
} as const satisfies Readonly<Record<string, RouteNote>>;
