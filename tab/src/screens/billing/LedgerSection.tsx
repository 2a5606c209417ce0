import { useId } from 'react';
import type { ReactNode } from 'react';
import { Button, Label, Select } from '@fluentui/react-components';
import { ArrowDownload20Regular } from '@fluentui/react-icons/svg/arrow-download';
import type { BillingMonth } from '#contracts/billing/billingMonthAndSummaryCalls.ts';
import type { Ledger, LedgerEntry } from '#contracts/billing/invoiceAndLedgerCalls.ts';
import { moneyText } from '#contracts/text/formatMoney.ts';
import { useLedger } from '../../api/billing/billingQueries.ts';
import { errorText } from '../../api/client/errorText.ts';
import table from '../../ui/display/Table.module.css';
import { saveFile } from '../../ui/display/saveFileAndSizeText.ts';
import { EmptyState } from '../../ui/display/EmptyState.tsx';
import { utcMoment } from '../../ui/text/calculateAndFormatDates.ts';
import { usePutParam, useSearchParams } from '../../ui/router/searchParamsAndValueChecks.ts';
import { useReader } from '../../ui/text/readerContextClockAndDates.ts';
import { useTranslate } from '../../ui/text/translate.ts';
import css from './Billing.module.css';
import { isoMonth, monthName, shortMonth } from './formatBillingMonth.ts';
import { HorizontalScroll } from '../../ui/display/HorizontalScroll.tsx';
import { eventText, ledgerCsv } from './ledgerCsv.ts';

const headingId = 'billing-ledger';

const byName = (locale: string) => {
  const { compare } = new Intl.Collator(locale);
  // Entries without a name, which belong to members who have left, are sorted last.
  return (a: LedgerEntry, b: LedgerEntry): number =>
    a.name === null || b.name === null ? Number(a.name === null) - Number(b.name === null) : compare(a.name, b.name);
};

const Entry = ({ item, currency }: { readonly item: LedgerEntry; readonly currency: string }) => {
  const t = useTranslate();
  const { locale } = useReader();
  return (
    <tr role="row">
      <th scope="row" role="rowheader" className={css.person}>
        {item.name ?? t('billing.formerMember')}
      </th>
      <td role="cell" data-label={t('billing.event')} className={css.short}>
        {eventText(item, t)}
      </td>
      <td role="cell" data-label={t('billing.when')} className={css.when}>
        {utcMoment(item.at, locale)}
      </td>
      <td role="cell" data-label={t('billing.report')} className={css.person}>
        {item.meetingName ?? t('billing.noReport')}
      </td>
      <td role="cell" data-label={t('billing.amount')} className={table.number}>
        <span className={css.amount}>{moneyText(item.amount, currency, locale)}</span>{' '}
        {item.amount === 0 && <div className={css.detail}>{t('billing.free')}</div>}
      </td>
      <td role="cell" data-label={t('billing.billedIn')} className={css.short}>
        {item.billedIn === null ? t('billing.notBilled') : shortMonth(item.billedIn, locale)}
      </td>
    </tr>
  );
};

const heads = ['person', 'event', 'when', 'report', 'amount', 'billedIn'] as const;

const LedgerTable = ({ ledger }: { readonly ledger: Ledger }) => {
  const t = useTranslate();
  const { locale } = useReader();
  const items = ledger.items.toSorted(byName(locale));
  const amount = moneyText(ledger.total, ledger.currency, locale);
  return (
    <>
      <div className={css.ledgerSum}>
        <span>{t('billing.ledgerSum', { people: ledger.people, amount })}</span>
        <Button
          icon={<ArrowDownload20Regular />}
          onClick={() => {
            saveFile(`${isoMonth(ledger.month)}.csv`, 'text/csv;charset=utf-8', ledgerCsv(ledger, items, t));
          }}
        >
          {t('billing.csv')}
        </Button>
      </div>
      <HorizontalScroll labelledBy={headingId}>
        <table className={[table.table, css.table, css.entries].join(' ')} role="table">
          <thead>
            <tr>
              {heads.map((key) => (
                <th key={key} scope="col" className={key === 'amount' ? table.number : undefined}>
                  {t(`billing.${key}`)}
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
      </HorizontalScroll>
    </>
  );
};

const Content = ({ month }: { readonly month: BillingMonth }) => {
  const t = useTranslate();
  const { locale } = useReader();
  const { data, error, refetch } = useLedger(month);
  if (data === undefined && error !== null)
    return (
      <EmptyState role="alert" text={errorText(error, t)}>
        <Button onClick={() => void refetch()}>{t('common.retry')}</Button>
      </EmptyState>
    );
  if (data === undefined) return <div role="status" aria-label={t('common.loading')} className={css.loading} />;
  if (data.people > 0) return <LedgerTable ledger={data} />;
  const text = t('billing.ledgerNone', { month: monthName(month, locale) });
  return <EmptyState text={text} detail={t('billing.ledgerNoneDetail')} />;
};

/**
 * Lists the people counted in a month, each with the event that made them active and the amount. `months` contains the
 * months with data, newest first.
 */
export const LedgerSection = ({ months }: { readonly months: readonly BillingMonth[] }): ReactNode => {
  const t = useTranslate();
  const { locale } = useReader();
  const params = useSearchParams();
  const put = usePutParam();
  const selectId = useId();
  const month = months.find((item) => item === params.get('month')) ?? months[0];
  if (month === undefined) return null;
  return (
    <section className={css.section} aria-labelledby={headingId}>
      <div className={css.sectionHead}>
        <h2 id={headingId} className={css.sectionTitle}>
          {t('billing.ledger')}
        </h2>
        <div className={css.choice}>
          <Label htmlFor={selectId}>{t('billing.ledgerMonth')}</Label>
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
