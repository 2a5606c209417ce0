import { useFluent } from '@fluentui/react-components';
import { LineChart, ResponsiveContainer } from '@fluentui/react-charts';
import type { LineChartProps } from '@fluentui/react-charts';
import { useReader } from '../../../ui/text/readerContextClockAndDates.ts';
import { dayAndMonth, mediumDate } from '../../../ui/text/calculateAndFormatDates.ts';
import css from './TrendsTab.module.css';
import { axisDates } from './trendPointsTotalsAndCsv.ts';
import type { TrendPoint } from './trendPointsTotalsAndCsv.ts';
import type { ChartLine } from './weeklyChartsAndCsv.ts';

interface TrendChartProps {
  readonly title: string;
  /** One or two lines. The second one is dashed. */
  readonly lines: readonly ChartLine[];
  /** Returns a value as text, such as "75%". */
  readonly format: (value: number) => string;
  /** Returns a value as a shorter text for the vertical axis, which has little room; `format` by default. */
  readonly tick?: (value: number) => string;
  readonly min?: number;
  readonly max: number;
  readonly color: string;
}

const height = 180;
/**
 * Margin in pixels for the texts of the vertical axis, wide enough for "100 %" in every language. The chart's default
 * margin would cut them off.
 */
const axisMargin = 60;
/** Margin in pixels at the other end of the lines: half the width of the last date, which is centred below that end. */
const endMargin = 36;

type Size = Pick<LineChartProps, 'width' | 'height' | 'styles'>;

/**
 * Draws the lines. `ResponsiveContainer` adds the size of the chart to the properties; its width limits the number of
 * dates below the lines.
 */
const Lines = ({ title, lines, format, tick = format, min = 0, max, color, ...size }: TrendChartProps & Size) => {
  const { locale } = useReader();
  const { dir } = useFluent();
  const pointsOf = (points: readonly TrendPoint[]) =>
    points.map(({ date, value }) => ({
      x: new Date(`${date}T00:00:00Z`),
      y: value,
      xAxisCalloutData: mediumDate(date, locale),
      yAxisCalloutData: format(value),
    }));
  const margins = dir === 'rtl' ? { right: axisMargin, left: endMargin } : { left: axisMargin, right: endMargin };
  const [first] = lines;
  const dates = axisDates(first?.points ?? [], (size.width ?? 0) - axisMargin - endMargin);
  return (
    <LineChart
      {...size}
      height={height}
      margins={margins}
      data={{
        chartTitle: title,
        lineChartData: lines.map(({ title: legend, points }, index) => ({
          ...{ legend, color, data: pointsOf(points) },
          ...(index === 0 ? {} : { lineOptions: { strokeDasharray: '5 5' } }),
        })),
      }}
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

/**
 * Draws lines over runs or weeks. The caller must also show the values in a table, because screen readers cannot read
 * the chart.
 */
export const TrendChart = (props: TrendChartProps) => (
  <div className={css.chart}>
    <ResponsiveContainer>
      <Lines {...props} />
    </ResponsiveContainer>
  </div>
);
