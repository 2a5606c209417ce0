import type { ReactNode } from 'react';
import { may } from '#contracts/core/permissions.ts';
import { useBillingSummary, useInvoices } from '../../api/billing/billing.ts';
import { useHasBilling } from '../../api/billing/billingFlag.ts';
import { useUserDetails } from '../../api/client/queries.ts';
import { EmptyState } from '../../ui/display/EmptyState.tsx';
import { useWords } from '../../ui/text/words.ts';
import css from './Billing.module.css';
import { Cards } from './Cards.tsx';
import { Invoices } from './Invoices.tsx';
import { LedgerSection } from './LedgerSection.tsx';
import { Loaded } from './LoadedSection.tsx';
import { PaymentSection } from './PaymentSection.tsx';
import { Usage } from './Usage.tsx';

const CardsLoading = () => {
  const words = useWords();
  return (
    <div role="status" aria-label={words('common.loading')} className={css.skeleton}>
      {[1, 2, 3, 4].map((value) => (
        <div key={value} className={css.loadingCard} />
      ))}
    </div>
  );
};

const Summary = () => {
  const { data, error, refetch } = useBillingSummary();
  if (data === undefined && error === null) return <CardsLoading />;
  return (
    <Loaded error={error} refetch={() => void refetch()}>
      {data === undefined ? undefined : (
        <>
          <Cards summary={data} />
          {data.usage.some((item) => item.mau > 0) && <Usage usage={data.usage} />}
        </>
      )}
    </Loaded>
  );
};

/** Shows the ledger of the summary's months, or else of the invoices' months: each call alone is enough. */
const LedgerOfMonths = () => {
  const { data: summary } = useBillingSummary();
  const { data: invoices = [] } = useInvoices();
  const usage = summary?.usage ?? [];
  if (invoices.length === 0 && usage.every((item) => item.mau === 0)) return null;
  const months =
    usage.length > 0 ? usage.map((item) => item.month).toReversed() : invoices.map((invoice) => invoice.month);
  return <LedgerSection months={months} />;
};

const Billing = () => (
  <>
    <Summary />
    <PaymentSection />
    <Invoices />
    <LedgerOfMonths />
  </>
);

/** Gives the reason why the page shows no billing: no permission, no billing here, or the chat tool. */
const Absent = () => {
  const words = useWords();
  const { data } = useUserDetails();
  const mayRead = data !== undefined && may('billing.read', { role: data.role, belongsToTeam: true, isOwner: false });
  if (!mayRead) return <EmptyState text={words('billing.notYours')} />;
  return <EmptyState text={words(data.enableBilling ? 'billing.notHere' : 'billing.off')} />;
};

/** Shows usage, its cost, and the ledger behind it. */
export const BillingScreen = () => {
  const words = useWords();
  const hasBilling = useHasBilling();
  const { error, refetch } = useUserDetails();
  const content = (): ReactNode => {
    if (hasBilling !== undefined) return hasBilling ? <Billing /> : <Absent />;
    if (error === null) return <CardsLoading />;
    return (
      <Loaded error={error} refetch={() => void refetch()}>
        {undefined}
      </Loaded>
    );
  };
  return (
    <>
      <h1 className={css.title}>{words('billing.title')}</h1>
      {content()}
    </>
  );
};
