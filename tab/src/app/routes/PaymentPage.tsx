import { Navigate } from 'react-router-dom';
import { useSession } from '../../api/client/apiContext.ts';
import { loginPath } from '../../api/client/safeRedirectTarget.ts';
import { AddPaymentScreen } from '../../screens/payment/AddPaymentScreen.tsx';
import { Data } from '../runtime/DataProvider.tsx';

/** Shows the payer's form within the data of the signed-in person, so that typed values are still there after a new sign-in. */
export const PaymentPage = () => {
  const session = useSession();
  if (session.status === 'signedOut') return <Navigate to={loginPath('/payment/add')} replace />;
  return (
    <Data session={session}>
      <AddPaymentScreen />
    </Data>
  );
};
