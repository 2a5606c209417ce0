import { productName } from '#contracts/core/limitsAndProductConstants.ts';
import { statusBeforeRouting } from '../server/errorStatusAndRefusals.ts';
import { accountsNotes } from './notes/accountsNotes.ts';
import { billingNotes } from './notes/billingNotes.ts';
import { meetingsNotes } from './notes/meetingReportAndDigestNotes.ts';
import { organisationsNotes } from './notes/organisationsNotes.ts';
import { peopleNotes } from './notes/peopleNotes.ts';
import { timesheetsNotes } from './notes/timesheetsNotes.ts';
import { limited } from './notes/routeNoteType.ts';
import type { RouteNote } from './notes/routeNoteType.ts';

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
  ...accountsNotes,
  ...peopleNotes,
  ...organisationsNotes,
  ...meetingsNotes,
  ...timesheetsNotes,
  ...billingNotes,
  'POST /api/vitals': {
    does: 'Accepts how fast a page was in a browser: figures only, without a person.',
    refuses: ['FORBIDDEN', limited],
  },
};
