import { Suspense, lazy, useId, useState } from 'react';
import type { ReactNode } from 'react';
import { Badge, Button, Tab as TabButton } from '@fluentui/react-components';
import { ChevronRight16Regular } from '@fluentui/react-icons/svg/chevron-right';
import type { MeetingDetail } from '#contracts/meetings/meetingSchemasAndCalls.ts';
import { ApiError } from '../../../api/client/apiClient.ts';
import { errorText } from '../../../api/client/errorText.ts';
import { useUserDetails } from '../../../api/client/userDetailsAndOrgPauseCheck.ts';
import { useMeeting } from '../../../api/reports/reportQueriesAndMutations.ts';
import { DaySkeleton } from '../../../parts/day/DaySkeleton.tsx';
import { scheduleSentence } from '../../../parts/scheduleSentenceAndClockTime.ts';
import { EmptyState } from '../../../ui/display/EmptyState.tsx';
import { useParams } from '../../../ui/router/routerHooks.ts';
import { loadTexts } from '../../../ui/text/loadLazyTextsAndLanguage.ts';
import { usePageName } from '../../../ui/text/pageTitle.ts';
import { useReader } from '../../../ui/text/readerContextClockAndDates.ts';
import { AppLink } from '../../../ui/display/AppLink.tsx';
import { LoadingSkeleton } from '../../../ui/display/LoadingSkeleton.tsx';
import { useSurface } from '../../../ui/display/pageHostContext.ts';
import { TabRow } from '../../../ui/display/TabRow.tsx';
import { useTranslate } from '../../../ui/text/translate.ts';
import { ReportDashboardTab } from './ReportDashboardTab.tsx';
import css from './ReportDetailScreen.module.css';
import { useReportsPath } from './useReportPaths.ts';
import { useReportPermission } from './useReportPermission.ts';
import { tabs, useTab } from './reportDetailTabs.ts';
import type { Tab } from './reportDetailTabs.ts';
import { useSelectReportTeam } from './useSelectReportTeamOrLeave.ts';

const ActivityTab = lazy(() => import('./ActivityTab.tsx').then((module) => ({ default: module.ActivityTab })));
const SettingsTab = lazy(() =>
  import('./ReportSettingsTab.tsx').then((module) => ({ default: module.ReportSettingsTab })),
);
const TrendsTab = lazy(async () => {
  const [module] = await Promise.all([import('../trends/TrendsTab.tsx'), loadTexts('trends')]);
  return { default: module.TrendsTab };
});
const DetailsTab = lazy(async () => {
  const [module] = await Promise.all([import('./EditReportTab.tsx'), loadTexts('reportForm')]);
  return { default: module.EditReportTab };
});

interface MeetingProps {
  readonly meeting: MeetingDetail;
}

const Head = ({ meeting }: MeetingProps) => {
  const t = useTranslate();
  const { locale } = useReader();
  const { data: me } = useUserDetails();
  const isPaused = me !== undefined && me.orgPause !== null;
  usePageName(meeting.name);
  const reports = useReportsPath();
  const { embedded } = useSurface();
  return (
    <>
      <nav aria-label={t('reportPage.crumbs')}>
        <ol className={css.crumbs}>
          <li>
            <AppLink to={reports}>{t('nav.reports')}</AppLink>
            <ChevronRight16Regular data-mirrored aria-hidden="true" />
          </li>
          <li className={css.here} aria-current="page">
            {meeting.name}
          </li>
        </ol>
      </nav>
      <div className={css.head}>
        <h1 className={css.title}>{meeting.name}</h1>
        <Badge appearance="tint" color="brand">
          {t(`meetingType.${meeting.type}`)}
        </Badge>
        {!meeting.isEnabled && (
          <Badge appearance="tint" color="warning">
            {t('reportPage.deactivated')}
          </Badge>
        )}
      </div>
      <p className={css.sentence}>
        {isPaused ? t('schedule.paused') : scheduleSentence(meeting, t, locale)}{' '}
        {t('reportPage.zone', { zone: meeting.timezone })}{' '}
        <AppLink to={`${embedded ? '/teams' : ''}/rollup?reports=${meeting.id}`}>{t('reportPage.rollup')}</AppLink>
      </p>
    </>
  );
};

const contentOf = (tab: Tab, meeting: MeetingDetail): ReactNode => {
  switch (tab) {
    case 'dashboard':
      return <ReportDashboardTab meeting={meeting} />;
    case 'trends':
      return <TrendsTab meeting={meeting} />;
    case 'details':
      return <DetailsTab meeting={meeting} />;
    case 'activity':
      return <ActivityTab meetingId={meeting.id} />;
    case 'settings':
      return <SettingsTab meeting={meeting} />;
  }
};

/**
 * Once opened, the tab with the form stays mounted, so that unsaved values stay while the reader visits another tab.
 * The other tabs are mounted again and load their data again.
 */
const outlives: Tab = 'details';

const Tabs = ({ meeting }: MeetingProps) => {
  const t = useTranslate();
  const id = useId();
  const may = useReportPermission(meeting);
  const offered = may('meeting.state') ? tabs : tabs.filter((item) => item !== 'settings');
  const [tab, setTab] = useTab(offered);
  const [isFormOpen, setFormOpen] = useState(false);
  if (tab === outlives && !isFormOpen) setFormOpen(true);
  const drawn = offered.filter((item) => item === tab || (item === outlives && isFormOpen));
  return (
    <>
      <TabRow
        selected={tab}
        onSelect={(value) => {
          setTab(value as Tab);
        }}
      >
        {offered.map((item) => (
          <TabButton key={item} value={item} id={`${id}${item}`} aria-controls={`${id}${item}panel`}>
            {t(`reportPage.${item}`)}
          </TabButton>
        ))}
      </TabRow>
      {drawn.map((item) => (
        <div
          key={item}
          id={`${id}${item}panel`}
          role="tabpanel"
          aria-labelledby={`${id}${item}`}
          tabIndex={-1}
          className={css.panel}
          hidden={item !== tab}
        >
          <Suspense fallback={<LoadingSkeleton shape="form" />}>{contentOf(item, meeting)}</Suspense>
        </div>
      ))}
    </>
  );
};

const Failed = ({ error, retry }: { readonly error: unknown; readonly retry: () => void }) => {
  const t = useTranslate();
  const reports = useReportsPath();
  const isGone = error instanceof ApiError && (error.code === 'NOT_FOUND' || error.code === 'INVALID_INPUT');
  return (
    <EmptyState role="alert" text={isGone ? t('reportPage.notFound') : errorText(error, t)}>
      {!isGone && <Button onClick={retry}>{t('common.retry')}</Button>}
      <AppLink to={reports}>{t('reportPage.toReports')}</AppLink>
    </EmptyState>
  );
};

const Report = ({ meetingId }: { readonly meetingId: string }) => {
  const { data, error, refetch } = useMeeting(meetingId);
  useSelectReportTeam(data?.teamId);
  if (data === undefined)
    return error === null ? <DaySkeleton /> : <Failed error={error} retry={() => void refetch()} />;
  return (
    <>
      <Head meeting={data} />
      <Tabs meeting={data} />
    </>
  );
};

/** Shows one report in tabs: its days, its form, its activity log and its settings. */
export const ReportDetailScreen = () => {
  const { id = '' } = useParams();
  return <Report key={id} meetingId={id} />;
};
