import { useId } from 'react';
import type { WeeklyTrends } from '#contracts/reports/getWeeklyTrends.ts';
import { hoursText } from '#contracts/reports/trendSentencesAndDurations.ts';
import { EmptyState } from '../../../ui/display/EmptyState.tsx';
import { mediumDate } from '../../../ui/text/calculateAndFormatDates.ts';
import { useReader } from '../../../ui/text/readerContextClockAndDates.ts';
import { useTranslate } from '../../../ui/text/translate.ts';
import { CsvButton } from './CsvButton.tsx';
import { TrendFigure } from './WeeklyFigureChartAndTable.tsx';
import { WeeklyQuestionTrends } from './WeeklyQuestionTrends.tsx';
import { hoursCsv, hoursName, weeklyCharts } from './weeklyChartsAndCsv.ts';
import type { WeeklyChart } from './weeklyChartsAndCsv.ts';
import { PercentageBar } from './PercentageBar.tsx';
import css from './TrendsTab.module.css';

interface WeeklyProps {
  readonly trends: WeeklyTrends;
  /** Name of the report or of the team, with which the names of the downloaded files begin. */
  readonly name: string;
}

const colors: Readonly<Record<WeeklyChart['id'], string>> = {
  participation: 'var(--colorCompoundBrandStroke)',
  waits: 'var(--colorCompoundBrandStroke)',
  goals: 'var(--colorStatusSuccessForeground1)',
  blockers: 'var(--colorStatusWarningForeground1)',
  daysOpen: 'var(--colorStatusWarningForeground1)',
  hours: 'var(--colorCompoundBrandStroke)',
};

/** Lists the timesheet hours of the period by report, most hours first. */
const HoursByReport = ({ trends, name }: WeeklyProps) => {
  const t = useTranslate();
  const { locale } = useReader();
  const id = useId();
  const { from, to, total, hours } = trends;
  return (
    <div className={css.card}>
      <h3 id={id} className={css.title}>
        {t('trends.hoursByReport')}
      </h3>
      <div className={css.scroll} tabIndex={0} role="region" aria-labelledby={id}>
        <table className={css.table}>
          <thead>
            <tr>
              <th scope="col">{t('trends.report')}</th>
              <th scope="col" className={css.number}>
                {t('trends.hours')}
              </th>
              <th scope="col">{t('trends.share')}</th>
            </tr>
          </thead>
          <tbody>
            {hours.map((report) => (
              <tr key={report.meetingId ?? ''}>
                <th scope="row" className={css.name} data-own-words>
                  {hoursName(report, t)}
                </th>
                <td className={css.number}>{hoursText(report.minutes / 60, { t, locale })}</td>
                <td>
                  <PercentageBar part={report.minutes} whole={total.minutes} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <CsvButton
        name={`${name} ${t('trends.hoursByReport')} ${from} ${to}`}
        label={t('trends.hoursByReport')}
        content={() => hoursCsv(trends, t)}
      />
    </div>
  );
};

/** Explains which runs the figures leave out, and other limits of the figures. */
const Notes = ({ trends }: Pick<WeeklyProps, 'trends'>) => {
  const t = useTranslate();
  const { locale } = useReader();
  const { unreadRuns, openRuns, blockersFrom, hasBlockers, hasGoals } = trends;
  return (
    <div className={css.legend}>
      {openRuns > 0 && <p>{t('trends.openRuns', { count: openRuns })}</p>}
      {unreadRuns > 0 && <p>{t('trends.unread', { count: unreadRuns })}</p>}
      {blockersFrom !== null && hasBlockers && (
        <p>{t('trends.blockersFrom', { date: mediumDate(blockersFrom, locale) })}</p>
      )}
      {hasGoals && <p>{t('trends.sharedGoals')}</p>}
      <p>{t('trends.weeklyLegend')}</p>
    </div>
  );
};

/** Shows the trends by week, for the page of a report and for the page of a team. */
export const WeeklyTrendsView = ({ trends, name }: WeeklyProps) => {
  const t = useTranslate();
  const { locale } = useReader();
  const isEmpty = trends.hours.length === 0 && trends.weeks.every(({ runs }) => runs === 0);
  if (isEmpty) return <EmptyState text={t('trends.weeklyNone')} detail={t('trends.weeklyNoneDetail')} />;
  return (
    <>
      <div className={css.charts}>
        {weeklyCharts(trends, { t, locale }).map(({ id, ...chart }) => (
          <TrendFigure
            key={id}
            {...chart}
            color={colors[id]}
            weeks={trends.weeks}
            file={`${name} ${chart.title} ${trends.from} ${trends.to}`}
          />
        ))}
      </div>
      {trends.hours.length > 1 && <HoursByReport trends={trends} name={name} />}
      {trends.questions.length > 0 && <WeeklyQuestionTrends trends={trends} />}
      <Notes trends={trends} />
    </>
  );
};
