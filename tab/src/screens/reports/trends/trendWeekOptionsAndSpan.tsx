import type { WeeklyTrends } from '#contracts/reports/getWeeklyTrends.ts';
import type { TrendWeeks } from '../../../api/reports/weeklyTrendsQuery.ts';
import { mediumDate } from '../../../ui/text/calculateAndFormatDates.ts';
import { useReader } from '../../../ui/text/readerContextClockAndDates.ts';
import { useChangeParams, useSearchParams } from '../../../ui/router/searchParamsAndValueChecks.ts';
import { useTranslate } from '../../../ui/text/translate.ts';
import css from './TrendsTab.module.css';

export const weekRanges = ['4', '12', '26'] as const satisfies readonly TrendWeeks[];
export const usualWeeks: TrendWeeks = '12';

/** Returns the number of weeks that the trends cover, and its setter. The page's address contains the number. */
export const useWeeks = (): readonly [TrendWeeks, (weeks: string) => void] => {
  const params = useSearchParams();
  const change = useChangeParams();
  const requested = params.get('weeks');
  return [
    weekRanges.find((weeks) => weeks === requested) ?? usualWeeks,
    (weeks) => {
      change((query) => {
        query.delete('days');
        if (weeks === usualWeeks) query.delete('weeks');
        else query.set('weeks', weeks);
      });
    },
  ];
};

export const WeekOptions = () => {
  const t = useTranslate();
  return weekRanges.map((weeks) => (
    <option key={weeks} value={weeks}>
      {t('trends.weeks', { weeks: Number(weeks) })}
    </option>
  ));
};

/** Shows the first and the last day of the complete weeks, and their number of runs. Empty while the trends load. */
export const SpanText = ({ trends }: { readonly trends: WeeklyTrends | undefined }) => {
  const t = useTranslate();
  const { locale } = useReader();
  return (
    <p className={css.span}>
      {trends === undefined
        ? ''
        : t('trends.span', {
            from: mediumDate(trends.from, locale),
            to: mediumDate(trends.to, locale),
            runs: trends.total.runs,
          })}
    </p>
  );
};
