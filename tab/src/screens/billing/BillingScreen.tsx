import type { ReactNode } from 'react';
import { hasPermission } from '#contracts/core/rolesAndPermissions.ts';
import { useBillingSummary, useInvoices } from '../../api/billing/billingQueries.ts';
import { useMaySeeBilling } from '../../api/billing/useMaySeeBilling.ts';
import { useUserDetails } from '../../api/client/userDetailsAndOrgPauseCheck.ts';
import { EmptyState } from '../../ui/display/EmptyState.tsx';
import { useTranslate } from '../../ui/text/translate.ts';
import css from './Billing.module.css';
import { BillingFigureCards } from './BillingFigureCards.tsx';
import { InvoicesTable } from './InvoicesTable.tsx';
import { LedgerSection } from './LedgerSection.tsx';
import { LoadedBillingSection } from './LoadedBillingSection.tsx';
import { PaymentAndBillingContactSection } from './PaymentAndBillingContactSection.tsx';
import { UsageSection } from './UsageSection.tsx';

const CardsLoading = () => {
  const t = useTranslate();
  return (
    <div role="status" aria-label={t('common.loading')} className={css.skeleton}>
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
    <LoadedBillingSection error={error} refetch={() => void refetch()}>
      {data === undefined ? undefined : (
        <>
          <BillingFigureCards summary={data} />
          {data.usage.some((item) => item.mau > 0) && <UsageSection usage={data.usage} />}
        </>
      )}
    </LoadedBillingSection>
  );
};

/**
 * Shows the ledger (who was active in a month, and why) of the months in the summary. If the summary has no months,
 * uses the months of the invoices.
 */
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
    <PaymentAndBillingContactSection />
    <InvoicesTable />
    <LedgerOfMonths />
  </>
);

/**
 * Shows the reason why the page contains no billing: the reader lacks the permission, the installation has no billing,
 * or the page runs inside Microsoft Teams.
 */
const Absent = () => {
  const t = useTranslate();
  const { data } = useUserDetails();
  const mayRead =
    data !== undefined && hasPermission('billing.read', { role: data.role, belongsToTeam: true, isOwner: false });
  if (!mayRead) return <EmptyState text={t('billing.notYours')} />;
  return <EmptyState text={t(data.enableBilling ? 'billing.notHere' : 'billing.off')} />;
};

export const BillingScreen = () => {
  const t = useTranslate();
  const hasBilling = useMaySeeBilling();
  const { error, refetch } = useUserDetails();
  const content = (): ReactNode => {
    if (hasBilling !== undefined) return hasBilling ? <Billing /> : <Absent />;
    if (error === null) return <CardsLoading />;
    return (
      <LoadedBillingSection error={error} refetch={() => void refetch()}>
        {undefined}
      </LoadedBillingSection>
    );
  };
  return (
    <>
      <h1 className={css.title}>{t('billing.title')}</h1>
      {content()}
    </>
  );
};
