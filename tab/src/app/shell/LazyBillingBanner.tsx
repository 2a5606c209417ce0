import { Suspense, lazy } from 'react';
import { useApi } from '../../api/client/apiContextAndSessionHooks.ts';
import { useUserDetails } from '../../api/client/userDetailsAndOrgPauseCheck.ts';
import { loadTexts } from '../../ui/text/loadLazyTextsAndLanguage.ts';

const BillingBanner = lazy(() =>
  Promise.all([import('./BillingBanner.tsx'), loadTexts('banner')]).then(([module]) => ({
    default: module.BillingBanner,
  })),
);

const OverdueBanner = lazy(() =>
  Promise.all([import('./BillingBanner.tsx'), loadTexts('banner')]).then(([module]) => ({
    default: module.OverdueBanner,
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
  if (isCalm && me?.overdueInvoice != null)
    return (
      <Suspense>
        <OverdueBanner invoice={me.overdueInvoice} />
      </Suspense>
    );
  if (billing.state === 'PAYING') return null;
  const mayPay = me?.role === 'admin' || me?.role === 'superadmin';
  if (!mayPay && billing.state !== 'READ_ONLY') return null;
  return (
    <Suspense>
      <BillingBanner billing={billing} mayPay={mayPay} />
    </Suspense>
  );
};
