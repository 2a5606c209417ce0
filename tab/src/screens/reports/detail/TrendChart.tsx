import { LineChart, ResponsiveContainer } from '@fluentui/react-charts';
import { useReader } from '../../../ui/reader.ts';
import { mediumDate, shortDate } from '../../../ui/dates.ts';
import css from './TrendsTab.module.css';
import type { TrendPoint } from './trendLines.ts';

interface TrendChartProps {
  readonly title: string;
  readonly points: readonly TrendPoint[];
  /** What a value is: "75 %". */
  readonly say: (value: number) => string;
  readonly max: number;
  readonly color: string;
}

const height = 180;

/** A line over the runs. What it shows stands in the table below it: the picture is for the eye and the pointer alone. */
export const TrendChart = ({ title, points, say, max, color }: TrendChartProps) => {
  const { locale } = useReader();
  const data = points.map(({ date, value }) => ({
    x: new Date(`${date}T00:00:00Z`),
    y: value,
    xAxisCalloutData: mediumDate(date, locale),
    yAxisCalloutData: say(value),
  }));
  return (
    <div className={css.chart}>
      <ResponsiveContainer>
        <LineChart
          height={height}
          data={{ chartTitle: title, lineChartData: [{ legend: title, color, data }] }}
          hideLegend
          useUTC
          yMinValue={0}
          yMaxValue={max}
          yAxisTickCount={4}
          yAxisTickFormat={say}
          customDateTimeFormatter={(at) => shortDate(at.toISOString().slice(0, 10) as TrendPoint['date'], locale)}
        />
      </ResponsiveContainer>
    </div>
  );
};
