import { useId } from 'react';
import type { ReactNode } from 'react';
import { Button, Label, Select } from '@fluentui/react-components';
import { ArrowDownload20Regular } from '@fluentui/react-icons/svg/arrow-download';
import { useSearchParams } from 'react-router-dom';
import type { BillingMonth, Ledger, LedgerEntry } from '#contracts/billing/billing.ts';
import { useLedger } from '../../api/billing/billing.ts';
import { errorText } from '../../api/client/errorText.ts';
import table from '../../ui/display/Table.module.css';
import { saveFile } from '../../ui/display/download.ts';
import { EmptyState } from '../../ui/display/EmptyState.tsx';
import { utcMoment } from '../../ui/text/dates.ts';
import { amountWith } from '../../ui/text/money.ts';
import { usePutParam } from '../../ui/text/params.ts';
import { useReader } from '../../ui/text/reader.ts';
import { useWords } from '../../ui/text/words.ts';
import css from './Billing.module.css';
import { isoMonth, monthName, shortMonth } from './billingFigures.ts';
import { Scroll } from '../../ui/display/Scroll.tsx';
import { eventText, ledgerCsv } from './ledgerCsv.ts';

const headingId = 'billing-ledger';

const byName = (locale: string) => {
  const { compare } = new Intl.Collator(locale);
  // Entries without a name, of former members, come last.
  return (a: LedgerEntry, b: LedgerEntry): number =>
    a.name === null || b.name === null ? Number(a.name === null) - Number(b.name === null) : compare(a.name, b.name);
};

const Entry = ({ item, currency }: { readonly item: LedgerEntry; readonly currency: string }) => {
  const words = useWords();
  const { locale } = useReader();
  return (
    <tr role="row">
      <th scope="row" role="rowheader" className={css.person}>
        {item.name ?? words('billing.formerMember')}
      </th>
      <td role="cell" data-label={words('billing.event')} className={css.short}>
        {eventText(item, words)}
      </td>
      <td role="cell" data-label={words('billing.when')} className={css.when}>
        {utcMoment(item.at, locale)}
      </td>
      <td role="cell" data-label={words('billing.report')} className={css.person}>
        {item.meetingName ?? words('billing.noReport')}
      </td>
      <td role="cell" data-label={words('billing.amount')} className={table.number}>
        <span className={css.amount}>{amountWith(item.amount, currency, locale)}</span>{' '}
        {item.amount === 0 && <div className={css.detail}>{words('billing.free')}</div>}
      </td>
      <td role="cell" data-label={words('billing.billedIn')} className={css.short}>
        {item.billedIn === null ? words('billing.notBilled') : shortMonth(item.billedIn, locale)}
      </td>
    </tr>
  );
};

const heads = ['person', 'event', 'when', 'report', 'amount', 'billedIn'] as const;

const LedgerTable = ({ ledger }: { readonly ledger: Ledger }) => {
  const words = useWords();
  const { locale } = useReader();
  const items = ledger.items.toSorted(byName(locale));
  const amount = amountWith(ledger.total, ledger.currency, locale);
  return (
    <>
      <div className={css.ledgerSum}>
        <span>{words('billing.ledgerSum', { people: ledger.people, amount })}</span>
        <Button
          icon={<ArrowDownload20Regular />}
          onClick={() => {
            saveFile(`${isoMonth(ledger.month)}.csv`, 'text/csv;charset=utf-8', ledgerCsv(ledger, items, words));
          }}
        >
          {words('billing.csv')}
        </Button>
      </div>
      <Scroll labelledBy={headingId}>
        <table className={[table.table, css.table, css.entries].join(' ')} role="table">
          <thead>
            <tr>
              {heads.map((key) => (
                <th key={key} scope="col" className={key === 'amount' ? table.number : undefined}>
                  {words(`billing.${key}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {items.map((item) => (
              <Entry key={item.memberId} item={item} currency={ledger.currency} />
            ))}
          </tbody>
        </table>
      </Scroll>
    </>
  );
};

const Content = ({ month }: { readonly month: BillingMonth }) => {
  const words = useWords();
  const { locale } = useReader();
  const { data, error, refetch } = useLedger(month);
  if (data === undefined && error !== null)
    return (
      <EmptyState role="alert" text={errorText(error, words)}>
        <Button onClick={() => void refetch()}>{words('common.retry')}</Button>
      </EmptyState>
    );
  if (data === undefined) return <div role="status" aria-label={words('common.loading')} className={css.loading} />;
  if (data.people > 0) return <LedgerTable ledger={data} />;
  const text = words('billing.ledgerNone', { month: monthName(month, locale) });
  return <EmptyState text={text} detail={words('billing.ledgerNoneDetail')} />;
};

/** Lists the members counted in a month, each with the event and the amount. `months` = the months with data, newest first. */
export const LedgerSection = ({ months }: { readonly months: readonly BillingMonth[] }): ReactNode => {
  const words = useWords();
  const { locale } = useReader();
  const [params] = useSearchParams();
  const put = usePutParam();
  const selectId = useId();
  const month = months.find((item) => item === params.get('month')) ?? months[0];
  if (month === undefined) return null;
  return (
    <section className={css.section} aria-labelledby={headingId}>
      <div className={css.sectionHead}>
        <h2 id={headingId} className={css.sectionTitle}>
          {words('billing.ledger')}
        </h2>
        <div className={css.choice}>
          <Label htmlFor={selectId}>{words('billing.ledgerMonth')}</Label>
          <Select
            id={selectId}
            value={month}
            onChange={(_event, { value }) => {
              put('month', value === months[0] ? undefined : value, { replace: true });
            }}
          >
            {months.map((item) => (
              <option key={item} value={item}>
                {monthName(item, locale)}
              </option>
            ))}
          </Select>
        </div>
      </div>
      <Content key={month} month={month} />
    </section>
  );
};
