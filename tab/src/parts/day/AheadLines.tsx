import { Button } from '@fluentui/react-components';
import { times } from '#contracts/limits.ts';
import type { MeetingName } from '../../api/queries.ts';
import { useAheadState, useNextRun } from '../../api/ahead.ts';
import { useSession } from '../../api/context.ts';
import { dateIn, shortDate, timeOf } from '../../ui/dates.ts';
import { useNow, useReader } from '../../ui/reader.ts';
import { useWords } from '../../ui/words.ts';
import css from './AheadLines.module.css';
import type { AnswerTarget } from './answerTarget.ts';

type Named = Pick<MeetingName, 'id' | 'name'>;

interface AheadLinesProps {
  readonly meetings: readonly Named[];
  readonly onAnswer: (target: AnswerTarget) => void;
}

const hourMs = 3_600_000;

/** The reader's own next run while it may be answered ahead. */
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
        aria-label={words(isGiven ? 'ahead.editFor' : 'ahead.answerFor', { meeting: name })}
        onClick={() => {
          onAnswer({ meetingId: id, meetingName: name, date: next.date, edit: isGiven });
        }}
      >
        {words(isGiven ? 'ahead.edit' : 'ahead.answer')}
      </Button>
    </div>
  );
};

/** Runs that open within a day, for who wants to answer tonight. */
export const AheadLines = ({ meetings, onAnswer }: AheadLinesProps) =>
  meetings.map((meeting) => <Line key={meeting.id} meeting={meeting} onAnswer={onAnswer} />);
