import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import type { InfiniteData } from '@tanstack/react-query';
import type { UserDetails } from '#contracts/identity/sessionAndUserDetailsCalls.ts';
import type { InputOf, OutputOf } from '#contracts/core/endpoint.ts';
import type { totpBegin, totpConfirm, totpDisable } from '#contracts/identity/secondFactorCalls.ts';
import type { totpReset } from '#contracts/people/resetSecondFactor.ts';
import type { listUsers } from '#contracts/people/userAndProfileCalls.ts';
import { useApi } from '../client/apiContextAndSessionHooks.ts';

// Calls with which a signed-in person sets up the second factor, and with which an admin lists and resets the second
// factors of accounts. The calls during sign-in are in secondFactorSignInCalls.ts.

export type NewFactor = OutputOf<typeof totpBegin>;

/**
 * Returns the mutation that requests a key for the authenticator app. Sign-in needs no second factor until the person
 * has confirmed a code of the app.
 */
export const useBeginFactor = () => {
  const { call } = useApi();
  return useMutation({
    mutationFn: (password: string) =>
      call<typeof totpBegin>({ method: 'POST', path: '/api/auth/totp/begin' }, { password }),
  });
};

const useSetKnown = () => {
  const client = useQueryClient();
  return {
    set: (hasSecondFactor: boolean): void => {
      client.setQueryData<UserDetails>(['me'], (me) => (me === undefined ? undefined : { ...me, hasSecondFactor }));
    },
    // For a failed call: the server may have carried out the change and only the reply was lost, so the details are
    // read again.
    readAgain: (): void => {
      void client.invalidateQueries({ queryKey: ['me'] });
    },
  };
};

/**
 * Returns the mutation that turns the second factor on. Its result contains the recovery codes, which the server
 * returns only once.
 */
export const useConfirmFactor = () => {
  const { call } = useApi();
  const known = useSetKnown();
  return useMutation({
    mutationFn: (code: string) =>
      call<typeof totpConfirm>({ method: 'POST', path: '/api/auth/totp/confirm' }, { code }),
    onSuccess: () => {
      known.set(true);
    },
    onError: known.readAgain,
  });
};

export const useDisableFactor = () => {
  const { call } = useApi();
  const known = useSetKnown();
  return useMutation({
    mutationFn: (input: InputOf<typeof totpDisable>) =>
      call<typeof totpDisable>({ method: 'POST', path: '/api/auth/totp/disable' }, input),
    onSuccess: () => {
      known.set(false);
    },
    onError: known.readAgain,
  });
};

type AccountPages = InfiniteData<OutputOf<typeof listUsers>, string | undefined>;
const accountsKey = ['accounts'] as const;

export type Account = OutputOf<typeof listUsers>['items'][number];

export const useAccounts = () => {
  const { call } = useApi();
  return useInfiniteQuery({
    queryKey: accountsKey,
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam, signal }) =>
      call<typeof listUsers>({ method: 'GET', path: '/api/user/list' }, { cursor: pageParam }, signal),
    getNextPageParam: ({ next }) => next ?? undefined,
  });
};

export const useResetFactor = () => {
  const { call } = useApi();
  const client = useQueryClient();
  return useMutation({
    mutationFn: (userId: string) =>
      call<typeof totpReset>({ method: 'POST', path: '/api/auth/totp/reset' }, { userId }),
    onSuccess: (_, userId) => {
      client.setQueryData<AccountPages>(accountsKey, (known) =>
        known === undefined
          ? undefined
          : {
              ...known,
              pages: known.pages.map((page) => ({
                ...page,
                items: page.items.map((item) => (item.id === userId ? { ...item, hasSecondFactor: false } : item)),
              })),
            },
      );
    },
    onError: () => void client.invalidateQueries({ queryKey: accountsKey }),
  });
};
