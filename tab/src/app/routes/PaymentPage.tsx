import { Navigate } from 'react-router-dom';
import { useSession } from '../../api/client/apiContext.ts';
import { loginPath } from '../../api/client/safeRedirectTarget.ts';
import { AddPaymentScreen } from '../../screens/payment/AddPaymentScreen.tsx';
import { Data } from '../runtime/DataProvider.tsx';

/**
 * Shows the payer's form inside the data of the signed-in person. Typed values belong to that data, so they are still
 * there after a new sign-in.
 */
export const PaymentPage = () => {
  const session = useSession();
  if (session.status === 'signedOut') return <Navigate to={loginPath('/payment/add')} replace />;
  return (
    <Data session={session}>
      <AddPaymentScreen />
    </Data>
  );
};
