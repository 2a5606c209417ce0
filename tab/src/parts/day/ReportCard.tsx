import { Badge, Button } from '@fluentui/react-components';
import { useId } from 'react';
import type { LocalDate } from '#contracts/core/idDateAndZoneSchemas.ts';
import type { MeetingReport } from '#contracts/reports/dailyReport.ts';
import { dateIn, shortDate, timeOf } from '../../ui/text/calculateAndFormatDates.ts';
import { useNow, useReader } from '../../ui/text/readerContextClockAndDates.ts';
import type { Reader } from '../../ui/text/readerContextClockAndDates.ts';
import { RingChart } from '../../ui/display/RingChart.tsx';
import { AppLink } from '../../ui/display/AppLink.tsx';
import { useSurface } from '../../ui/display/pageHostContext.ts';
import { useTranslate } from '../../ui/text/translate.ts';
import type { WebKey, WebTranslate } from '../../ui/text/translate.ts';
import { QuestionAverages } from '../answerDisplay/QuestionAverages.tsx';
import type { AnswerTarget } from './answerDialogTarget.ts';
import { blockerDifference } from './blockersGoalsAndMissingNames.ts';
import { BlockersAndSlippedGoals } from './BlockersAndSlippedGoals.tsx';
import { durationText } from './durationText.ts';
import type { MemberExtra } from './MemberCard.tsx';
import { MemberCards } from './MemberCards.tsx';
import hidden from '../../ui/display/ScreenReaderOnly.module.css';
import css from './ReportCard.module.css';

interface ReportCardProps {
  readonly report: MeetingReport;
  readonly date: LocalDate;
  readonly isToday: boolean;
  /** True on the page of the meeting, which already shows the meeting's name above the card. */
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
  const t = useTranslate();
  const { color, labelKey } = badges[state];
  // The two usual reasons for an end, all members answered and the window is over, are not shown.
  const isReasonShown = reason !== null && reason !== 'ALL_ANSWERED' && reason !== 'WINDOW_OVER';
  return (
    <>
      <Badge appearance="tint" color={color}>
        {t(labelKey)}
      </Badge>
      {isReasonShown && <span>{t(`reason.${reason}`)}</span>}
    </>
  );
};

/**
 * Returns the window of the run in the reader's zone, such as "10:00–12:00, closes in 35 min". If the opening or the
 * close is on another date than the report, both times get their day.
 */
const windowText = (
  report: MeetingReport,
  date: LocalDate,
  now: number,
  { reader, t }: { readonly reader: Reader; readonly t: WebTranslate },
): string => {
  const { zone, locale } = reader;
  const [opens, closes] = [Date.parse(report.opensAt), Date.parse(report.closesAt)];
  const isOnDate = [opens, closes].every((ms) => dateIn(ms, zone) === date);
  const at = (ms: number): string => {
    const time = timeOf(ms, zone, locale);
    return isOnDate ? time : `${shortDate(dateIn(ms, zone), locale)} ${time}`;
  };
  const span = t('report.window', { from: at(opens), to: at(closes) });
  const isRunning = report.state === 'OPEN' && closes > now;
  return isRunning ? t('report.closesIn', { span, duration: durationText(closes - now, t) }) : span;
};

const pageOf = ({ meetingId }: MeetingReport, date: LocalDate): string => `/reports/${meetingId}?date=${date}`;

type NameProps = Pick<ReportCardProps, 'report' | 'date'>;

const Name = ({ report, date }: NameProps) => {
  const { embedded } = useSurface();
  if (embedded) return report.meetingName;
  return <AppLink to={pageOf(report, date)}>{report.meetingName}</AppLink>;
};

/**
 * Inside Microsoft Teams, renders a link from the card to the report's own page in the same tab. The report's name is
 * no link there, because it would lead to a page outside Microsoft Teams.
 */
const Details = ({ report, date }: NameProps) => {
  const t = useTranslate();
  const { locale } = useReader();
  const { embedded } = useSurface();
  if (!embedded) return null;
  return (
    <AppLink
      to={`/teams${pageOf(report, date)}`}
      label={t('report.detailsFor', { meeting: report.meetingName, date: shortDate(date, locale) })}
    >
      {t('report.details')}
    </AppLink>
  );
};

const Head = ({
  report,
  date,
  isOwnPage = false,
  onAnswer,
  titleId,
}: ReportCardProps & { readonly titleId: string }) => {
  const t = useTranslate();
  const now = useNow();
  const reader = useReader();
  const { meetingId, meetingName, channelName } = report;
  return (
    <div className={css.head}>
      <h2 className={isOwnPage ? hidden.unseen : css.name} id={titleId}>
        {isOwnPage ? report.meetingName : <Name report={report} date={date} />}
      </h2>
      <StateBadge report={report} />
      <span className={css.facts}>{windowText(report, date, now, { reader, t })}</span>
      {channelName !== null && <span className={css.facts}>{t('report.postedTo', { channel: channelName })}</span>}
      {!isOwnPage && <Details report={report} date={date} />}
      {report.canEdit && (
        <Button
          size="small"
          className={css.edit ?? ''}
          aria-label={t('report.editFor', { meeting: meetingName, date: shortDate(date, reader.locale) })}
          onClick={() => {
            onAnswer({ meetingId, meetingName, date, edit: true });
          }}
        >
          {t('report.edit')}
        </Button>
      )}
    </div>
  );
};

/**
 * Returns a note if the ring and the list of blockers show different numbers: only the list includes blockers of
 * earlier days, and only the ring counts resolved blockers.
 */
const useBlockerNote = (report: MeetingReport): string | undefined => {
  const t = useTranslate();
  const { carried, resolved } = blockerDifference(report);
  const notes = [
    ...(resolved > 0 ? [t('ring.blockersResolved', { count: resolved })] : []),
    ...(carried > 0 ? [t('ring.blockersCarried', { count: carried })] : []),
  ];
  return notes.length === 0 ? undefined : notes.join(', ');
};

const GoalsRing = ({ report }: Pick<ReportCardProps, 'report'>) => {
  const t = useTranslate();
  const { totalMembers: total, goals, goalsTicked, goalsOffered } = report;
  const label = t('ring.goals');
  // Without any goal, "0 of 4 reached their goals" would be wrong, so the ring shows that there are none.
  if (goalsOffered === 0 && goals === 0) {
    const none = t('ring.goalsNone');
    return <RingChart value={0} total={0} tone="success" label={label} sentence={`${label}: ${none}`} note={none} />;
  }
  return (
    <RingChart
      value={goals}
      total={total}
      tone="success"
      label={label}
      sentence={t('ring.goalsSentence', { count: goals, total })}
      note={goalsOffered > 0 ? t('ring.goalsTicked', { ticked: goalsTicked, offered: goalsOffered }) : undefined}
    />
  );
};

const Rings = ({ report }: Pick<ReportCardProps, 'report'>) => {
  const t = useTranslate();
  const { membersAnswered, totalMembers: total, blockers } = report;
  const { embedded } = useSurface();
  const blockerNote = useBlockerNote(report);
  return (
    <div className={css.rings}>
      <RingChart
        value={membersAnswered}
        total={total}
        tone="brand"
        label={t('ring.participants')}
        sentence={t('ring.participantsSentence', { count: membersAnswered, total })}
      />
      {report.hasGoals && <GoalsRing report={report} />}
      {report.hasBlockers && (
        <div className={css.linked}>
          <RingChart
            value={blockers}
            total={total}
            tone="warning"
            label={t('ring.blockers')}
            sentence={t('ring.blockersSentence', { count: blockers, total })}
            note={blockerNote}
          />
          <AppLink
            to={`${embedded ? '/teams' : ''}/blockers?report=${report.meetingId}`}
            label={t('ring.allBlockersOf', { meeting: report.meetingName })}
          >
            {t('ring.allBlockers')}
          </AppLink>
        </div>
      )}
    </div>
  );
};

export const ReportCard = (props: ReportCardProps) => {
  const titleId = useId();
  const { report, date, isToday, isOwnPage = false, MemberExtra } = props;
  return (
    <article className={css.card} aria-labelledby={titleId}>
      <Head {...props} titleId={titleId} />
      <div className={css.overview}>
        <Rings report={report} />
        <BlockersAndSlippedGoals report={report} isRankedAbove={isToday && !isOwnPage} />
      </div>
      <QuestionAverages averages={report.averages} />
      <MemberCards report={report} date={date} isToday={isToday} MemberExtra={MemberExtra} />
    </article>
  );
};
