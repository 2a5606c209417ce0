import { Suspense, lazy, useState } from 'react';
import { ToggleButton } from '@fluentui/react-components';
import type { BillingSummary } from '#contracts/billing/billing.ts';
import table from '../../ui/display/Table.module.css';
import { useReader } from '../../ui/text/reader.ts';
import { useWords } from '../../ui/text/words.ts';
import css from './Billing.module.css';
import { shortMonth } from './billingFigures.ts';
import { Scroll } from '../../ui/display/Scroll.tsx';

const UsageChart = lazy(() => import('./UsageChart.tsx').then((it) => ({ default: it.UsageChart })));

const headingId = 'billing-usage';

type UsageProps = Pick<BillingSummary, 'usage'>;

const UsageTable = ({ usage }: UsageProps) => {
  const words = useWords();
  const { locale } = useReader();
  return (
    <Scroll labelledBy={headingId}>
      <table className={[table.table, css.table].join(' ')}>
        <thead>
          <tr>
            <th scope="col">{words('billing.month')}</th>
            <th scope="col" className={table.number}>
              {words('billing.activePeople')}
            </th>
          </tr>
        </thead>
        <tbody>
          {usage.toReversed().map(({ month, mau }) => (
            <tr key={month}>
              <td>{shortMonth(month, locale)}</td>
              <td className={table.number}>{new Intl.NumberFormat(locale).format(mau)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Scroll>
  );
};

const Chart = ({ usage }: UsageProps) => {
  const words = useWords();
  return (
    <div className={css.chart}>
      <Suspense fallback={<div role="status" aria-label={words('common.loading')} className={css.chartLoading} />}>
        <UsageChart usage={usage} />
      </Suspense>
    </div>
  );
};

const views = ['chart', 'table'] as const;

/** Active people by month, as a line or as figures. */
export const Usage = ({ usage }: UsageProps) => {
  const words = useWords();
  const [view, setView] = useState<(typeof views)[number]>('chart');
  return (
    <section className={css.section} aria-labelledby={headingId}>
      <div className={css.sectionHead}>
        <h2 id={headingId} className={css.sectionTitle}>
          {words('billing.usage')}
        </h2>
        <div className={css.tools} role="group" aria-label={words('billing.usageViews')}>
          {views.map((item) => (
            <ToggleButton
              key={item}
              size="small"
              checked={item === view}
              onClick={() => {
                setView(item);
              }}
            >
              {words(item === 'chart' ? 'billing.asChart' : 'billing.asTable')}
            </ToggleButton>
          ))}
        </div>
      </div>
      {view === 'chart' ? <Chart usage={usage} /> : <UsageTable usage={usage} />}
    </section>
  );
};
