import { memo } from 'react';
import type { ComponentType, ReactElement } from 'react';
import { ArrowForward16Filled } from '@fluentui/react-icons/svg/arrow-forward';
import { Beach16Filled } from '@fluentui/react-icons/svg/beach';
import { Checkmark12Filled } from '@fluentui/react-icons/svg/checkmark';
import { Clock12Filled } from '@fluentui/react-icons/svg/clock';
import { Important12Filled } from '@fluentui/react-icons/svg/important';
import { Star12Filled } from '@fluentui/react-icons/svg/star';
import { Subtract12Filled } from '@fluentui/react-icons/svg/subtract';
import type { LocalDate } from '#contracts/core/idDateAndZoneSchemas.ts';
import type { MeetingReport, ReportMember } from '#contracts/reports/dailyReport.ts';
import { Avatar } from '../../ui/display/Avatar.tsx';
import { Link } from '../../ui/router/Link.tsx';
import { placeOf, sameClock, shortDate, timeOf } from '../../ui/text/calculateAndFormatDates.ts';
import { useNow, useReader } from '../../ui/text/readerContextClockAndDates.ts';
import type { Reader } from '../../ui/text/readerContextClockAndDates.ts';
import { useTranslate } from '../../ui/text/translate.ts';
import type { WebTranslate } from '../../ui/text/translate.ts';
import { AnswerValue } from '../answerDisplay/AnswerValue.tsx';
import { durationText } from './durationText.ts';
import { memberCardId } from './memberCardId.ts';
import { ClampedText } from '../../ui/text/ClampedText.tsx';
import css from './MemberCard.module.css';

type State = ReportMember['state'];

const signs: Readonly<
  Record<State, { readonly ring: 'blocked' | 'achieved' | 'answered' | 'none'; readonly badge: ReactElement }>
> = {
  BLOCKED: { ring: 'blocked', badge: <Important12Filled /> },
  GOAL_ACHIEVED: { ring: 'achieved', badge: <Star12Filled /> },
  ANSWERED: { ring: 'answered', badge: <Checkmark12Filled /> },
  OPEN: { ring: 'none', badge: <Clock12Filled /> },
  AWAY: { ring: 'none', badge: <Beach16Filled fontSize={12} /> },
  SKIPPED: { ring: 'none', badge: <ArrowForward16Filled fontSize={12} /> },
  MISSING: { ring: 'none', badge: <Subtract12Filled /> },
};

interface Context {
  readonly report: MeetingReport;
  readonly now: number;
  readonly reader: Reader;
  readonly t: WebTranslate;
}

/**
 * If the member's opening falls into their quiet hours, puts the end of the quiet hours, on the member's own clock,
 * before the text.
 */
const withQuiet = (member: ReportMember, text: string, { report, reader, t }: Context): string => {
  if (member.quietUntil === undefined) return text;
  const time = timeOf(Date.parse(member.quietUntil), member.timezone ?? report.timezone, reader.locale);
  return `${t('member.quietUntil', { time })} · ${text}`;
};

const openText = (member: ReportMember, { report, now, reader, t }: Context): string => {
  // A missed run prompted no member, which explains why no answer exists. A cancelled run may have prompted only some
  // members, so the text reports only the cancellation.
  if (report.state === 'MISSED') return t('member.notAsked');
  if (report.state === 'CANCELLED') return t('report.cancelled');
  const opens = Date.parse(member.opensAt ?? report.opensAt);
  if (opens > now)
    return t('member.notAskedYet', { time: timeOf(opens, member.timezone ?? report.timezone, reader.locale) });
  const left = Date.parse(member.closesAt ?? report.closesAt) - now;
  const text = left > 0 ? t('member.openFor', { duration: durationText(left, t) }) : t('member.open');
  if (member.snoozedUntil === undefined) return text;
  const time = timeOf(Date.parse(member.snoozedUntil), reader.zone, reader.locale);
  return `${t('member.snoozedUntil', { time })} · ${text}`;
};

const resolvedText = ({ blockerLasted }: ReportMember, t: WebTranslate): string => {
  const text = t('member.blockerResolved');
  return blockerLasted === undefined ? text : `${text} · ${t('common.blockerLasted', { days: blockerLasted })}`;
};

/** Returns the member's state as text, because some readers cannot see the colour of the ring. */
const stateText = (member: ReportMember, context: Context): string => {
  const { reader, t } = context;
  const { answeredAt, blockedSince, state } = member;
  if (member.wasNotAsked) return t('member.promptMissed');
  const time = answeredAt === null ? '' : timeOf(Date.parse(answeredAt), reader.zone, reader.locale);
  switch (state) {
    case 'BLOCKED':
      return blockedSince === null
        ? resolvedText(member, t)
        : t('member.blockedSince', { date: shortDate(blockedSince, reader.locale) });
    case 'GOAL_ACHIEVED':
      return t('member.goalAchieved');
    case 'ANSWERED':
      return t('member.answered', { time });
    case 'OPEN':
      return withQuiet(member, openText(member, context), context);
    case 'AWAY':
      return t('member.away');
    case 'SKIPPED':
      return t('member.skipped');
    case 'MISSING':
      return withQuiet(member, t('member.missing'), context);
  }
};

const factsOf = (member: ReportMember, isToday: boolean, context: Context): readonly string[] => {
  const { now, reader, t } = context;
  const { timezone, editedAt, isLate, unreachable } = member;
  const isElsewhere = isToday && timezone !== null && !sameClock(now, timezone, reader.zone);
  return [
    stateText(member, context),
    ...(isElsewhere
      ? [t('member.localTime', { time: timeOf(now, timezone, reader.locale), place: placeOf(timezone) })]
      : []),
    ...(isLate ? [t('member.late')] : []),
    ...(editedAt === null
      ? []
      : [t('member.edited', { time: timeOf(Date.parse(editedAt), reader.zone, reader.locale) })]),
    ...(unreachable === null ? [] : [t(`unreachable.${unreachable}`, { product: t('product') })]),
  ];
};

/** Shows the reason that a member gave for skipping the run. Renders nothing if the member gave no reason. */
const SkipReason = ({ reason }: { readonly reason: string }) => {
  const t = useTranslate();
  return reason === '' ? null : (
    <div className={css.nothing}>
      <ClampedText text={t('member.skippedWhy', { reason })} />
    </div>
  );
};

const Answers = ({ member }: { readonly member: ReportMember }) => {
  const t = useTranslate();
  if (member.state === 'SKIPPED') return <SkipReason reason={member.skipReason ?? ''} />;
  if (member.answers.length === 0)
    return <p className={css.nothing}>{t(member.isHoliday ? 'member.onHoliday' : 'member.noAnswers')}</p>;
  return (
    <dl className={css.answers}>
      {member.answers.map((answer) => (
        <div key={answer.questionId}>
          <dt className={css.question} data-own-words>
            {answer.question}
          </dt>
          <dd className={answer.isBlocking ? css.blocking : css.answer}>
            <AnswerValue answer={answer} />
          </dd>
        </div>
      ))}
    </dl>
  );
};

export type MemberExtra = ComponentType<{
  readonly member: ReportMember;
  readonly report: MeetingReport;
  readonly date: LocalDate;
}>;

interface FactsProps {
  readonly member: ReportMember;
  readonly report: MeetingReport;
  readonly isToday: boolean;
}

interface MemberCardProps extends FactsProps {
  readonly date: LocalDate;
  readonly page: string;
  /** True if a link leads to this member's answer. The page then scrolls to this card and moves the focus to it. */
  readonly isSought: boolean;
  readonly Extra: MemberExtra | undefined;
}

const seek = (card: HTMLElement | null): void => {
  card?.scrollIntoView({ block: 'center' });
  card?.focus({ preventScroll: true });
};

const Facts = ({ member, report, isToday }: FactsProps) => {
  const t = useTranslate();
  const reader = useReader();
  const facts = factsOf(member, isToday, { report, t, reader, now: useNow() });
  return <div className={css.facts}>{facts.join(' · ')}</div>;
};

export const MemberCard = memo(({ member, report, date, isToday, page, isSought, Extra }: MemberCardProps) => {
  // True if the member resolved the blocker after this day's answer. The card then shows no warning.
  const isResolved = member.state === 'BLOCKED' && member.blockedSince === null;
  const { ring, badge } = signs[isResolved ? 'ANSWERED' : member.state];
  return (
    <li
      id={memberCardId(report.meetingId, member.memberId)}
      className={isSought ? `${css.card ?? ''} ${css.sought ?? ''}` : css.card}
      {...(isSought ? { ref: seek, tabIndex: -1 } : {})}
    >
      <div className={css.head}>
        <Avatar name={member.name} imageUrl={member.thumbnailUrl} ring={ring} badge={badge} />
        <div className={css.who}>
          <div className={css.name}>
            {/* The plain `Link`, because drawing five hundred of Fluent's links would take a second. */}
            <Link to={page}>{member.name}</Link>
          </div>
          <Facts member={member} report={report} isToday={isToday} />
        </div>
      </div>
      <Answers member={member} />
      {Extra !== undefined && <Extra member={member} report={report} date={date} />}
    </li>
  );
});
MemberCard.displayName = 'MemberCard';
