import { Suspense, lazy } from 'react';
import { useApi } from '../api/context.ts';
import { useUserDetails } from '../api/queries.ts';
import { loadTexts } from '../ui/lazyTexts.ts';

const BillingBanner = lazy(() =>
  Promise.all([import('./BillingBanner.tsx'), loadTexts('banner')]).then(([it]) => ({ default: it.BillingBanner })),
);

/** Where the trial or a payment asks for something, the banner that says so. Never inside the chat tool. */
export const BillingNotice = () => {
  const { session } = useApi();
  const { data: me } = useUserDetails();
  const billing = me?.billing ?? null;
  if (billing === null || billing.state === 'PAYING' || !session.isBillingEnabled()) return null;
  return (
    <Suspense>
      <BillingBanner billing={billing} mayPay={me?.role === 'admin' || me?.role === 'superadmin'} />
    </Suspense>
  );
};
