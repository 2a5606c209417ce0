import { memo } from 'react';
import type { ComponentType, ReactElement } from 'react';
import { Beach16Filled } from '@fluentui/react-icons/svg/beach';
import { Checkmark12Filled } from '@fluentui/react-icons/svg/checkmark';
import { Clock12Filled } from '@fluentui/react-icons/svg/clock';
import { Important12Filled } from '@fluentui/react-icons/svg/important';
import { Star12Filled } from '@fluentui/react-icons/svg/star';
import { Subtract12Filled } from '@fluentui/react-icons/svg/subtract';
import { Link } from 'react-router-dom';
import type { LocalDate } from '#contracts/ids.ts';
import type { MeetingReport, ReportMember } from '#contracts/report.ts';
import { Avatar } from '../../ui/Avatar.tsx';
import { ClampedText } from '../../ui/ClampedText.tsx';
import { placeOf, sameClock, shortDate, timeOf } from '../../ui/dates.ts';
import { useNow, useReader } from '../../ui/reader.ts';
import type { Reader } from '../../ui/reader.ts';
import { useWords } from '../../ui/words.ts';
import type { WebWords } from '../../ui/words.ts';
import { durationText } from './duration.ts';
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
  MISSING: { ring: 'none', badge: <Subtract12Filled /> },
};

interface Context {
  readonly report: MeetingReport;
  readonly now: number;
  readonly reader: Reader;
  readonly words: WebWords;
}

const openText = (member: ReportMember, { report, now, words }: Context): string => {
  // Nobody is late for a run that never asked or was called off.
  if (report.state === 'MISSED' || report.state === 'CANCELLED') return words('member.notAsked');
  const left = Date.parse(member.closesAt ?? report.closesAt) - now;
  return left > 0 ? words('member.openFor', { duration: durationText(left, words) }) : words('member.open');
};

/** The state in words: what the ring's colour says to those who see it. */
const stateText = (member: ReportMember, context: Context): string => {
  const { reader, words } = context;
  const { answeredAt, blockedSince, state } = member;
  const time = answeredAt === null ? '' : timeOf(Date.parse(answeredAt), reader.zone, reader.locale);
  switch (state) {
    case 'BLOCKED':
      return blockedSince === null
        ? words('member.blocked')
        : words('member.blockedSince', { date: shortDate(blockedSince, reader.locale) });
    case 'GOAL_ACHIEVED':
      return words('member.goalAchieved');
    case 'ANSWERED':
      return words('member.answered', { time });
    case 'OPEN':
      return openText(member, context);
    case 'AWAY':
      return words('member.away');
    case 'MISSING':
      return words('member.missing');
  }
};

const factsOf = (member: ReportMember, isToday: boolean, context: Context): readonly string[] => {
  const { now, reader, words } = context;
  const { timezone, editedAt, isLate, unreachable } = member;
  const isElsewhere = isToday && timezone !== null && !sameClock(now, timezone, reader.zone);
  return [
    stateText(member, context),
    ...(isElsewhere
      ? [words('member.localTime', { time: timeOf(now, timezone, reader.locale), place: placeOf(timezone) })]
      : []),
    ...(isLate ? [words('member.late')] : []),
    ...(editedAt === null
      ? []
      : [words('member.edited', { time: timeOf(Date.parse(editedAt), reader.zone, reader.locale) })]),
    ...(unreachable === null ? [] : [words(`unreachable.${unreachable}`, { product: words('product') })]),
  ];
};

const Answers = ({ member }: { readonly member: ReportMember }) => {
  const words = useWords();
  if (member.answers.length === 0)
    return <p className={css.nothing}>{words(member.isHoliday ? 'member.onHoliday' : 'member.noAnswers')}</p>;
  return (
    <dl className={css.answers}>
      {member.answers.map((one) => (
        <div key={one.questionId}>
          <dt className={css.question} data-own-words>
            {one.question}
          </dt>
          <dd className={one.isBlocking ? css.blocking : css.answer}>
            <ClampedText text={one.answer} />
          </dd>
        </div>
      ))}
    </dl>
  );
};

/** What a page adds to each person's card. */
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
  /** Address of the person's own report. */
  readonly page: string;
  readonly Extra: MemberExtra | undefined;
}

const Facts = ({ member, report, isToday }: FactsProps) => {
  const words = useWords();
  const reader = useReader();
  const facts = factsOf(member, isToday, { report, words, reader, now: useNow() });
  return <div className={css.facts}>{facts.join(' · ')}</div>;
};

/** One person's day: who, how they stand, and what they said. */
export const MemberCard = memo(({ member, report, date, isToday, page, Extra }: MemberCardProps) => {
  const { ring, badge } = signs[member.state];
  return (
    <li className={css.card}>
      <div className={css.head}>
        <Avatar name={member.name} imageUrl={member.thumbnailUrl} ring={ring} badge={badge} />
        <div className={css.who}>
          <div className={css.name}>
            {/* Fluent's link five hundred times would cost a second. */}
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
