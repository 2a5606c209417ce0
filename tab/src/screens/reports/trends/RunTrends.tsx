import { Suspense, lazy } from 'react';
import type { MeetingDetail } from '#contracts/meetings/meetingSchemasAndCalls.ts';
import { averageText } from '#contracts/meetings/questionTypes/formatAnswerValues.ts';
import type { TrendMember, TrendRun, Trends } from '#contracts/reports/getTrends.ts';
import { trendSentence } from '#contracts/reports/trendSentencesAndDurations.ts';
import { percentText } from '#contracts/text/percentText.ts';
import { useTrends } from '../../../api/reports/trendsQuery.ts';
import type { TrendDays } from '../../../api/reports/trendsQuery.ts';
import { LoadedData } from '../../../parts/LoadedData.tsx';
import { mediumDate } from '../../../ui/text/calculateAndFormatDates.ts';
import { AppLink } from '../../../ui/display/AppLink.tsx';
import { EmptyState } from '../../../ui/display/EmptyState.tsx';
import { useReader } from '../../../ui/text/readerContextClockAndDates.ts';
import { useSurface } from '../../../ui/display/pageHostContext.ts';
import { useTranslate } from '../../../ui/text/translate.ts';
import { CsvButton } from './CsvButton.tsx';
import { daysOf, measures, pointsOf, runsCsv, totalsOf } from './trendPointsTotalsAndCsv.ts';
import type { Measure, TrendTotals } from './trendPointsTotalsAndCsv.ts';
import { TrendQuestions } from './QuestionTrendsAndDistribution.tsx';
import { PercentageBar } from './PercentageBar.tsx';
import css from './TrendsTab.module.css';

const TrendChart = lazy(() => import('./TrendChart.tsx').then((module) => ({ default: module.TrendChart })));

const colors: Readonly<Record<Measure, string>> = {
  participation: 'var(--colorCompoundBrandStroke)',
  goals: 'var(--colorStatusSuccessForeground1)',
  blockers: 'var(--colorStatusWarningForeground1)',
};

interface ContentProps {
  readonly trends: Trends;
  /** Name of the report, with which the names of the downloaded files begin. */
  readonly name: string;
}

interface ChartProps extends ContentProps {
  readonly measure: Measure;
  readonly totals: TrendTotals;
}

/**
 * The figures that the sentences about runs describe: `goalMembers` = members who reached their goals, `blocked` =
 * blocked members. The sentences about weeks count goals and new blockers instead.
 */
const figures = { participation: 'participation', goals: 'goalMembers', blockers: 'blocked' } as const;

const Chart = ({ measure, trends, totals, name }: ChartProps) => {
  const t = useTranslate();
  const { locale } = useReader();
  const { runs, claims, from, to } = trends;
  const points = pointsOf(measure, runs);
  const isShare = measure !== 'blockers';
  const format = (value: number): string => (isShare ? percentText(value, locale) : averageText(value, locale));
  const most = Math.max(4, ...points.map(({ value }) => value));
  const title = t(`trends.${measure}`);
  return (
    <figure className={css.card}>
      <figcaption>
        <h3 className={css.title}>{title}</h3>
        <p className={css.total}>
          {format(totals[measure])}
          <span className={css.note}>{t(`trends.${measure}Note`)}</span>
        </p>
        {claims !== undefined && (
          <p className={css.sentence}>
            {trendSentence({ is: figures[measure] }, claims[measure], { days: daysOf(trends) }, { t, locale })}
          </p>
        )}
      </figcaption>
      <Suspense fallback={<div className={css.chart} />}>
        <TrendChart
          title={title}
          lines={[{ title, points }]}
          format={format}
          max={isShare ? 100 : most}
          color={colors[measure]}
        />
      </Suspense>
      <CsvButton name={`${name} ${title} ${from} ${to}`} label={title} content={() => runsCsv(measure, runs, t)} />
    </figure>
  );
};

/** Repeats the values of the charts in a table, newest run first, because screen readers cannot read the charts. */
const Runs = ({ runs }: { readonly runs: readonly TrendRun[] }) => {
  const t = useTranslate();
  const { locale } = useReader();
  return (
    <details className={css.card}>
      <summary className={css.summary}>{t('trends.asTable')}</summary>
      <div className={css.scroll} tabIndex={0} role="region" aria-label={t('trends.asTable')}>
        <table className={css.table}>
          <thead>
            <tr>
              <th scope="col">{t('trends.date')}</th>
              {(['answered', 'skipped', 'late', 'goals', 'blockers'] as const).map((column) => (
                <th key={column} scope="col" className={css.number}>
                  {t(`trends.${column}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {runs.toReversed().map((run) => (
              <tr key={run.date}>
                <th scope="row">
                  {mediumDate(run.date, locale)}
                  {run.isOpen && <span className={css.note}>{t('trends.open')}</span>}
                </th>
                <td className={css.number}>
                  {run.asked > 0 ? t('trends.of', { part: run.answered, whole: run.asked }) : '–'}
                </td>
                <td className={css.number}>{run.skipped ?? 0}</td>
                <td className={css.number}>{run.late}</td>
                <td className={css.number}>
                  {run.hasGoals && run.asked > 0 ? t('trends.of', { part: run.goals, whole: run.asked }) : '–'}
                </td>
                <td className={css.number}>{run.hasBlockers ? run.blockers : '–'}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  );
};

const Person = ({
  member: { memberId, name, asked, answered, skipped = 0, hasLeft },
}: {
  readonly member: TrendMember;
}) => {
  const t = useTranslate();
  const { embedded } = useSurface();
  return (
    <tr>
      <th scope="row" className={css.name}>
        <AppLink to={`${embedded ? '/teams' : ''}/reports/person/${memberId}`}>
          {name === '' ? t('trends.nobody') : name}
        </AppLink>
        {hasLeft && <span className={css.note}>{t('trends.left')}</span>}
      </th>
      <td className={css.number}>{asked > 0 ? t('trends.of', { part: answered, whole: asked }) : '–'}</td>
      <td className={css.number}>{skipped}</td>
      <td>{asked > 0 ? <PercentageBar part={answered} whole={asked} /> : '–'}</td>
    </tr>
  );
};

const People = ({ members }: { readonly members: readonly TrendMember[] }) => {
  const t = useTranslate();
  return (
    <div className={css.card}>
      <h3 className={css.title}>{t('trends.people')}</h3>
      <div className={css.scroll}>
        <table className={css.table}>
          <thead>
            <tr>
              <th scope="col">{t('trends.name')}</th>
              <th scope="col" className={css.number}>
                {t('trends.answered')}
              </th>
              <th scope="col" className={css.number}>
                {t('trends.skipped')}
              </th>
              <th scope="col">{t('trends.share')}</th>
            </tr>
          </thead>
          <tbody>
            {members.map((member) => (
              <Person key={member.memberId} member={member} />
            ))}
          </tbody>
        </table>
      </div>
    </div>
  );
};

const Content = ({ trends, name }: ContentProps) => {
  const t = useTranslate();
  if (trends.runs.length === 0) return <EmptyState text={t('trends.none')} detail={t('trends.noneDetail')} />;
  const totals = totalsOf(trends);
  return (
    <>
      {totals.runs > 0 && (
        <div className={css.charts}>
          {measures
            .filter((measure) => pointsOf(measure, trends.runs).length > 0)
            .map((measure) => (
              <Chart key={measure} {...{ measure, trends, totals, name }} />
            ))}
        </div>
      )}
      <div className={css.tables}>
        <Runs runs={trends.runs} />
        {trends.members.length > 0 && <People members={trends.members} />}
      </div>
      <p className={css.legend}>{t('trends.legend')}</p>
      {trends.questions.length > 0 && <TrendQuestions trends={trends} name={name} />}
    </>
  );
};

/** Shows the trends of a report run by run: participation, goals and blockers, and the participation of each member. */
export const RunTrends = ({ meeting, days }: { readonly meeting: MeetingDetail; readonly days: TrendDays }) => {
  const { locale } = useReader();
  const t = useTranslate();
  const { embedded } = useSurface();
  const query = useTrends({ teamId: meeting.teamId, meetingId: meeting.id, days });
  const { data } = query;
  return (
    <>
      <p className={css.span}>
        {data === undefined
          ? ''
          : t('trends.span', {
              from: mediumDate(data.from, locale),
              to: mediumDate(data.to, locale),
              runs: data.runs.length,
            })}
      </p>
      <LoadedData query={query}>{(trends) => <Content trends={trends} name={meeting.name} />}</LoadedData>
      <AppLink to={`${embedded ? '/teams' : ''}/digests?report=${meeting.id}`}>{t('trends.digests')}</AppLink>
    </>
  );
};
