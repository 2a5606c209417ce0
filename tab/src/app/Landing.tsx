import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { ui } from '#contracts/limits.ts';
import { useSurface } from '../ui/surface.ts';
import { Wait } from '../ui/Wait.tsx';
import { useServices } from './services.ts';

/** The wait screen the chat tool opens: resets the login state, knows the host, drops billing, and goes on after half a second. */
export const Landing = () => {
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
  return <Wait says="landing.wait" />;
};
