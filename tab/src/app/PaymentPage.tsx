import { Navigate } from 'react-router-dom';
import { useSession } from '../api/context.ts';
import { loginPath } from '../api/safeTarget.ts';
import { AddScreen } from '../screens/payment/AddScreen.tsx';
import { Data } from './Data.tsx';

/** The payer's form with the data of who is signed in, so that what was typed is there again after signing in anew. */
export const PaymentPage = () => {
  const session = useSession();
  if (session.status === 'signedOut') return <Navigate to={loginPath('/payment/add')} replace />;
  return (
    <Data session={session}>
      <AddScreen />
    </Data>
  );
};
