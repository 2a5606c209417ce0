import { shortDate } from '../../../ui/text/formatDates.ts';
import { useReader } from '../../../ui/text/readerContext.ts';
import type { AnswerTarget } from '../answerDialogTarget.ts';

/** Returns the name of the meeting and the date of the run, as texts use them. */
export const useNamedRun = ({
  meetingName,
  date,
}: AnswerTarget): { readonly meeting: string; readonly date: string } => ({
  meeting: meetingName,
  date: shortDate(date, useReader().locale),
});
