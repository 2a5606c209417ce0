import { Suspense, lazy, useState } from 'react';
import { ToggleButton } from '@fluentui/react-components';
import type { BillingSummary } from '#contracts/billing/billingMonthAndSummaryCalls.ts';
import table from '../../ui/display/Table.module.css';
import { useReader } from '../../ui/text/readerContextClockAndDates.ts';
import { useTranslate } from '../../ui/text/translate.ts';
import css from './Billing.module.css';
import { shortMonth } from './formatBillingMonth.ts';
import { HorizontalScroll } from '../../ui/display/HorizontalScroll.tsx';

const UsageChart = lazy(() => import('./UsageChart.tsx').then((module) => ({ default: module.UsageChart })));

const headingId = 'billing-usage';

type UsageProps = Pick<BillingSummary, 'usage'>;

const UsageTable = ({ usage }: UsageProps) => {
  const t = useTranslate();
  const { locale } = useReader();
  return (
    <HorizontalScroll labelledBy={headingId}>
      <table className={[table.table, css.table].join(' ')}>
        <thead>
          <tr>
            <th scope="col">{t('billing.month')}</th>
            <th scope="col" className={table.number}>
              {t('billing.activePeople')}
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
    </HorizontalScroll>
  );
};

const Chart = ({ usage }: UsageProps) => {
  const t = useTranslate();
  return (
    <div className={css.chart}>
      <Suspense fallback={<div role="status" aria-label={t('common.loading')} className={css.chartLoading} />}>
        <UsageChart usage={usage} />
      </Suspense>
    </div>
  );
};

const views = ['chart', 'table'] as const;

export const UsageSection = ({ usage }: UsageProps) => {
  const t = useTranslate();
  const [view, setView] = useState<(typeof views)[number]>('chart');
  return (
    <section className={css.section} aria-labelledby={headingId}>
      <div className={css.sectionHead}>
        <h2 id={headingId} className={css.sectionTitle}>
          {t('billing.usage')}
        </h2>
        <div className={css.tools} role="group" aria-label={t('billing.usageViews')}>
          {views.map((item) => (
            <ToggleButton
              key={item}
              size="small"
              checked={item === view}
              onClick={() => {
                setView(item);
              }}
            >
              {t(item === 'chart' ? 'billing.asChart' : 'billing.asTable')}
            </ToggleButton>
          ))}
        </div>
      </div>
      {view === 'chart' ? <Chart usage={usage} /> : <UsageTable usage={usage} />}
    </section>
  );
};
