import { useEffect } from 'react';
import { Navigate } from 'react-router-dom';
import { useApi, useSession } from '../../api/context.ts';

/** Ends the session on this device and shows the sign-in page. */
export const LogoutScreen = () => {
  const { session } = useApi();
  const state = useSession();
  useEffect(() => {
    session.signOut();
  }, [session]);
  return state.status === 'signedOut' ? <Navigate to="/login" replace /> : null;
};
