import { useEffect, useId, useRef } from 'react';
import { Badge } from '@fluentui/react-components';
import type { MeetingListItem } from '#contracts/meetings/meetingSchemasAndCalls.ts';
import { useUserDetails } from '../../../api/client/userDetailsAndOrgPauseCheck.ts';
import { scheduleSentence } from '../../../parts/scheduleSentenceAndClockTime.ts';
import { AvatarRow } from '../../../ui/display/AvatarRow.tsx';
import { dateIn, mediumDate, timeOf } from '../../../ui/text/calculateAndFormatDates.ts';
import { useReader } from '../../../ui/text/readerContextClockAndDates.ts';
import { AppLink } from '../../../ui/display/AppLink.tsx';
import { useTranslate } from '../../../ui/text/translate.ts';
import type { WebTranslate } from '../../../ui/text/translate.ts';
import { useReportsBase } from './useNewReportPath.ts';
import css from './ReportListItem.module.css';

interface ReportItemProps {
  readonly meeting: MeetingListItem;
  readonly teamName: string;
}

const lastRunText = (lastRun: string | null, locale: string, t: WebTranslate): string => {
  if (lastRun === null) return t('reports.notRun');
  const ms = Date.parse(lastRun);
  return t('reports.lastRun', { date: mediumDate(dateIn(ms, 'UTC'), locale), time: timeOf(ms, 'UTC', locale) });
};

const Facts = ({ meeting, teamName }: ReportItemProps) => {
  const t = useTranslate();
  const { locale } = useReader();
  const { lastRun, members, timezone } = meeting;
  return (
    <dl className={css.facts}>
      <dt>{t('reports.factTeam')}</dt>
      <dd>{teamName}</dd>
      <dt>{t('reports.factLastRun')}</dt>
      <dd>{lastRunText(lastRun, locale, t)}</dd>
      <dt>{t('reports.factMembers')}</dt>
      <dd>
        {members.length === 0 ? (
          t('reports.nobody')
        ) : (
          <AvatarRow
            people={members}
            label={t('reports.factMembers')}
            moreText={(count) => t('reports.moreMembers', { count })}
          />
        )}
      </dd>
      <dt>{t('reports.factTimezone')}</dt>
      <dd>{timezone}</dd>
    </dl>
  );
};

/**
 * Shows one report with its name, its schedule and its members. If the report was just saved, the page scrolls to it
 * and highlights it.
 */
export const ReportListItem = ({ meeting, teamName, isSaved }: ReportItemProps & { readonly isSaved: boolean }) => {
  const card = useRef<HTMLElement>(null);
  useEffect(() => {
    if (isSaved) card.current?.scrollIntoView({ block: 'nearest' });
  }, [isSaved]);
  const t = useTranslate();
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
          <AppLink to={`${reports}/${meeting.id}`}>{meeting.name}</AppLink>
        </h2>
        <Badge appearance="tint" color="brand">
          {t(`meetingType.${meeting.type}`)}
        </Badge>
        {!meeting.isEnabled && (
          <Badge appearance="tint" color="warning">
            {t('reports.deactivated')}
          </Badge>
        )}
      </div>
      <p className={css.sentence}>{isPaused ? t('schedule.paused') : scheduleSentence(meeting, t, locale)}</p>
      <Facts meeting={meeting} teamName={teamName} />
    </article>
  );
};
