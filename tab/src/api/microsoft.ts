import { useEffect, useState } from 'react';
import type { redirectUrl, signInOptions } from '#contracts/signIn.ts';
import { useApi } from './context.ts';
import type { Api } from './context.ts';

const optionsRoute = { method: 'GET', path: '/api/v1/userlogin/options', open: true } as const;

/** Whether signing in with Microsoft is set up; what cannot be asked now is not offered. */
export const useOffersMicrosoft = (): boolean => {
  const { call } = useApi();
  const [isOffered, setOffered] = useState(false);
  useEffect(() => {
    const stop = new AbortController();
    call<typeof signInOptions>(optionsRoute, {}, stop.signal).then(
      ({ microsoft }) => {
        setOffered(microsoft);
      },
      () => undefined,
    );
    return () => {
      stop.abort();
    };
  }, [call]);
  return isOffered;
};

/** Goes to Microsoft, and comes back to /login. `JOIN` joins the account signed in now to the Microsoft account that signs in. */
export const beginMicrosoft = async (
  { call, session, leaveFor }: Api,
  purpose: 'SIGN_IN' | 'JOIN',
  target: string | null,
): Promise<void> => {
  session.setAttempt({ status: 'running' });
  try {
    const route = { method: 'GET', path: '/api/v1/userlogin/redirectUrl' } as const;
    const input = { purpose, ...(target === null ? {} : { target }) };
    const open = purpose === 'JOIN' ? {} : ({ open: true } as const);
    const { url } = await call<typeof redirectUrl>({ ...route, ...open }, input);
    leaveFor(url);
  } catch (error) {
    session.setAttempt({ status: 'failed', error });
  }
};
