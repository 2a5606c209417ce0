import { Suspense, lazy } from 'react';
import { Button, Select } from '@fluentui/react-components';
import { useSearchParams } from 'react-router-dom';
import type { MeetingDetail } from '#contracts/meetings/meeting.ts';
import type { TrendMember, TrendRun, Trends } from '#contracts/reports/trends.ts';
import { errorText } from '../../../api/client/errorText.ts';
import { useTrends } from '../../../api/reports/trends.ts';
import type { TrendDays } from '../../../api/reports/trends.ts';
import { mediumDate } from '../../../ui/text/dates.ts';
import { EmptyState } from '../../../ui/display/EmptyState.tsx';
import { usePutParam } from '../../../ui/text/params.ts';
import { useReader } from '../../../ui/text/reader.ts';
import { RouterLink } from '../../../ui/display/RouterLink.tsx';
import { useSurface } from '../../../ui/display/surface.ts';
import { Wait } from '../../../ui/display/Wait.tsx';
import { useWords } from '../../../ui/text/words.ts';
import { measures, percent, pointsOf, totalsOf } from './trendLines.ts';
import type { Measure, TrendTotals } from './trendLines.ts';
import { TrendQuestions } from './TrendQuestions.tsx';
import css from './TrendsTab.module.css';

const TrendChart = lazy(() => import('./TrendChart.tsx').then((it) => ({ default: it.TrendChart })));

const spans = ['30', '90'] as const satisfies readonly TrendDays[];

/** Returns the length of the period in days, kept in the page's address. */
const useSpan = (): readonly [TrendDays, (days: TrendDays) => void] => {
  const [params] = useSearchParams();
  const put = usePutParam();
  const asked = params.get('days');
  return [
    spans.find((span) => span === asked) ?? '30',
    (days) => {
      put('days', days === '30' ? undefined : days);
    },
  ];
};

const colors: Readonly<Record<Measure, string>> = {
  participation: 'var(--colorCompoundBrandStroke)',
  goals: 'var(--colorStatusSuccessForeground1)',
  blockers: 'var(--colorStatusWarningForeground1)',
};

interface ChartProps {
  readonly measure: Measure;
  readonly runs: readonly TrendRun[];
  readonly totals: TrendTotals;
}

const Chart = ({ measure, runs, totals }: ChartProps) => {
  const words = useWords();
  const points = pointsOf(measure, runs);
  const isShare = measure !== 'blockers';
  const say = (value: number): string => (isShare ? words('trends.percent', { value }) : String(value));
  const most = Math.max(4, ...points.map(({ value }) => value));
  const title = words(`trends.${measure}`);
  return (
    <figure className={css.card}>
      <figcaption>
        <h3 className={css.title}>{title}</h3>
        <p className={css.total}>
          {say(totals[measure])}
          <span className={css.note}>{words(`trends.${measure}Note`)}</span>
        </p>
      </figcaption>
      <Suspense fallback={<div className={css.chart} />}>
        <TrendChart title={title} points={points} say={say} max={isShare ? 100 : most} color={colors[measure]} />
      </Suspense>
    </figure>
  );
};

/** The values of the charts in a table, newest first. */
const Runs = ({ runs }: { readonly runs: readonly TrendRun[] }) => {
  const words = useWords();
  const { locale } = useReader();
  return (
    <details className={css.card}>
      <summary className={css.summary}>{words('trends.asTable')}</summary>
      <div className={css.scroll} tabIndex={0} role="region" aria-label={words('trends.asTable')}>
        <table className={css.table}>
          <thead>
            <tr>
              <th scope="col">{words('trends.date')}</th>
              {(['answered', 'late', 'goals', 'blockers'] as const).map((column) => (
                <th key={column} scope="col" className={css.number}>
                  {words(`trends.${column}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {runs.toReversed().map((run) => (
              <tr key={run.date}>
                <th scope="row">
                  {mediumDate(run.date, locale)}
                  {run.isOpen && <span className={css.note}>{words('trends.open')}</span>}
                </th>
                <td className={css.number}>{words('trends.of', { part: run.answered, whole: run.asked })}</td>
                <td className={css.number}>{run.late}</td>
                <td className={css.number}>
                  {run.hasGoals ? words('trends.of', { part: run.goals, whole: run.asked }) : '–'}
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

const Person = ({ member: { memberId, name, asked, answered, hasLeft } }: { readonly member: TrendMember }) => {
  const words = useWords();
  const { embedded } = useSurface();
  const share = percent(answered, asked);
  return (
    <tr>
      <th scope="row" className={css.name}>
        <RouterLink to={`${embedded ? '/teams' : ''}/reports/person/${memberId}`}>
          {name === '' ? words('trends.nobody') : name}
        </RouterLink>
        {hasLeft && <span className={css.note}>{words('trends.left')}</span>}
      </th>
      <td className={css.number}>{words('trends.of', { part: answered, whole: asked })}</td>
      <td>
        <div className={css.share}>
          <span className={css.meter} aria-hidden="true">
            <span className={css.fill} style={{ width: `${String(share)}%` }} />
          </span>
          {words('trends.percent', { value: share })}
        </div>
      </td>
    </tr>
  );
};

const People = ({ members }: { readonly members: readonly TrendMember[] }) => {
  const words = useWords();
  return (
    <div className={css.card}>
      <h3 className={css.title}>{words('trends.people')}</h3>
      <div className={css.scroll}>
        <table className={css.table}>
          <thead>
            <tr>
              <th scope="col">{words('trends.name')}</th>
              <th scope="col" className={css.number}>
                {words('trends.answered')}
              </th>
              <th scope="col">{words('trends.share')}</th>
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

const Content = ({ trends }: { readonly trends: Trends }) => {
  const words = useWords();
  if (trends.runs.length === 0) return <EmptyState text={words('trends.none')} detail={words('trends.noneDetail')} />;
  const totals = totalsOf(trends);
  return (
    <>
      {totals.runs > 0 && (
        <div className={css.charts}>
          {measures
            .filter((measure) => pointsOf(measure, trends.runs).length > 0)
            .map((measure) => (
              <Chart key={measure} measure={measure} runs={trends.runs} totals={totals} />
            ))}
        </div>
      )}
      <div className={css.tables}>
        <Runs runs={trends.runs} />
        {trends.members.length > 0 && <People members={trends.members} />}
      </div>
      {trends.questions.length > 0 && <TrendQuestions questions={trends.questions} />}
    </>
  );
};

/** Trends of the report: participation, goals and blockers over its runs, and the participation of each member. */
export const TrendsTab = ({ meeting }: { readonly meeting: MeetingDetail }) => {
  const words = useWords();
  const { locale } = useReader();
  const [days, setDays] = useSpan();
  const { data, error, refetch } = useTrends({ teamId: meeting.teamId, meetingId: meeting.id, days });
  return (
    <>
      <div className={css.bar}>
        <p className={css.span}>
          {data === undefined
            ? ''
            : words('trends.span', {
                from: mediumDate(data.from, locale),
                to: mediumDate(data.to, locale),
                runs: data.runs.length,
              })}
        </p>
        <Select
          aria-label={words('trends.back')}
          value={days}
          onChange={(_, { value }) => {
            setDays(spans.find((span) => span === value) ?? '30');
          }}
        >
          {spans.map((span) => (
            <option key={span} value={span}>
              {words('trends.days', { days: Number(span) })}
            </option>
          ))}
        </Select>
      </div>
      {data !== undefined && <Content trends={data} />}
      {data === undefined && error === null && <Wait />}
      {data === undefined && error !== null && (
        <EmptyState role="alert" text={errorText(error, words)}>
          <Button onClick={() => void refetch()}>{words('common.retry')}</Button>
        </EmptyState>
      )}
    </>
  );
};
