import type { ReactNode } from 'react';
import { Button } from '@fluentui/react-components';
import type { BillingSummary, Invoice } from '#contracts/billing.ts';
import { useBillingSummary, useInvoices } from '../../api/billing.ts';
import { useHasBilling } from '../../api/billingFlag.ts';
import { errorText } from '../../api/errorText.ts';
import { useUserDetails } from '../../api/queries.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { useWords } from '../../ui/words.ts';
import css from './Billing.module.css';
import { Cards } from './Cards.tsx';
import { Invoices } from './Invoices.tsx';
import { LedgerSection } from './LedgerSection.tsx';
import { Usage } from './Usage.tsx';

interface ContentProps {
  readonly summary: BillingSummary;
  readonly invoices: readonly Invoice[];
}

const Content = ({ summary, invoices }: ContentProps) => {
  const months = summary.usage.map((one) => one.month).toReversed();
  const hasUsage = summary.usage.some((one) => one.mau > 0);
  return (
    <>
      <Cards summary={summary} />
      {hasUsage && <Usage usage={summary.usage} />}
      <Invoices invoices={invoices} />
      {(hasUsage || invoices.length > 0) && <LedgerSection months={months} />}
    </>
  );
};

const Loading = () => {
  const words = useWords();
  return (
    <div role="status" aria-label={words('common.loading')} className={css.skeleton}>
      {[1, 2, 3, 4].map((one) => (
        <div key={one} className={css.loadingCard} />
      ))}
    </div>
  );
};

const Failed = ({ error, retry }: { readonly error: unknown; readonly retry: () => void }) => {
  const words = useWords();
  return (
    <EmptyState role="alert" text={errorText(error, words)}>
      <Button onClick={retry}>{words('common.retry')}</Button>
    </EmptyState>
  );
};

const Billing = () => {
  const summary = useBillingSummary();
  const invoices = useInvoices();
  if (summary.data !== undefined && invoices.data !== undefined)
    return <Content summary={summary.data} invoices={invoices.data} />;
  const error = summary.error ?? invoices.error;
  if (error === null) return <Loading />;
  const retry = (): void => {
    void summary.refetch();
    void invoices.refetch();
  };
  return <Failed error={error} retry={retry} />;
};

/** What is used, what it costs, and why. */
export const BillingScreen = () => {
  const words = useWords();
  const hasBilling = useHasBilling();
  const { error, refetch } = useUserDetails();
  const content = (): ReactNode => {
    if (hasBilling === undefined)
      return error === null ? <Loading /> : <Failed error={error} retry={() => void refetch()} />;
    return hasBilling ? <Billing /> : <EmptyState text={words('billing.notYours')} />;
  };
  return (
    <>
      <h1 className={css.title}>{words('billing.title')}</h1>
      {content()}
    </>
  );
};
