import { Suspense, lazy, useId, useState } from 'react';
import type { ReactNode } from 'react';
import { Badge, Button, Tab as TabButton } from '@fluentui/react-components';
import { ChevronRight16Regular } from '@fluentui/react-icons/svg/chevron-right';
import { useParams } from 'react-router-dom';
import type { MeetingDetail } from '#contracts/meetings/meeting.ts';
import { ApiError } from '../../../api/client/client.ts';
import { errorText } from '../../../api/client/errorText.ts';
import { useUserDetails } from '../../../api/client/queries.ts';
import { useMeeting } from '../../../api/reports/reports.ts';
import { DaySkeleton } from '../../../parts/day/DaySkeleton.tsx';
import { scheduleSentence } from '../../../parts/schedule.ts';
import { EmptyState } from '../../../ui/display/EmptyState.tsx';
import { loadTexts } from '../../../ui/text/lazyTexts.ts';
import { usePageName } from '../../../ui/text/pageName.ts';
import { useReader } from '../../../ui/text/reader.ts';
import { RouterLink } from '../../../ui/display/RouterLink.tsx';
import { Skeleton } from '../../../ui/display/Skeleton.tsx';
import { TabRow } from '../../../ui/display/TabRow.tsx';
import { useWords } from '../../../ui/text/words.ts';
import { DashboardTab } from './DashboardTab.tsx';
import css from './DetailScreen.module.css';
import { useReportsPath } from './paths.ts';
import { useMay } from './reportPermission.ts';
import { tabs, useTab } from './detailTabs.ts';
import type { Tab } from './detailTabs.ts';
import { useTeamOfReport } from './teamOfReport.ts';

const ActivityTab = lazy(() => import('./ActivityTab.tsx').then((it) => ({ default: it.ActivityTab })));
const SettingsTab = lazy(() => import('./SettingsTab.tsx').then((it) => ({ default: it.SettingsTab })));
const TrendsTab = lazy(async () => {
  const [it] = await Promise.all([import('./TrendsTab.tsx'), loadTexts('trends')]);
  return { default: it.TrendsTab };
});
const DetailsTab = lazy(async () => {
  const [it] = await Promise.all([import('./DetailsTab.tsx'), loadTexts('reportForm')]);
  return { default: it.DetailsTab };
});

interface MeetingProps {
  readonly meeting: MeetingDetail;
}

const Head = ({ meeting }: MeetingProps) => {
  const words = useWords();
  const { locale } = useReader();
  const { data: me } = useUserDetails();
  const isPaused = me !== undefined && me.orgPause !== null;
  usePageName(meeting.name);
  const reports = useReportsPath();
  return (
    <>
      <nav aria-label={words('reportPage.crumbs')}>
        <ol className={css.crumbs}>
          <li>
            <RouterLink to={reports}>{words('nav.reports')}</RouterLink>
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
          {words(`meetingType.${meeting.type}`)}
        </Badge>
        {!meeting.isEnabled && (
          <Badge appearance="tint" color="warning">
            {words('reportPage.deactivated')}
          </Badge>
        )}
      </div>
      <p className={css.sentence}>
        {isPaused ? words('schedule.paused') : scheduleSentence(meeting, words, locale)}{' '}
        {words('reportPage.zone', { zone: meeting.timezone })}
      </p>
    </>
  );
};

const contentOf = (tab: Tab, meeting: MeetingDetail): ReactNode => {
  switch (tab) {
    case 'dashboard':
      return <DashboardTab meeting={meeting} />;
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
 * Only the tab of the form stays mounted, so that its unsaved values survive a visit to another tab. The other tabs load their
 * data again.
 */
const outlives: Tab = 'details';

const Tabs = ({ meeting }: MeetingProps) => {
  const words = useWords();
  const id = useId();
  const may = useMay(meeting);
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
            {words(`reportPage.${item}`)}
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
          <Suspense fallback={<Skeleton shape="form" />}>{contentOf(item, meeting)}</Suspense>
        </div>
      ))}
    </>
  );
};

const Failed = ({ error, retry }: { readonly error: unknown; readonly retry: () => void }) => {
  const words = useWords();
  const reports = useReportsPath();
  const isGone = error instanceof ApiError && (error.code === 'NOT_FOUND' || error.code === 'INVALID_INPUT');
  return (
    <EmptyState role="alert" text={isGone ? words('reportPage.notFound') : errorText(error, words)}>
      {!isGone && <Button onClick={retry}>{words('common.retry')}</Button>}
      <RouterLink to={reports}>{words('reportPage.toReports')}</RouterLink>
    </EmptyState>
  );
};

const Report = ({ meetingId }: { readonly meetingId: string }) => {
  const { data, error, refetch } = useMeeting(meetingId);
  useTeamOfReport(data?.teamId);
  if (data === undefined)
    return error === null ? <DaySkeleton /> : <Failed error={error} retry={() => void refetch()} />;
  return (
    <>
      <Head meeting={data} />
      <Tabs meeting={data} />
    </>
  );
};

/** One report in tabs: its days, its form, its activity log and its settings. */
export const DetailScreen = () => {
  const { id = '' } = useParams();
  return <Report key={id} meetingId={id} />;
};
