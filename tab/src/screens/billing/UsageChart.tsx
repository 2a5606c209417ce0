import { useLayoutEffect, useRef, useState } from 'react';
import type { RefObject } from 'react';
import { Sparkline } from '@fluentui/react-charts';
import { tokens } from '@fluentui/react-components';
import type { BillingSummary } from '#contracts/billing.ts';
import { useReader } from '../../ui/reader.ts';
import { useWords } from '../../ui/words.ts';
import { monthName, shortMonth } from './figures.ts';
import css from './UsageChart.module.css';

type Usage = BillingSummary['usage'];

const height = 160;
/** A month's label and the air beside it. */
const labelWidth = 64;

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

/** The library's line leads the keyboard into itself, and from there nowhere: nothing in it is to be pressed. */
const useNoFocusGroup = (place: RefObject<HTMLElement | null>): void => {
  useLayoutEffect(() => {
    for (const group of place.current?.querySelectorAll('[data-tabster]') ?? []) group.removeAttribute('data-tabster');
  });
};

interface PointProps {
  readonly usage: Usage;
  readonly at: number;
  readonly most: number;
  /** Whether there is room for its figures. */
  readonly isLabelled: boolean;
}

const Point = ({ usage, at, most, isLabelled }: PointProps) => {
  const { locale } = useReader();
  const one = usage[at];
  if (one === undefined) return null;
  const left = `${(at / (usage.length - 1)) * 100}%`;
  const bottom = (one.mau / most) * (height - 2);
  return (
    <>
      <span className={css.dot} style={{ left, bottom }} />
      {isLabelled && (
        <>
          <span className={css.value} style={{ left, bottom: bottom + 8 }}>
            {new Intl.NumberFormat(locale).format(one.mau)}
          </span>
          <span className={css.month} style={{ left }}>
            {shortMonth(one.month)}
          </span>
        </>
      )}
    </>
  );
};

/** Active people by month as a line; each month says its figure, so nothing waits for a pointer. */
export const UsageChart = ({ usage }: { readonly usage: Usage }) => {
  const words = useWords();
  const { locale } = useReader();
  const { place, width } = useWidth();
  useNoFocusGroup(place);
  const most = Math.max(1, ...usage.map((one) => one.mau));
  const every = Math.max(1, Math.ceil((usage.length * labelWidth) / Math.max(width, labelWidth)));
  const legend = words('billing.activePeople');
  const data = usage.map(({ mau }, at) => ({ x: at, y: mau }));
  const said = usage.map(
    ({ month, mau }) => `${monthName(month, locale)}: ${new Intl.NumberFormat(locale).format(mau)}`,
  );
  return (
    <div className={css.chart} role="img" aria-label={words('billing.usageChart', { months: said.join(', ') })}>
      {/* The library's own label speaks English and takes the focus: the sentence above stands for it. */}
      <div ref={place} className={css.plot} style={{ height }} inert>
        <Sparkline
          key={`${width} ${JSON.stringify(data)}`}
          data={{ lineChartData: [{ legend, data, color: tokens.colorBrandStroke1 }] }}
          width={width}
          height={height}
        />
        {usage.map(({ month }, at) => (
          <Point key={month} usage={usage} at={at} most={most} isLabelled={(usage.length - 1 - at) % every === 0} />
        ))}
      </div>
    </div>
  );
};
