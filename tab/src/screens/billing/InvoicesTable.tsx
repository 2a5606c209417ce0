import { useId } from 'react';
import { Link } from '@fluentui/react-components';
import type { Invoice } from '#contracts/billing/invoiceAndLedgerCalls.ts';
import { moneyText } from '#contracts/text/formatMoney.ts';
import { errorText } from '../../api/client/errorText.ts';
import { useInvoiceLink, useInvoices } from '../../api/billing/billingQueries.ts';
import { EmptyState } from '../../ui/display/EmptyState.tsx';
import table from '../../ui/display/Table.module.css';
import { mediumDate } from '../../ui/text/calculateAndFormatDates.ts';
import { openEmptyWindow } from '../../ui/display/openEmptyWindow.ts';
import { useNotices } from '../../ui/dialogs/noticeQueue.ts';
import { useReader } from '../../ui/text/readerContextClockAndDates.ts';
import { useTranslate } from '../../ui/text/translate.ts';
import css from './Billing.module.css';
import { monthName, shortMonth } from './formatBillingMonth.ts';
import { LoadedBillingSection } from './LoadedBillingSection.tsx';
import { HorizontalScroll } from '../../ui/display/HorizontalScroll.tsx';

const headingId = 'billing-invoices';

/**
 * Renders a button that opens the PDF of the invoice in a new window. The address of the PDF is valid for one minute,
 * so it is requested at each press.
 */
const Download = ({ invoice }: { readonly invoice: Invoice }) => {
  const t = useTranslate();
  const notices = useNotices();
  const { locale } = useReader();
  const link = useInvoiceLink();
  const download = async (): Promise<void> => {
    const opened = openEmptyWindow();
    if (opened === undefined) {
      notices.push('failure', t('billing.popup'));
      return;
    }
    try {
      opened.go(await link.mutateAsync(invoice));
    } catch (error) {
      opened.close();
      notices.push('failure', errorText(error, t));
    }
  };
  return (
    <Link
      as="button"
      aria-label={t('billing.downloadOf', { month: monthName(invoice.month, locale) })}
      disabledFocusable={link.isPending}
      onClick={() => void download()}
    >
      {t('billing.download')}
    </Link>
  );
};

const Row = ({ invoice }: { readonly invoice: Invoice }) => {
  const t = useTranslate();
  const { locale } = useReader();
  const { state, dueOn } = invoice;
  return (
    <tr role="row">
      <th scope="row" role="rowheader" className={css.short}>
        {shortMonth(invoice.month, locale)}
      </th>
      <td role="cell" data-label={t('billing.number')} className={css.short}>
        {invoice.number}
      </td>
      <td role="cell" data-label={t('billing.mau')} className={table.number}>
        {new Intl.NumberFormat(locale).format(invoice.mau)}
      </td>
      <td role="cell" data-label={t('billing.amount')} className={table.number}>
        <span className={css.amount}>{moneyText(invoice.amount, invoice.currency, locale)}</span>
        {invoice.adjustments.map(({ month, people }) => (
          <div key={month} className={css.detail}>
            {t('billing.adjustment', { people, month: monthName(month, locale) })}
          </div>
        ))}
      </td>
      <td role="cell" data-label={t('billing.state')}>
        <span className={state === 'OVERDUE' ? css.overdue : undefined}>{t(`billing.state.${state}`)}</span>
      </td>
      <td role="cell" data-label={t('billing.dueOn')} className={css.short}>
        {dueOn === null ? '–' : mediumDate(dueOn, locale)}
      </td>
      <td role="cell">
        <Download invoice={invoice} />
      </td>
    </tr>
  );
};

const heads = ['month', 'number', 'mau', 'amount', 'state', 'dueOn', 'download'] as const;
const numeric: ReadonlySet<string> = new Set(['mau', 'amount']);

interface InvoiceTableProps {
  readonly invoices: readonly Invoice[];
  readonly labelledBy: string;
}

const InvoiceTable = ({ invoices, labelledBy }: InvoiceTableProps) => {
  const t = useTranslate();
  return (
    <HorizontalScroll labelledBy={labelledBy}>
      <table className={[table.table, css.table, css.entries].join(' ')} role="table">
        <thead>
          <tr>
            {heads.map((key) => (
              <th key={key} scope="col" className={numeric.has(key) ? table.number : undefined}>
                {t(`billing.${key}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {invoices.map((invoice) => (
            <Row key={invoice.month} invoice={invoice} />
          ))}
        </tbody>
      </table>
    </HorizontalScroll>
  );
};

/** Shows the invoices. Invoices without an amount are folded, because they need no action. */
const Content = ({ invoices }: { readonly invoices: readonly Invoice[] }) => {
  const t = useTranslate();
  const foldId = useId();
  const charged = invoices.filter(({ state }) => state !== 'VOID');
  const others = invoices.filter(({ state }) => state === 'VOID');
  if (invoices.length === 0) return <EmptyState text={t('billing.none')} />;
  return (
    <>
      {charged.length > 0 && <InvoiceTable invoices={charged} labelledBy={headingId} />}
      {others.length > 0 && (
        <details className={css.fold}>
          <summary id={foldId}>{t('billing.zeroInvoices', { count: others.length })}</summary>
          <InvoiceTable invoices={others} labelledBy={foldId} />
        </details>
      )}
    </>
  );
};

export const InvoicesTable = () => {
  const t = useTranslate();
  const { data, error, refetch } = useInvoices();
  return (
    <section className={css.section} aria-labelledby={headingId}>
      <div className={css.sectionHead}>
        <h2 id={headingId} className={css.sectionTitle}>
          {t('billing.invoices')}
        </h2>
      </div>
      <LoadedBillingSection error={error} refetch={() => void refetch()}>
        {data === undefined ? undefined : <Content invoices={data} />}
      </LoadedBillingSection>
    </section>
  );
};
