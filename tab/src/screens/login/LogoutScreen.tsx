import { useEffect, useState } from 'react';
import { Navigate } from 'react-router-dom';
import { useApi, useSession } from '../../api/context.ts';
import { signOut } from '../../api/login.ts';
import { isFromMicrosoft, leaveMicrosoft } from '../../api/microsoftLeave.ts';
import { Wait } from '../../ui/Wait.tsx';

/** Ends the session on this device and shows the sign-in page, by way of Microsoft where the reader came from there. */
export const LogoutScreen = () => {
  const api = useApi();
  const state = useSession();
  // Read once: signing out forgets it.
  const [isFromThere] = useState(() => isFromMicrosoft(api));
  const [isLeaving, setLeaving] = useState(isFromThere);
  useEffect(() => {
    signOut(api);
    if (!isFromThere) return;
    leaveMicrosoft(api).catch(() => {
      // Out of reach: the reader is signed out here all the same.
      setLeaving(false);
    });
  }, [api, isFromThere]);
  if (isLeaving) return <Wait />;
  return state.status === 'signedOut' ? <Navigate to="/login" replace /> : null;
};
