import { useSession } from '../../api/client/apiContextAndSessionHooks.ts';
import { loginPath } from '../../api/client/safeRedirectAndLoginPath.ts';
import { AddPaymentScreen } from '../../screens/payment/AddPaymentScreen.tsx';
import { PersonCacheAndTeamProvider } from '../runtime/PersonCacheAndTeamProvider.tsx';
import { Redirect } from '../../ui/router/Redirect.tsx';

/**
 * Shows the payment form. Values that the payer typed are kept with the signed-in person's data, so that they outlive a
 * new sign-in.
 */
export const PaymentPage = () => {
  const session = useSession();
  if (session.status === 'signedOut') return <Redirect to={loginPath('/payment/add')} />;
  return (
    <PersonCacheAndTeamProvider session={session}>
      <AddPaymentScreen />
    </PersonCacheAndTeamProvider>
  );
};
