import { shortDate } from '../../../ui/text/calculateAndFormatDates.ts';
import { useReader } from '../../../ui/text/readerContextClockAndDates.ts';
import type { AnswerTarget } from '../answerDialogTarget.ts';

export const useRunNameAndDate = ({
  meetingName,
  date,
}: AnswerTarget): { readonly meeting: string; readonly date: string } => ({
  meeting: meetingName,
  date: shortDate(date, useReader().locale),
});
