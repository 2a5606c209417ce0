import { useEffect, useId, useRef } from 'react';
import { Badge } from '@fluentui/react-components';
import type { MeetingListItem } from '#contracts/meetings/meeting.ts';
import { useUserDetails } from '../../../api/client/queries.ts';
import { scheduleSentence } from '../../../parts/schedule.ts';
import { AvatarRow } from '../../../ui/display/AvatarRow.tsx';
import { dateIn, mediumDate, timeOf } from '../../../ui/text/dates.ts';
import { useReader } from '../../../ui/text/reader.ts';
import { RouterLink } from '../../../ui/display/RouterLink.tsx';
import { useWords } from '../../../ui/text/words.ts';
import type { WebWords } from '../../../ui/text/words.ts';
import { useReportsBase } from './createPath.ts';
import css from './ReportItem.module.css';

interface ReportItemProps {
  readonly meeting: MeetingListItem;
  readonly teamName: string;
}

const lastRunText = (lastRun: string | null, locale: string, words: WebWords): string => {
  if (lastRun === null) return words('reports.notRun');
  const ms = Date.parse(lastRun);
  return words('reports.lastRun', { date: mediumDate(dateIn(ms, 'UTC'), locale), time: timeOf(ms, 'UTC', locale) });
};

const Facts = ({ meeting, teamName }: ReportItemProps) => {
  const words = useWords();
  const { locale } = useReader();
  const { lastRun, members, timezone } = meeting;
  return (
    <dl className={css.facts}>
      <dt>{words('reports.factTeam')}</dt>
      <dd>{teamName}</dd>
      <dt>{words('reports.factLastRun')}</dt>
      <dd>{lastRunText(lastRun, locale, words)}</dd>
      <dt>{words('reports.factMembers')}</dt>
      <dd>
        {members.length === 0 ? (
          words('reports.nobody')
        ) : (
          <AvatarRow
            people={members}
            label={words('reports.factMembers')}
            moreText={(count) => words('reports.moreMembers', { count })}
          />
        )}
      </dd>
      <dt>{words('reports.factTimezone')}</dt>
      <dd>{timezone}</dd>
    </dl>
  );
};

/** One report: its name, its schedule and its members. A report that was just saved is scrolled to and highlighted. */
export const ReportItem = ({ meeting, teamName, isSaved }: ReportItemProps & { readonly isSaved: boolean }) => {
  const card = useRef<HTMLElement>(null);
  useEffect(() => {
    if (isSaved) card.current?.scrollIntoView({ block: 'nearest' });
  }, [isSaved]);
  const words = useWords();
  const { locale } = useReader();
  const titleId = useId();
  const reports = useReportsBase();
  const { data: me } = useUserDetails();
  const isPaused = me !== undefined && me.orgPause !== null;
  return (
    <article
      ref={card}
      className={isSaved ? `${css.card ?? ''} ${css.saved ?? ''}` : css.card}
      aria-labelledby={titleId}
      aria-current={isSaved ? 'true' : undefined}
    >
      <div className={css.head}>
        <h2 className={css.name} id={titleId}>
          <RouterLink to={`${reports}/${meeting.id}`}>{meeting.name}</RouterLink>
        </h2>
        <Badge appearance="tint" color="brand">
          {words(`meetingType.${meeting.type}`)}
        </Badge>
        {!meeting.isEnabled && (
          <Badge appearance="tint" color="warning">
            {words('reports.deactivated')}
          </Badge>
        )}
      </div>
      <p className={css.sentence}>{isPaused ? words('schedule.paused') : scheduleSentence(meeting, words, locale)}</p>
      <Facts meeting={meeting} teamName={teamName} />
    </article>
  );
};
