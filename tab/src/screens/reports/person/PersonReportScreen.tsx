import type { ReactNode } from 'react';
import { Button } from '@fluentui/react-components';
import { ArrowDownload20Regular } from '@fluentui/react-icons/svg/arrow-download';
import { Print20Regular } from '@fluentui/react-icons/svg/print';
import { times } from '#contracts/core/limitsAndProductConstants.ts';
import { wholePercent } from '#contracts/reports/wholePercent.ts';
import type { PersonReport } from '#contracts/reports/personReport.ts';
import { percentText } from '#contracts/text/percentText.ts';
import { ApiError } from '../../../api/client/apiClient.ts';
import { errorText } from '../../../api/client/errorText.ts';
import { usePersonReport } from '../../../api/reports/activityAndPersonReportQueries.ts';
import { DateRangeForm } from '../../../parts/DateRangeForm.tsx';
import { useRange } from '../../../parts/dateRangeInUrl.ts';
import { Avatar } from '../../../ui/display/Avatar.tsx';
import { saveFile } from '../../../ui/display/saveFileAndSizeText.ts';
import { EmptyState } from '../../../ui/display/EmptyState.tsx';
import { useParams } from '../../../ui/router/routerHooks.ts';
import { usePutParam, useSearchParams } from '../../../ui/router/searchParamsAndValueChecks.ts';
import { usePageName } from '../../../ui/text/pageTitle.ts';
import { useDayText, useReader } from '../../../ui/text/readerContextClockAndDates.ts';
import { useTranslate } from '../../../ui/text/translate.ts';
import { personReportCsv } from './personReportCsv.ts';
import { ByDay, ByMeeting } from './PersonRunsByDayAndMeeting.tsx';
import css from './PersonReportScreen.module.css';

interface ReportProps {
  readonly report: PersonReport;
}

const useName = ({ name, isErased }: PersonReport): string => {
  const t = useTranslate();
  return isErased || name === '' ? t('personPage.erasedName') : name;
};

const Head = ({ report }: ReportProps) => {
  const t = useTranslate();
  const reader = useReader();
  const name = useName(report);
  const { from, to } = report;
  usePageName(name);
  const file = (): void => {
    saveFile(`${name} ${from} ${to}.csv`, 'text/csv;charset=utf-8', personReportCsv(report, reader, t));
  };
  return (
    <div className={css.head}>
      <Avatar name={name} imageUrl={report.thumbnailUrl} />
      <h1 className={css.title}>{name}</h1>
      {report.hasLeft && <span className={css.facts}>{t('personPage.hasLeft')}</span>}
      {report.isSwitchedOff && <span className={css.facts}>{t('personPage.switchedOff')}</span>}
      {report.timezone !== null && <span className={css.facts}>{report.timezone}</span>}
      <div className={css.actions}>
        <Button
          icon={<Print20Regular />}
          onClick={() => {
            window.print();
          }}
        >
          {t('personPage.print')}
        </Button>
        <Button icon={<ArrowDownload20Regular />} onClick={file}>
          {t('personPage.csv')}
        </Button>
      </div>
    </div>
  );
};

const Totals = ({ report: { totals } }: ReportProps) => {
  const t = useTranslate();
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
          <dt>{t(key)}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
};

/** Shows the share of goals that the person reached. Only the person themselves sees it. */
const HitRate = ({ report: { hitRate } }: ReportProps) => {
  const t = useTranslate();
  const { locale } = useReader();
  // The server sends null on the page of another person. A server of an earlier version sends no value at all.
  if (hitRate == null) return null;
  const { done, settled, carried } = hitRate;
  return (
    <p className={css.hitRate}>
      {settled > 0 &&
        t('personPage.hitRate', { done, settled, percent: percentText(wholePercent(done, settled), locale) })}{' '}
      {carried > 0 && t('personPage.hitRateCarried', { count: carried })}{' '}
      <span className={css.facts}>{t('personPage.hitRateOwn')}</span>
    </p>
  );
};

type View = 'day' | 'meeting';
const views = ['day', 'meeting'] as const;

const useView = (): readonly [View, (view: View) => void] => {
  const params = useSearchParams();
  const put = usePutParam();
  return [
    params.get('view') === 'meeting' ? 'meeting' : 'day',
    (view) => {
      put('view', view === 'day' ? undefined : view);
    },
  ];
};

const Views = ({ view, onView }: { readonly view: View; readonly onView: (view: View) => void }) => {
  const t = useTranslate();
  return (
    <div className={css.views} role="group" aria-label={t('personPage.views')}>
      {views.map((item) => (
        <Button
          key={item}
          appearance={item === view ? 'primary' : 'outline'}
          aria-pressed={item === view}
          onClick={() => {
            onView(item);
          }}
        >
          {t(item === 'day' ? 'personPage.byDay' : 'personPage.byMeeting')}
        </Button>
      ))}
    </div>
  );
};

const Content = ({ report, view }: ReportProps & { readonly view: View }) => {
  const t = useTranslate();
  const dayText = useDayText();
  const dates = { from: dayText(report.from), to: dayText(report.to) };
  if (report.days.length === 0)
    return (
      <>
        <HitRate report={report} />
        <EmptyState text={t('personPage.none')} detail={t('personPage.noneDetail', dates)} />
      </>
    );
  return (
    <>
      <p className={css.range}>{t('personPage.range', dates)}</p>
      <HitRate report={report} />
      <Totals report={report} />
      {view === 'day' ? <ByDay report={report} /> : <ByMeeting report={report} />}
    </>
  );
};

const Failed = ({ error, retry }: { readonly error: unknown; readonly retry: () => void }) => {
  const t = useTranslate();
  const isGone = error instanceof ApiError && (error.code === 'NOT_FOUND' || error.code === 'FORBIDDEN');
  return (
    <EmptyState role="alert" text={isGone ? t('personPage.notFound') : errorText(error, t)}>
      {!isGone && <Button onClick={retry}>{t('common.retry')}</Button>}
    </EmptyState>
  );
};

const Person = ({ memberId }: { readonly memberId: string }) => {
  const t = useTranslate();
  const { range, setRange } = useRange(times.personDays);
  const [view, setView] = useView();
  const { data, error, refetch } = usePersonReport({ memberId, ...range });
  const content = (): ReactNode => {
    if (data !== undefined) return <Content report={data} view={view} />;
    if (error !== null) return <Failed error={error} retry={() => void refetch()} />;
    return <div role="status" aria-label={t('common.loading')} className={css.loading} />;
  };
  return (
    <>
      {data === undefined ? (
        <div className={css.head}>
          <h1 className={css.title}>{t('personPage.title')}</h1>
        </div>
      ) : (
        <Head report={data} />
      )}
      <div className={css.tools}>
        <DateRangeForm
          key={`${range.from} ${range.to}`}
          range={range}
          mostDays={times.personDays}
          onSearch={setRange}
        />
        <Views view={view} onView={setView} />
      </div>
      {content()}
    </>
  );
};

export const PersonReportScreen = () => {
  const { memberId = '' } = useParams();
  return <Person key={memberId} memberId={memberId} />;
};
