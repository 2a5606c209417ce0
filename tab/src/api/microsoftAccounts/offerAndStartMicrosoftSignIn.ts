import { useEffect, useState } from 'react';
import type { redirectUrl, signInOptions } from '#contracts/microsoftAccounts/microsoftAndTeamsSignIn.ts';
import { useApi } from '../client/apiContextAndSessionHooks.ts';
import type { Api } from '../client/apiContextAndSessionHooks.ts';

const optionsRoute = { method: 'GET', path: '/api/v1/userlogin/options', open: true } as const;

/** True if the server offers sign-in with Microsoft; false until the server has answered. */
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

/**
 * Sends the browser to Microsoft, which then redirects it to /login. With the purpose `JOIN`, the sign-in links the
 * Microsoft account to the account of the signed-in reader.
 */
export const goToMicrosoft = async (
  { call, leaveFor }: Api,
  purpose: 'SIGN_IN' | 'JOIN',
  target: string | null,
): Promise<void> => {
  const route = { method: 'GET', path: '/api/v1/userlogin/redirectUrl' } as const;
  const input = { purpose, ...(target === null ? {} : { target }) };
  const open = purpose === 'JOIN' ? {} : ({ open: true } as const);
  const { url } = await call<typeof redirectUrl>({ ...route, ...open }, input);
  leaveFor(url);
};

/** Sends the browser to Microsoft to sign in. If this fails, the sign-in form shows the error. */
export const beginMicrosoft = async (api: Api, target: string | null): Promise<void> => {
  const { session } = api;
  session.setAttempt({ status: 'running' });
  try {
    await goToMicrosoft(api, 'SIGN_IN', target);
  } catch (error) {
    session.setAttempt({ status: 'failed', error });
  }
};
