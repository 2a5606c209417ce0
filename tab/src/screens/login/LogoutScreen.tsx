import { useEffect, useState } from 'react';
import { useApi, useSession } from '../../api/client/apiContextAndSessionHooks.ts';
import { signOut } from '../../api/identity/signInOutAndNextPage.ts';
import { isFromMicrosoft, leaveMicrosoft } from '../../api/identity/microsoftSignOut.ts';
import { WaitSpinner } from '../../ui/display/WaitSpinner.tsx';
import { Redirect } from '../../ui/router/Redirect.tsx';

/**
 * Ends the session on this device and shows the sign-in page. If the reader signed in with Microsoft, also ends the session at
 * Microsoft.
 */
export const LogoutScreen = () => {
  const api = useApi();
  const state = useSession();
  // Read once at the first render, because signing out deletes this value.
  const [isFromThere] = useState(() => isFromMicrosoft(api));
  const [isLeaving, setLeaving] = useState(isFromThere);
  useEffect(() => {
    signOut(api);
    if (!isFromThere) return;
    leaveMicrosoft(api).catch(() => {
      // Microsoft cannot be reached, but the session on this device has ended.
      setLeaving(false);
    });
  }, [api, isFromThere]);
  if (isLeaving) return <WaitSpinner />;
  return state.status === 'signedOut' ? <Redirect to="/login" /> : null;
};
