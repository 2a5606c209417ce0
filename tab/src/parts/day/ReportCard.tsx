import { Badge, Button } from '@fluentui/react-components';
import { useId } from 'react';
import type { LocalDate } from '#contracts/ids.ts';
import type { MeetingReport } from '#contracts/report.ts';
import { dateIn, shortDate, timeOf } from '../../ui/dates.ts';
import { useNow, useReader } from '../../ui/reader.ts';
import type { Reader } from '../../ui/reader.ts';
import { RingChart } from '../../ui/RingChart.tsx';
import { RouterLink } from '../../ui/RouterLink.tsx';
import { useSurface } from '../../ui/surface.ts';
import { useWords } from '../../ui/words.ts';
import type { WebKey, WebWords } from '../../ui/words.ts';
import type { AnswerTarget } from './answerTarget.ts';
import { AttentionList } from './AttentionList.tsx';
import { durationText } from './duration.ts';
import type { MemberExtra } from './MemberCard.tsx';
import { People } from './People.tsx';
import css from './ReportCard.module.css';

interface ReportCardProps {
  readonly report: MeetingReport;
  readonly date: LocalDate;
  readonly isToday: boolean;
  /** The page is about this meeting: its name stands above the card already. */
  readonly isOwnPage?: boolean;
  readonly MemberExtra?: MemberExtra | undefined;
  readonly onAnswer: (target: AnswerTarget) => void;
}

const badges = {
  OPEN: { color: 'brand', labelKey: 'report.ongoing' },
  COMPLETED: { color: 'success', labelKey: 'report.completed' },
  CANCELLED: { color: 'informative', labelKey: 'report.cancelled' },
  MISSED: { color: 'warning', labelKey: 'report.missed' },
} as const satisfies Record<MeetingReport['state'], { color: string; labelKey: WebKey }>;

const StateBadge = ({ report: { state, reason } }: Pick<ReportCardProps, 'report'>) => {
  const words = useWords();
  const { color, labelKey } = badges[state];
  // That everybody answered or the time is up goes without saying.
  const isTold = reason !== null && reason !== 'ALL_ANSWERED' && reason !== 'WINDOW_OVER';
  return (
    <>
      <Badge appearance="tint" color={color}>
        {words(labelKey)}
      </Badge>
      {isTold && <span>{words(`reason.${reason}`)}</span>}
    </>
  );
};

/** "10:00–12:00, closes in 35 min", in the reader's zone; with the day where it is another one than the report's. */
const windowText = (report: MeetingReport, date: LocalDate, now: number, reader: Reader, words: WebWords): string => {
  const { zone, locale } = reader;
  const at = (ms: number): string => {
    const day = dateIn(ms, zone);
    return day === date ? timeOf(ms, zone, locale) : `${shortDate(day, locale)} ${timeOf(ms, zone, locale)}`;
  };
  const closes = Date.parse(report.closesAt);
  const span = words('report.window', { from: at(Date.parse(report.opensAt)), to: at(closes) });
  const isRunning = report.state === 'OPEN' && closes > now;
  return isRunning ? words('report.closesIn', { span, duration: durationText(closes - now, words) }) : span;
};

const Name = ({ report }: Pick<ReportCardProps, 'report'>) => {
  const { embedded } = useSurface();
  if (embedded) return report.meetingName;
  return <RouterLink to={`/reports/${report.meetingId}`}>{report.meetingName}</RouterLink>;
};

/** Inside the chat tool the name is no link, so that nobody is led out of it; the way in is a word of its own. */
const Details = ({ report }: Pick<ReportCardProps, 'report'>) => {
  const words = useWords();
  const { embedded } = useSurface();
  if (!embedded) return null;
  return (
    <RouterLink
      to={`/teams/reports/${report.meetingId}`}
      label={words('report.detailsFor', { meeting: report.meetingName })}
    >
      {words('report.details')}
    </RouterLink>
  );
};

const Head = ({
  report,
  date,
  isOwnPage = false,
  onAnswer,
  titleId,
}: ReportCardProps & { readonly titleId: string }) => {
  const words = useWords();
  const now = useNow();
  const reader = useReader();
  const { meetingId, meetingName, channelName } = report;
  return (
    <div className={css.head}>
      <h2 className={isOwnPage ? css.hiddenName : css.name} id={titleId}>
        {isOwnPage ? report.meetingName : <Name report={report} />}
      </h2>
      <StateBadge report={report} />
      <span className={css.facts}>{windowText(report, date, now, reader, words)}</span>
      {channelName !== null && <span className={css.facts}>{words('report.postedTo', { channel: channelName })}</span>}
      {!isOwnPage && <Details report={report} />}
      {report.canEdit && (
        <Button
          size="small"
          className={css.edit ?? ''}
          aria-label={words('report.editFor', { meeting: meetingName })}
          onClick={() => {
            onAnswer({ meetingId, meetingName, date, edit: true });
          }}
        >
          {words('report.edit')}
        </Button>
      )}
    </div>
  );
};

const Rings = ({ report }: Pick<ReportCardProps, 'report'>) => {
  const words = useWords();
  const { membersAnswered, totalMembers: total, goals, blockers, goalsTicked, goalsOffered } = report;
  const counted = words('ring.goalsTicked', { ticked: goalsTicked, offered: goalsOffered });
  return (
    <div className={css.rings}>
      <RingChart
        value={membersAnswered}
        total={total}
        tone="brand"
        label={words('ring.participants')}
        sentence={words('ring.participantsSentence', { count: membersAnswered, total })}
      />
      <RingChart
        value={goals}
        total={total}
        tone="success"
        label={words('ring.goals')}
        sentence={words('ring.goalsSentence', { count: goals, total })}
        note={goalsOffered > 0 ? counted : undefined}
      />
      <RingChart
        value={blockers}
        total={total}
        tone="warning"
        label={words('ring.blockers')}
        sentence={words('ring.blockersSentence', { count: blockers, total })}
      />
    </div>
  );
};

/** One meeting's day: how it stands, who needs help, and what everybody said. */
export const ReportCard = (props: ReportCardProps) => {
  const titleId = useId();
  const { report, date, isToday, MemberExtra } = props;
  return (
    <article className={css.card} aria-labelledby={titleId}>
      <Head {...props} titleId={titleId} />
      <div className={css.overview}>
        <Rings report={report} />
        <AttentionList report={report} />
      </div>
      <People report={report} date={date} isToday={isToday} MemberExtra={MemberExtra} />
    </article>
  );
};
