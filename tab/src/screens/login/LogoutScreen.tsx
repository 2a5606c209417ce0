import { useEffect, useState } from 'react';
import { useApi, useSession } from '../../api/client/apiContextAndSessionHooks.ts';
import { signOut } from '../../api/identity/signInOutAndNextPage.ts';
import { isFromMicrosoft, leaveMicrosoft } from '../../api/microsoftAccounts/microsoftSignOut.ts';
import { WaitSpinner } from '../../ui/display/WaitSpinner.tsx';
import { Redirect } from '../../ui/router/Redirect.tsx';

/**
 * Ends the session on this device and opens the sign-in page. If the reader signed in with Microsoft, first ends the
 * session at Microsoft too.
 */
export const LogoutScreen = () => {
  const api = useApi();
  const state = useSession();
  // Read once, at the first render, because signing out deletes the value.
  const [isFromThere] = useState(() => isFromMicrosoft(api));
  const [isLeaving, setLeaving] = useState(isFromThere);
  useEffect(() => {
    signOut(api);
    if (!isFromThere) return;
    leaveMicrosoft(api).catch(() => {
      // Microsoft's sign-out cannot be reached. The session on this device has ended nevertheless, so the sign-in page
      // opens.
      setLeaving(false);
    });
  }, [api, isFromThere]);
  if (isLeaving) return <WaitSpinner />;
  return state.status === 'signedOut' ? <Redirect to="/login" /> : null;
};
