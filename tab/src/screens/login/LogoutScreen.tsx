import { useEffect, useState } from 'react';
import { Navigate } from 'react-router-dom';
import { useApi, useSession } from '../../api/client/apiContext.ts';
import { signOut } from '../../api/identity/signInAndOut.ts';
import { isFromMicrosoft, leaveMicrosoft } from '../../api/identity/microsoftSignOut.ts';
import { Wait } from '../../ui/display/WaitSpinner.tsx';

/** Ends the session on this device and shows the sign-in page; a session from Microsoft is also ended there. */
export const LogoutScreen = () => {
  const api = useApi();
  const state = useSession();
  // Reads it once, because signing out deletes it.
  const [isFromThere] = useState(() => isFromMicrosoft(api));
  const [isLeaving, setLeaving] = useState(isFromThere);
  useEffect(() => {
    signOut(api);
    if (!isFromThere) return;
    leaveMicrosoft(api).catch(() => {
      // Microsoft cannot be reached, but the reader is signed out here.
      setLeaving(false);
    });
  }, [api, isFromThere]);
  if (isLeaving) return <Wait />;
  return state.status === 'signedOut' ? <Navigate to="/login" replace /> : null;
};
