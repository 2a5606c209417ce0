import { useId } from 'react';
import { Link } from '@fluentui/react-components';
import type { Invoice } from '#contracts/billing/billing.ts';
import { errorText } from '../../api/client/errorText.ts';
import { useInvoiceLink, useInvoices } from '../../api/billing/billing.ts';
import { EmptyState } from '../../ui/display/EmptyState.tsx';
import table from '../../ui/display/Table.module.css';
import { mediumDate } from '../../ui/text/dates.ts';
import { amountWith } from '../../ui/text/money.ts';
import { openLater } from '../../ui/display/newWindow.ts';
import { useNotices } from '../../ui/dialogs/notices.ts';
import { useReader } from '../../ui/text/reader.ts';
import { useWords } from '../../ui/text/words.ts';
import css from './Billing.module.css';
import { monthName, shortMonth } from './billingFigures.ts';
import { Loaded } from './LoadedSection.tsx';
import { Scroll } from '../../ui/display/Scroll.tsx';

const headingId = 'billing-invoices';

/** Opens the PDF in a new window. Its address is valid for one minute. */
const Download = ({ invoice }: { readonly invoice: Invoice }) => {
  const words = useWords();
  const notices = useNotices();
  const { locale } = useReader();
  const link = useInvoiceLink();
  const download = async (): Promise<void> => {
    const opened = openLater();
    if (opened === undefined) {
      notices.push('failure', words('billing.popup'));
      return;
    }
    try {
      opened.go(await link.mutateAsync(invoice));
    } catch (error) {
      opened.close();
      notices.push('failure', errorText(error, words));
    }
  };
  return (
    <Link
      as="button"
      aria-label={words('billing.downloadOf', { month: monthName(invoice.month, locale) })}
      disabledFocusable={link.isPending}
      onClick={() => void download()}
    >
      {words('billing.download')}
    </Link>
  );
};

const Row = ({ invoice }: { readonly invoice: Invoice }) => {
  const words = useWords();
  const { locale } = useReader();
  const { state, dueOn } = invoice;
  return (
    <tr role="row">
      <th scope="row" role="rowheader" className={css.short}>
        {shortMonth(invoice.month, locale)}
      </th>
      <td role="cell" data-label={words('billing.number')} className={css.short}>
        {invoice.number}
      </td>
      <td role="cell" data-label={words('billing.mau')} className={table.number}>
        {new Intl.NumberFormat(locale).format(invoice.mau)}
      </td>
      <td role="cell" data-label={words('billing.amount')} className={table.number}>
        <span className={css.amount}>{amountWith(invoice.amount, invoice.currency, locale)}</span>
        {invoice.adjustments.map(({ month, people }) => (
          <div key={month} className={css.detail}>
            {words('billing.adjustment', { people, month: monthName(month, locale) })}
          </div>
        ))}
      </td>
      <td role="cell" data-label={words('billing.state')}>
        <span className={state === 'OVERDUE' ? css.overdue : undefined}>{words(`billing.state.${state}`)}</span>
      </td>
      <td role="cell" data-label={words('billing.dueOn')} className={css.short}>
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
  const words = useWords();
  return (
    <Scroll labelledBy={labelledBy}>
      <table className={[table.table, css.table, css.entries].join(' ')} role="table">
        <thead>
          <tr>
            {heads.map((key) => (
              <th key={key} scope="col" className={numeric.has(key) ? table.number : undefined}>
                {words(`billing.${key}`)}
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
    </Scroll>
  );
};

/** Folds away invoices without an amount, because they need no action. */
const Content = ({ invoices }: { readonly invoices: readonly Invoice[] }) => {
  const words = useWords();
  const foldId = useId();
  const charged = invoices.filter(({ state }) => state !== 'VOID');
  const others = invoices.filter(({ state }) => state === 'VOID');
  if (invoices.length === 0) return <EmptyState text={words('billing.none')} />;
  return (
    <>
      {charged.length > 0 && <InvoiceTable invoices={charged} labelledBy={headingId} />}
      {others.length > 0 && (
        <details className={css.fold}>
          <summary id={foldId}>{words('billing.zeroInvoices', { count: others.length })}</summary>
          <InvoiceTable invoices={others} labelledBy={foldId} />
        </details>
      )}
    </>
  );
};

/** All invoices, newest first. */
export const Invoices = () => {
  const words = useWords();
  const { data, error, refetch } = useInvoices();
  return (
    <section className={css.section} aria-labelledby={headingId}>
      <div className={css.sectionHead}>
        <h2 id={headingId} className={css.sectionTitle}>
          {words('billing.invoices')}
        </h2>
      </div>
      <Loaded error={error} refetch={() => void refetch()}>
        {data === undefined ? undefined : <Content invoices={data} />}
      </Loaded>
    </section>
  );
};
