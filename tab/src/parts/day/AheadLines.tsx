import { useRef, useState } from 'react';
import { Button, Link } from '@fluentui/react-components';
import { times } from '#contracts/core/limits.ts';
import type { MeetingName } from '../../api/client/queries.ts';
import { useAheadState, useNextRun } from '../../api/reports/ahead.ts';
import { useSession } from '../../api/client/context.ts';
import { dateIn, shortDate, timeOf } from '../../ui/text/dates.ts';
import { usePassFocus } from '../../ui/dialogs/modal.tsx';
import { useNow, useReader } from '../../ui/text/reader.ts';
import { useWords } from '../../ui/text/words.ts';
import css from './AheadLines.module.css';
import type { AnswerTarget } from './dialogTarget.ts';

type Named = Pick<MeetingName, 'id' | 'name'>;

interface AheadLinesProps {
  readonly meetings: readonly Named[];
  readonly onAnswer: (target: AnswerTarget) => void;
}

const hourMs = 3_600_000;
const mostAtFirst = 4;

/** Returns the reader's own next run while it can be answered ahead. */
const useOwnNext = (meetingId: string) => {
  const session = useSession();
  const now = useNow();
  const { data } = useNextRun(meetingId);
  const [run] = data ?? [];
  const own = run?.members.find(({ memberId }) => session.status === 'signedIn' && memberId === session.memberId);
  if (run === undefined || own === undefined) return undefined;
  const opensAt = Date.parse(own.at);
  const isNear = opensAt > now && opensAt - now <= times.aheadHours * hourMs;
  return isNear ? { date: run.date, opensAt } : undefined;
};

const Line = ({ meeting: { id, name }, onAnswer }: { readonly meeting: Named } & Pick<AheadLinesProps, 'onAnswer'>) => {
  const words = useWords();
  const { zone, locale } = useReader();
  const next = useOwnNext(id);
  const { data: card } = useAheadState(id, next?.date);
  if (next === undefined || (card?.state !== 'AHEAD' && card?.state !== 'ANSWERED')) return null;
  const isGiven = card.state === 'ANSWERED';
  const when = { date: shortDate(dateIn(next.opensAt, zone), locale), time: timeOf(next.opensAt, zone, locale) };
  return (
    <div className={css.line}>
      <span>{words(isGiven ? 'ahead.given' : 'ahead.opens', { meeting: name, ...when })}</span>
      <Button
        size="small"
        aria-label={words(isGiven ? 'ahead.editFor' : 'ahead.answerFor', {
          meeting: name,
          date: shortDate(next.date, locale),
        })}
        onClick={() => {
          onAnswer({ meetingId: id, meetingName: name, date: next.date, edit: isGiven });
        }}
      >
        {words(isGiven ? 'ahead.edit' : 'ahead.answer')}
      </Button>
    </div>
  );
};

const placeOf = (part: HTMLElement) => part.closest<HTMLElement>('[tabindex="-1"]');

/** Shows that the list is cut, and how many reports it leaves out. */
const More = ({ count, onMore }: { readonly count: number; readonly onMore: () => void }) => {
  const words = useWords();
  const part = useRef<HTMLDivElement>(null);
  usePassFocus(part, true, placeOf);
  return (
    <div ref={part} className={css.line}>
      <Link as="button" onClick={onMore}>
        {words('ahead.checkMore', { count })}
      </Link>
    </div>
  );
};

/**
 * Lists the runs that open within a day, for readers who want to answer early. Each report costs a call, so the list begins with a
 * few of them.
 */
export const AheadLines = ({ meetings, onAnswer }: AheadLinesProps) => {
  const [isWhole, setWhole] = useState(false);
  const shown = isWhole ? meetings : meetings.slice(0, mostAtFirst);
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
