import { useSession } from '../../api/client/apiContextAndSessionHooks.ts';
import { loginPath } from '../../api/client/safeRedirectAndLoginPath.ts';
import { AddPaymentScreen } from '../../screens/payment/AddPaymentScreen.tsx';
import { PersonCacheAndTeamProvider } from '../runtime/PersonCacheAndTeamProvider.tsx';
import { Redirect } from '../../ui/router/Redirect.tsx';

/**
 * Shows the payment form. The cache of the signed-in person keeps the typed values, so that they stay after a new
 * sign-in.
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
