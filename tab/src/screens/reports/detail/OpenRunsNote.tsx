import { Info20Regular } from '@fluentui/react-icons/svg/info';
import type { MeetingDetail } from '#contracts/meetings/meetingSchemasAndCalls.ts';
import { useNow, useReader } from '../../../ui/text/readerContextClockAndDates.ts';
import { useTranslate } from '../../../ui/text/translate.ts';
import css from './EditReportTab.module.css';
import { openRunSentences } from './openRunSentences.ts';

/** Explains that a change of the report does not affect runs that are already open. */
export const OpenRunsNote = ({ meeting }: { readonly meeting: MeetingDetail }) => {
  const t = useTranslate();
  const now = useNow();
  const reader = useReader();
  return openRunSentences(meeting.openRuns, 'edited', now, { reader, t }).map((sentence) => (
    <p key={sentence} className={css.note}>
      <Info20Regular aria-hidden="true" />
      {sentence}
    </p>
  ));
};
