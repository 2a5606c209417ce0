import { useEffect, useState } from 'react';
import { ui } from '#contracts/core/limitsAndProductConstants.ts';
import { useSurface } from '../../ui/display/pageHostContext.ts';
import { WaitSpinner } from '../../ui/display/WaitSpinner.tsx';
import { useServices } from '../runtime/appServices.ts';
import { useNavigate } from '../../ui/router/routerHooks.ts';

/**
 * The page that Microsoft Teams opens first. It resets the sign-in attempt, disables billing, waits for the host, but
 * at least half a second, and then opens the next page.
 */
export const TeamsLandingWaitPage = () => {
  const { api, host: hostStore } = useServices();
  const { session } = api;
  const { host } = useSurface();
  const navigate = useNavigate();
  const [isRested, setRested] = useState(false);
  useEffect(() => {
    session.setAttempt({ status: 'idle' });
    session.disableBilling();
    const timer = setTimeout(() => {
      setRested(true);
    }, ui.landingDelayMs);
    return () => {
      clearTimeout(timer);
    };
  }, [session]);
  useEffect(() => {
    if (isRested && host !== 'connecting') void navigate(hostStore.takeOpening() ?? '/teams/home', { replace: true });
  }, [isRested, host, hostStore, navigate]);
  return <WaitSpinner label="landing.wait" />;
};
