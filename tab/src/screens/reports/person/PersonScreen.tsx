import type { ReactNode } from 'react';
import { Button } from '@fluentui/react-components';
import { ArrowDownload20Regular } from '@fluentui/react-icons/svg/arrow-download';
import { Print20Regular } from '@fluentui/react-icons/svg/print';
import { useParams, useSearchParams } from 'react-router-dom';
import { times } from '#contracts/core/limits.ts';
import type { PersonReport } from '#contracts/reports/personReport.ts';
import { ApiError } from '../../../api/client/client.ts';
import { errorText } from '../../../api/client/errorText.ts';
import { usePersonReport } from '../../../api/reports/reports.ts';
import { DateRange } from '../../../parts/DateRange.tsx';
import { useRange } from '../../../parts/dateRange.ts';
import { Avatar } from '../../../ui/display/Avatar.tsx';
import { saveFile } from '../../../ui/display/download.ts';
import { EmptyState } from '../../../ui/display/EmptyState.tsx';
import { usePutParam } from '../../../ui/text/params.ts';
import { usePageName } from '../../../ui/text/pageName.ts';
import { useDayText, useReader } from '../../../ui/text/reader.ts';
import { useWords } from '../../../ui/text/words.ts';
import { personCsv } from './personCsv.ts';
import { ByDay, ByMeeting } from './PersonRuns.tsx';
import css from './PersonScreen.module.css';

interface ReportProps {
  readonly report: PersonReport;
}

const useName = ({ name, isErased }: PersonReport): string => {
  const words = useWords();
  return isErased || name === '' ? words('personPage.erasedName') : name;
};

const Head = ({ report }: ReportProps) => {
  const words = useWords();
  const reader = useReader();
  const name = useName(report);
  const { from, to } = report;
  usePageName(name);
  const file = (): void => {
    saveFile(`${name} ${from} ${to}.csv`, 'text/csv;charset=utf-8', personCsv(report, reader, words));
  };
  return (
    <div className={css.head}>
      <Avatar name={name} imageUrl={report.thumbnailUrl} />
      <h1 className={css.title}>{name}</h1>
      {report.hasLeft && <span className={css.facts}>{words('personPage.hasLeft')}</span>}
      {report.isSwitchedOff && <span className={css.facts}>{words('personPage.switchedOff')}</span>}
      {report.timezone !== null && <span className={css.facts}>{report.timezone}</span>}
      <div className={css.actions}>
        <Button
          icon={<Print20Regular />}
          onClick={() => {
            window.print();
          }}
        >
          {words('personPage.print')}
        </Button>
        <Button icon={<ArrowDownload20Regular />} onClick={file}>
          {words('personPage.csv')}
        </Button>
      </div>
    </div>
  );
};

const Totals = ({ report: { totals } }: ReportProps) => {
  const words = useWords();
  const shown = [
    ['personPage.totalAnswered', `${totals.answered}/${totals.asked}`],
    ['personPage.totalLate', String(totals.late)],
    ['personPage.totalGoals', `${totals.goalsTicked}/${totals.goalsOffered}`],
    ['personPage.totalBlocked', String(totals.blocked)],
    ['personPage.totalAway', String(totals.away)],
  ] as const;
  return (
    <dl className={css.totals}>
      {shown.map(([key, value]) => (
        <div key={key} className={css.total}>
          <dt>{words(key)}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
};

type View = 'day' | 'meeting';
const views = ['day', 'meeting'] as const;

const useView = (): readonly [View, (view: View) => void] => {
  const [params] = useSearchParams();
  const put = usePutParam();
  return [
    params.get('view') === 'meeting' ? 'meeting' : 'day',
    (view) => {
      put('view', view === 'day' ? undefined : view);
    },
  ];
};

const Views = ({ view, onView }: { readonly view: View; readonly onView: (view: View) => void }) => {
  const words = useWords();
  return (
    <div className={css.views} role="group" aria-label={words('personPage.views')}>
      {views.map((item) => (
        <Button
          key={item}
          appearance={item === view ? 'primary' : 'outline'}
          aria-pressed={item === view}
          onClick={() => {
            onView(item);
          }}
        >
          {words(item === 'day' ? 'personPage.byDay' : 'personPage.byMeeting')}
        </Button>
      ))}
    </div>
  );
};

const Content = ({ report, view }: ReportProps & { readonly view: View }) => {
  const words = useWords();
  const dayText = useDayText();
  const dates = { from: dayText(report.from), to: dayText(report.to) };
  if (report.days.length === 0)
    return <EmptyState text={words('personPage.none')} detail={words('personPage.noneDetail', dates)} />;
  return (
    <>
      <p className={css.range}>{words('personPage.range', dates)}</p>
      <Totals report={report} />
      {view === 'day' ? <ByDay report={report} /> : <ByMeeting report={report} />}
    </>
  );
};

const Failed = ({ error, retry }: { readonly error: unknown; readonly retry: () => void }) => {
  const words = useWords();
  const isGone = error instanceof ApiError && (error.code === 'NOT_FOUND' || error.code === 'FORBIDDEN');
  return (
    <EmptyState role="alert" text={isGone ? words('personPage.notFound') : errorText(error, words)}>
      {!isGone && <Button onClick={retry}>{words('common.retry')}</Button>}
    </EmptyState>
  );
};

const Person = ({ memberId }: { readonly memberId: string }) => {
  const words = useWords();
  const { range, setRange } = useRange(times.personDays);
  const [view, setView] = useView();
  const { data, error, refetch } = usePersonReport({ memberId, ...range });
  const content = (): ReactNode => {
    if (data !== undefined) return <Content report={data} view={view} />;
    if (error !== null) return <Failed error={error} retry={() => void refetch()} />;
    return <div role="status" aria-label={words('common.loading')} className={css.loading} />;
  };
  return (
    <>
      {data === undefined ? (
        <div className={css.head}>
          <h1 className={css.title}>{words('personPage.title')}</h1>
        </div>
      ) : (
        <Head report={data} />
      )}
      <div className={css.tools}>
        <DateRange key={`${range.from} ${range.to}`} range={range} mostDays={times.personDays} onSearch={setRange} />
        <Views view={view} onView={setView} />
      </div>
      {content()}
    </>
  );
};

/** One member's answers over a period, to read, print or download. */
export const PersonScreen = () => {
  const { memberId = '' } = useParams();
  return <Person key={memberId} memberId={memberId} />;
};
