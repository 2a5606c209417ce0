import { Link } from '@fluentui/react-components';
import type { Invoice } from '#contracts/billing.ts';
import { errorText } from '../../api/errorText.ts';
import { useInvoiceLink } from '../../api/billing.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import table from '../../ui/Table.module.css';
import { openLater } from '../../ui/newWindow.ts';
import { useNotices } from '../../ui/notices.ts';
import { useReader } from '../../ui/reader.ts';
import { useWords } from '../../ui/words.ts';
import css from './Billing.module.css';
import { amountOf, monthName, shortMonth } from './figures.ts';
import { Scroll } from '../../ui/Scroll.tsx';

const headingId = 'billing-invoices';

/** Opens the PDF in a new window, under an address that is good for a minute. */
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
  return (
    <tr>
      <td className={css.short}>{shortMonth(invoice.month)}</td>
      <td className={table.number}>{new Intl.NumberFormat(locale).format(invoice.mau)}</td>
      <td className={table.number}>
        <span className={css.amount}>
          {amountOf(invoice.amount, locale)} {invoice.currency}
        </span>
        {invoice.adjustments.map(({ month, people }) => (
          <div key={month} className={css.detail}>
            {words('billing.adjustment', { people, month: monthName(month, locale) })}
          </div>
        ))}
      </td>
      <td>
        <Download invoice={invoice} />
      </td>
    </tr>
  );
};

/** Every invoice there is, newest first. */
export const Invoices = ({ invoices }: { readonly invoices: readonly Invoice[] }) => {
  const words = useWords();
  return (
    <section className={css.section} aria-labelledby={headingId}>
      <div className={css.sectionHead}>
        <h2 id={headingId} className={css.sectionTitle}>
          {words('billing.invoices')}
        </h2>
      </div>
      {invoices.length === 0 ? (
        <EmptyState text={words('billing.none')} />
      ) : (
        <Scroll labelledBy={headingId}>
          <table className={[table.table, css.table].join(' ')}>
            <thead>
              <tr>
                <th scope="col">{words('billing.month')}</th>
                <th scope="col" className={table.number}>
                  {words('billing.mau')}
                </th>
                <th scope="col" className={table.number}>
                  {words('billing.amount')}
                </th>
                <th scope="col">{words('billing.download')}</th>
              </tr>
            </thead>
            <tbody>
              {invoices.map((invoice) => (
                <Row key={invoice.month} invoice={invoice} />
              ))}
            </tbody>
          </table>
        </Scroll>
      )}
    </section>
  );
};
