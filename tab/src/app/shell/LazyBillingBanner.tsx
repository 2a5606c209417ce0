import { Suspense, lazy } from 'react';
import { useApi } from '../../api/client/apiContextAndSessionHooks.ts';
import { useUserDetails } from '../../api/client/userDetailsAndOrgPauseCheck.ts';
import { loadTexts } from '../../ui/text/loadLazyTextsAndLanguage.ts';

const BillingBanner = lazy(() =>
  Promise.all([import('./BillingBanner.tsx'), loadTexts('banner')]).then(([module]) => ({
    default: module.BillingBanner,
  })),
);

/**
 * Shows at most one banner, about the trial, a missing payment or an overdue invoice, whichever has the nearer
 * consequence. Members see it only when the organisation is read-only, because until then only an admin can act. Never
 * shown inside Microsoft Teams.
 */
export const LazyBillingBanner = () => {
  const { session } = useApi();
  const { data: me } = useUserDetails();
  const billing = me?.billing ?? null;
  if (billing === null || !session.isBillingEnabled()) return null;
  const isCalm = billing.state === 'PAYING' || billing.state === 'TRIAL';
  const overdueInvoice = isCalm ? (me?.overdueInvoice ?? null) : null;
  const mayPay = me?.role === 'admin' || me?.role === 'superadmin';
  const isShown = billing.state !== 'PAYING' && (mayPay || billing.state === 'READ_ONLY');
  if (!isShown && overdueInvoice === null) return null;
  return (
    <Suspense>
      <BillingBanner {...{ billing, overdueInvoice, mayPay }} />
    </Suspense>
  );
};
