import { useRef, useState } from 'react';
import { Button, Link } from '@fluentui/react-components';
import { ui } from '#contracts/core/limitsAndProductConstants.ts';
import { findRunToAnswerAhead } from '#contracts/answers/runToAnswerAhead.ts';
import type { MeetingName } from '../../api/meetings/meetingNamesQuery.ts';
import { useAheadState, useNextRun } from '../../api/answers/answerAheadQueries.ts';
import { useSession } from '../../api/client/apiContextAndSessionHooks.ts';
import { dateIn, shortDate, timeOf } from '../../ui/text/calculateAndFormatDates.ts';
import { usePassFocus } from '../../ui/dialogs/restoreFocusAndModalFixes.tsx';
import { useNow, useReader } from '../../ui/text/readerContextClockAndDates.ts';
import { useTranslate } from '../../ui/text/translate.ts';
import css from './AnswerAheadLines.module.css';
import type { AnswerTarget } from './answerDialogTarget.ts';

type Named = Pick<MeetingName, 'id' | 'name'>;

interface AheadLinesProps {
  readonly meetings: readonly Named[];
  readonly onAnswer: (target: AnswerTarget) => void;
}

/** Returns the reader's next run of the meeting if the reader can answer it ahead; otherwise null. */
const useOwnNext = (meetingId: string) => {
  const session = useSession();
  const now = useNow();
  const { data } = useNextRun(meetingId);
  return session.status === 'signedIn' ? findRunToAnswerAhead(data ?? [], session.memberId, now) : null;
};

const Line = ({ meeting: { id, name }, onAnswer }: { readonly meeting: Named } & Pick<AheadLinesProps, 'onAnswer'>) => {
  const t = useTranslate();
  const { zone, locale } = useReader();
  const next = useOwnNext(id);
  const { data: card } = useAheadState(id, next?.date);
  if (next === null || (card?.state !== 'AHEAD' && card?.state !== 'ANSWERED')) return null;
  const isGiven = card.state === 'ANSWERED';
  const when = { date: shortDate(dateIn(next.opensAt, zone), locale), time: timeOf(next.opensAt, zone, locale) };
  return (
    <div className={css.line}>
      <span>{t(isGiven ? 'ahead.given' : 'ahead.opens', { meeting: name, ...when })}</span>
      <Button
        size="small"
        aria-label={t(isGiven ? 'ahead.editFor' : 'ahead.answerFor', {
          meeting: name,
          date: shortDate(next.date, locale),
        })}
        onClick={() => {
          onAnswer({ meetingId: id, meetingName: name, date: next.date, edit: isGiven });
        }}
      >
        {t(isGiven ? 'ahead.edit' : 'ahead.answer')}
      </Button>
    </div>
  );
};

const placeOf = (part: HTMLElement) => part.closest<HTMLElement>('[tabindex="-1"]');

const More = ({ count, onMore }: { readonly count: number; readonly onMore: () => void }) => {
  const t = useTranslate();
  const part = useRef<HTMLDivElement>(null);
  usePassFocus(part, true, placeOf);
  return (
    <div ref={part} className={css.line}>
      <Link as="button" onClick={onMore}>
        {t('ahead.checkMore', { count })}
      </Link>
    </div>
  );
};

/**
 * Lists the reports whose next run the reader can answer ahead, up to 24 hours before its opening. Each report costs a
 * call, so the list first shows only a few reports.
 */
export const AnswerAheadLines = ({ meetings, onAnswer }: AheadLinesProps) => {
  const [isWhole, setWhole] = useState(false);
  const shown = isWhole ? meetings : meetings.slice(0, ui.aheadFirst);
  const left = meetings.length - shown.length;
  return (
    <>
      {shown.map((meeting) => (
        <Line key={meeting.id} meeting={meeting} onAnswer={onAnswer} />
      ))}
      {left > 0 && (
        <More
          count={left}
          onMore={() => {
            setWhole(true);
          }}
        />
      )}
    </>
  );
};
