import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { UseQueryResult } from '@tanstack/react-query';
import type { OutputOf } from '#contracts/core/endpoint.ts';
import type { removeSignInMethod, signInMethods } from '#contracts/microsoftAccounts/listAndRemoveSignInMethods.ts';
import { useApi } from '../client/apiContextAndSessionHooks.ts';

export type SignInMethods = OutputOf<typeof signInMethods>;
export type MicrosoftAccount = SignInMethods['microsoft'][number];

const queryKey = ['signInMethods'];

export const useSignInMethods = (): UseQueryResult<SignInMethods> => {
  const { call } = useApi();
  return useQuery({
    queryKey,
    queryFn: ({ signal }) => call<typeof signInMethods>({ method: 'GET', path: '/api/user/signinmethods' }, {}, signal),
  });
};

/**
 * Returns a function that removes a linked Microsoft account. The function resolves to true if the removal ended the
 * reader's own session.
 */
export const useRemoveMicrosoft = (): ((memberId: string) => Promise<boolean>) => {
  const { call, session } = useApi();
  const client = useQueryClient();
  return async (memberId) => {
    const route = { method: 'POST', path: '/api/user/signinmethods/remove' } as const;
    const { isSignedOut } = await call<typeof removeSignInMethod>(route, { memberId });
    if (isSignedOut) session.signOut();
    else await client.invalidateQueries({ queryKey });
    return isSignedOut;
  };
};
