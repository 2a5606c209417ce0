import { useLayoutEffect, useRef, useState } from 'react';
import type { RefObject } from 'react';
import { Sparkline } from '@fluentui/react-charts';
import { tokens } from '@fluentui/react-components';
import type { BillingSummary } from '#contracts/billing/billingMonthAndSummaryCalls.ts';
import { useReader } from '../../ui/text/readerContextClockAndDates.ts';
import { useTranslate } from '../../ui/text/translate.ts';
import { monthName, shortMonth } from './formatBillingMonth.ts';
import css from './UsageChart.module.css';

type Usage = BillingSummary['usage'];

const height = 160;
const labelWidth = 72;

const useWidth = () => {
  const place = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    const element = place.current;
    if (element === null) return undefined;
    const measure = (): void => {
      setWidth(Math.round(element.getBoundingClientRect().width));
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => {
      observer.disconnect();
    };
  }, []);
  return { place, width };
};

/**
 * Removes the focus group that the chart library adds to the line: it would trap the keyboard, although it contains no
 * control.
 */
const useNoFocusGroup = (place: RefObject<HTMLElement | null>): void => {
  useLayoutEffect(() => {
    for (const group of place.current?.querySelectorAll('[data-tabster]') ?? []) group.removeAttribute('data-tabster');
  });
};

interface PointProps {
  readonly usage: Usage;
  readonly at: number;
  readonly most: number;
  readonly isLabelled: boolean;
}

const Point = ({ usage, at, most, isLabelled }: PointProps) => {
  const t = useTranslate();
  const { locale } = useReader();
  const billingMonth = usage[at];
  if (billingMonth === undefined) return null;
  const isUnderWay = at === usage.length - 1;
  // A single month is drawn in the middle of the chart.
  const left = usage.length === 1 ? '50%' : `${(at / (usage.length - 1)) * 100}%`;
  const bottom = (billingMonth.mau / most) * (height - 2);
  return (
    <>
      <span className={isUnderWay ? css.openDot : css.dot} style={{ left, bottom }} />
      {isLabelled && (
        <>
          <span className={css.value} style={{ left, bottom: bottom + 8 }}>
            {new Intl.NumberFormat(locale).format(billingMonth.mau)}
            {isUnderWay && ` ${t('billing.soFar')}`}
          </span>
          <span className={css.month} style={{ left }}>
            {shortMonth(billingMonth.month, locale)}
          </span>
        </>
      )}
    </>
  );
};

interface LineProps {
  readonly usage: Usage;
  readonly most: number;
  readonly width: number;
}

/**
 * Draws the line of the complete months. The current month is a separate point: a line to it would always fall, because
 * the month is not complete.
 */
const Line = ({ usage, most, width }: LineProps) => {
  const t = useTranslate();
  const shown = usage.slice(0, -1);
  const data = shown.map(({ mau }, index) => ({ x: index, y: mau }));
  const highest = Math.max(0, ...shown.map(({ mau }) => mau));
  if (data.length < 2 || highest === 0) return null;
  // The library stretches the line over its whole box. So the box ends at the last complete month, and is as high as
  // the highest figure of the line.
  const box = {
    width: Math.round((width * (data.length - 1)) / (usage.length - 1)),
    height: Math.max(2, Math.round((height * highest) / most)),
  };
  return (
    <div className={css.line} style={box}>
      <Sparkline
        key={`${box.width} ${JSON.stringify(data)}`}
        data={{ lineChartData: [{ legend: t('billing.activePeople'), data, color: tokens.colorBrandStroke1 }] }}
        width={box.width}
        height={box.height}
      />
    </div>
  );
};

/**
 * Draws the number of active people by month as a line. The figures are written beside the points, so that reading them
 * needs no pointer.
 */
export const UsageChart = ({ usage }: { readonly usage: Usage }) => {
  const t = useTranslate();
  const { locale } = useReader();
  const { place, width } = useWidth();
  useNoFocusGroup(place);
  const most = Math.max(1, ...usage.map((item) => item.mau));
  const every = Math.max(1, Math.ceil((usage.length * labelWidth) / Math.max(width, labelWidth)));
  const texts = usage.map(({ month, mau }, index) => {
    const figure = `${monthName(month, locale)}: ${new Intl.NumberFormat(locale).format(mau)}`;
    return index === usage.length - 1 ? `${figure} ${t('billing.soFar')}` : figure;
  });
  return (
    <div className={css.chart} role="img" aria-label={t('billing.usageChart', { months: texts.join(', ') })}>
      {/* The library labels its chart in English and lets it take the focus. So this part is inert, and the label
          above describes the chart. */}
      <div ref={place} className={css.plot} style={{ height }} inert>
        <Line usage={usage} most={most} width={width} />
        {usage.map(({ month }, index) => (
          <Point
            key={month}
            usage={usage}
            at={index}
            most={most}
            isLabelled={(usage.length - 1 - index) % every === 0}
          />
        ))}
      </div>
    </div>
  );
};
