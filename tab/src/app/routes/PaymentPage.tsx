import { Navigate } from 'react-router-dom';
import { useSession } from '../../api/client/context.ts';
import { loginPath } from '../../api/client/safeTarget.ts';
import { AddScreen } from '../../screens/payment/AddScreen.tsx';
import { Data } from '../runtime/Data.tsx';

/** Shows the payer's form within the data of the signed-in person, so that typed values are still there after a new sign-in. */
export const PaymentPage = () => {
  const session = useSession();
  if (session.status === 'signedOut') return <Navigate to={loginPath('/payment/add')} replace />;
  return (
    <Data session={session}>
      <AddScreen />
    </Data>
  );
};
