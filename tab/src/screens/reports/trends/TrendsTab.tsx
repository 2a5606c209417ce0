import { Suspense, lazy } from 'react';
import { Select } from '@fluentui/react-components';
import type { MeetingDetail } from '#contracts/meetings/meetingSchemasAndCalls.ts';
import type { TrendDays } from '../../../api/reports/trendsQuery.ts';
import { AppLink } from '../../../ui/display/AppLink.tsx';
import { LoadingSkeleton } from '../../../ui/display/LoadingSkeleton.tsx';
import { useSurface } from '../../../ui/display/pageHostContext.ts';
import { useChangeParams, useSearchParams } from '../../../ui/router/searchParamsAndValueChecks.ts';
import { useTranslate } from '../../../ui/text/translate.ts';
import { WeekOptions, useWeeks, weekRanges } from './trendWeekOptionsAndSpan.tsx';
import css from './TrendsTab.module.css';

// Each view loads when the reader first opens it, so that the reader downloads only the views that are used.
const ReportWeeklyTrends = lazy(() =>
  import('./ReportWeeklyTrends.tsx').then((module) => ({ default: module.ReportWeeklyTrends })),
);
const RunTrends = lazy(() => import('./RunTrends.tsx').then((module) => ({ default: module.RunTrends })));

const spans = ['30', '90'] as const satisfies readonly TrendDays[];

/**
 * Returns the number of days that the trends by run cover, and its setter; undefined = the trends are shown by week.
 * The page's address contains the number.
 */
const useDays = (): readonly [TrendDays | undefined, (days: string) => void] => {
  const params = useSearchParams();
  const change = useChangeParams();
  const requested = params.get('days');
  return [
    spans.find((span) => span === requested),
    (days) => {
      change((query) => {
        query.delete('weeks');
        query.set('days', days);
      });
    },
  ];
};

/** Shows the trends of a report, by week or by run. */
export const TrendsTab = ({ meeting }: { readonly meeting: MeetingDetail }) => {
  const t = useTranslate();
  const { embedded } = useSurface();
  const [weeks, setWeeks] = useWeeks();
  const [days, setDays] = useDays();
  return (
    <>
      <div className={css.bar}>
        <AppLink to={`${embedded ? '/teams' : ''}/reports/trends`}>{t('trends.teamLink')}</AppLink>
        <Select
          aria-label={t('trends.back')}
          value={days ?? weeks}
          onChange={(_, { value }) => {
            if (weekRanges.some((range) => range === value)) setWeeks(value);
            else setDays(value);
          }}
        >
          <optgroup label={t('trends.byWeek')}>
            <WeekOptions />
          </optgroup>
          <optgroup label={t('trends.byRun')}>
            {spans.map((span) => (
              <option key={span} value={span}>
                {t('trends.days', { days: Number(span) })}
              </option>
            ))}
          </optgroup>
        </Select>
      </div>
      <Suspense fallback={<LoadingSkeleton shape="form" />}>
        {days === undefined ? (
          <ReportWeeklyTrends meeting={meeting} weeks={weeks} />
        ) : (
          <RunTrends meeting={meeting} days={days} />
        )}
      </Suspense>
    </>
  );
};
