import { Suspense, lazy, useId, useState } from 'react';
import type { ReactNode } from 'react';
import { Badge, Button, Tab as TabButton, TabList } from '@fluentui/react-components';
import { ChevronRight16Regular } from '@fluentui/react-icons/svg/chevron-right';
import { useParams } from 'react-router-dom';
import type { MeetingDetail } from '#contracts/meeting.ts';
import { ApiError } from '../../../api/client.ts';
import { errorText } from '../../../api/errorText.ts';
import { useMeeting } from '../../../api/reports.ts';
import { DaySkeleton } from '../../../parts/day/DaySkeleton.tsx';
import { scheduleSentence } from '../../../parts/schedule.ts';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { loadTexts } from '../../../ui/lazyTexts.ts';
import { useReader } from '../../../ui/reader.ts';
import { RouterLink } from '../../../ui/RouterLink.tsx';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { useWords } from '../../../ui/words.ts';
import { DashboardTab } from './DashboardTab.tsx';
import css from './DetailScreen.module.css';
import { useReportsPath } from './paths.ts';
import { useMay } from './standing.ts';
import { tabs, useTab } from './tabs.ts';
import type { Tab } from './tabs.ts';

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
        {scheduleSentence(meeting, words, locale)} {words('reportPage.zone', { zone: meeting.timezone })}
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

/** What is written in the form must outlive a look at another tab; everything else is fetched anew. */
const outlives: Tab = 'details';

const Tabs = ({ meeting }: MeetingProps) => {
  const words = useWords();
  const id = useId();
  const may = useMay(meeting);
  const offered = may('meeting.state') ? tabs : tabs.filter((one) => one !== 'settings');
  const [tab, setTab] = useTab(offered);
  const [isFormOpen, setFormOpen] = useState(false);
  if (tab === outlives && !isFormOpen) setFormOpen(true);
  const drawn = offered.filter((one) => one === tab || (one === outlives && isFormOpen));
  return (
    <>
      <TabList
        className={css.tabs}
        selectedValue={tab}
        onTabSelect={(_, { value }) => {
          setTab(value as Tab);
        }}
      >
        {offered.map((one) => (
          <TabButton key={one} value={one} id={`${id}${one}`} aria-controls={`${id}${one}panel`}>
            {words(`reportPage.${one}`)}
          </TabButton>
        ))}
      </TabList>
      {drawn.map((one) => (
        <div
          key={one}
          id={`${id}${one}panel`}
          role="tabpanel"
          aria-labelledby={`${id}${one}`}
          tabIndex={-1}
          className={css.panel}
          hidden={one !== tab}
        >
          <Suspense fallback={<Skeleton shape="form" />}>{contentOf(one, meeting)}</Suspense>
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
  if (data === undefined)
    return error === null ? <DaySkeleton /> : <Failed error={error} retry={() => void refetch()} />;
  return (
    <>
      <Head meeting={data} />
      <Tabs meeting={data} />
    </>
  );
};

/** One report: its days, what it is made of, what was done to it, and its end. */
export const DetailScreen = () => {
  const { id = '' } = useParams();
  return <Report key={id} meetingId={id} />;
};
