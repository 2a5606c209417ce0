import { productName } from '#contracts/core/limitsAndProductConstants.ts';
import { statusBeforeRouting } from '../server/errorStatusAndRefusals.ts';
import { answerNotes } from './notes/answerNotes.ts';
import { attentionNotes } from './notes/attentionNotes.ts';
import { billingNotes } from './notes/billingNotes.ts';
import { blockerNotes } from './notes/blockerNotes.ts';
import { connectNotes } from './notes/connectNotes.ts';
import { dashboardNotes } from './notes/dashboardNotes.ts';
import { dataLifecycleNotes } from './notes/dataLifecycleNotes.ts';
import { daysOffNotes } from './notes/daysOffNotes.ts';
import { digestNotes } from './notes/digestNotes.ts';
import { generatedSummaryNotes } from './notes/generatedSummaryNotes.ts';
import { identityNotes } from './notes/identityNotes.ts';
import { meetingNotes } from './notes/meetingNotes.ts';
import { microsoftAccountNotes } from './notes/microsoftAccountNotes.ts';
import { operationsNotes } from './notes/operationsNotes.ts';
import { organisationNotes } from './notes/organisationNotes.ts';
import { peopleNotes } from './notes/peopleNotes.ts';
import { registrationNotes } from './notes/registrationNotes.ts';
import { reportNotes } from './notes/reportNotes.ts';
import { rollupNotes } from './notes/rollupNotes.ts';
import { runNotes } from './notes/runNotes.ts';
import { searchNotes } from './notes/searchNotes.ts';
import { summaryEmailNotes } from './notes/summaryEmailNotes.ts';
import { teamsSyncNotes } from './notes/teamsSyncNotes.ts';
import { timesheetNotes } from './notes/timesheetNotes.ts';
import type { RouteNote } from './routeNoteType.ts';

export const title = `${productName} API`;
/** Notes on the whole document, in English, because its readers are developers of clients. */
export const about = [
  'Every reply but a file is an envelope: `status`, `data`, `code`, `message`, `errorCode`.',
  'The server can refuse a request before it reaches a call:',
  `${statusBeforeRouting.tooSlow} if the request arrives too slowly,`,
  `${statusBeforeRouting.unknownHost} if its host name is not one of this installation,`,
  `${statusBeforeRouting.headersTooLong} if its address or headers are too long.`,
].join(' ');

export const notes: Readonly<Record<string, RouteNote>> = {
  ...identityNotes,
  ...registrationNotes,
  ...microsoftAccountNotes,
  ...peopleNotes,
  ...organisationNotes,
  ...dataLifecycleNotes,
  ...daysOffNotes,
  ...operationsNotes,
  ...teamsSyncNotes,
  ...generatedSummaryNotes,
  ...connectNotes,
  ...meetingNotes,
  ...summaryEmailNotes,
  ...runNotes,
  ...blockerNotes,
  ...digestNotes,
  ...answerNotes,
  ...reportNotes,
  ...rollupNotes,
  ...dashboardNotes,
  ...attentionNotes,
  ...searchNotes,
  ...billingNotes,
  ...timesheetNotes,
};
