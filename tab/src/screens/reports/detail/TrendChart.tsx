import { useFluent } from '@fluentui/react-components';
import { LineChart, ResponsiveContainer } from '@fluentui/react-charts';
import type { LineChartProps } from '@fluentui/react-charts';
import { useReader } from '../../../ui/text/readerContext.ts';
import { dayAndMonth, mediumDate } from '../../../ui/text/formatDates.ts';
import css from './TrendsTab.module.css';
import { axisDates } from './trendMeasures.ts';
import type { TrendPoint } from './trendMeasures.ts';

interface TrendChartProps {
  readonly title: string;
  readonly points: readonly TrendPoint[];
  /** Formats a value: "75 %". */
  readonly say: (value: number) => string;
  /** Formats a value beside the line, where it has little room; left out = `say`. */
  readonly tick?: (value: number) => string;
  readonly min?: number;
  readonly max: number;
  readonly color: string;
}

const height = 180;
/** Wide enough for "100 %" in every language; the chart's own margin cuts it off. */
const axisMargin = 60;
/** Half of the last date, which is centred below the end of the line. */
const endMargin = 36;

type Size = Pick<LineChartProps, 'width' | 'height' | 'styles'>;

/** Draws the line. `ResponsiveContainer` passes the size, so the dates below the line fit the width. */
const Line = ({ title, points, say, tick = say, min = 0, max, color, ...size }: TrendChartProps & Size) => {
  const { locale } = useReader();
  const { dir } = useFluent();
  const data = points.map(({ date, value }) => ({
    x: new Date(`${date}T00:00:00Z`),
    y: value,
    xAxisCalloutData: mediumDate(date, locale),
    yAxisCalloutData: say(value),
  }));
  const margins = dir === 'rtl' ? { right: axisMargin, left: endMargin } : { left: axisMargin, right: endMargin };
  const dates = axisDates(points, (size.width ?? 0) - axisMargin - endMargin);
  return (
    <LineChart
      {...size}
      height={height}
      margins={margins}
      data={{ chartTitle: title, lineChartData: [{ legend: title, color, data }] }}
      hideLegend
      useUTC
      tickValues={dates.map((date) => new Date(`${date}T00:00:00Z`))}
      yMinValue={min}
      yMaxValue={max}
      yAxisTickCount={4}
      yAxisTickFormat={tick}
      customDateTimeFormatter={(at) => dayAndMonth(at.toISOString().slice(0, 10) as TrendPoint['date'], locale)}
    />
  );
};

/** Draws a line over the runs, for the eye and the pointer only: the table below it contains the same values. */
export const TrendChart = (props: TrendChartProps) => (
  <div className={css.chart}>
    <ResponsiveContainer>
      <Line {...props} />
    </ResponsiveContainer>
  </div>
);
