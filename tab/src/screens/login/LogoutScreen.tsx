import { useEffect } from 'react';
import { Navigate } from 'react-router-dom';
import { useApi, useSession } from '../../api/context.ts';
import { signOut } from '../../api/login.ts';

/** Ends the session on this device and shows the sign-in page. */
export const LogoutScreen = () => {
  const api = useApi();
  const state = useSession();
  useEffect(() => {
    signOut(api);
  }, [api]);
  return state.status === 'signedOut' ? <Navigate to="/login" replace /> : null;
};
