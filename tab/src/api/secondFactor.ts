import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import type { UserDetails } from '#contracts/account.ts';
import type { InputOf, OutputOf } from '#contracts/endpoint.ts';
import type { totpBegin, totpConfirm, totpDisable, totpReset } from '#contracts/secondFactor.ts';
import type { listUsers } from '#contracts/user.ts';
import { useApi } from './context.ts';

// The second factor of somebody who is signed in; the one of signing in is secondStep.ts.

export type NewFactor = OutputOf<typeof totpBegin>;

/** A key for the app. Nothing changes for signing in before a code of it is confirmed. */
export const useBeginFactor = () => {
  const { call } = useApi();
  return useMutation({
    mutationFn: (password: string) =>
      call<typeof totpBegin>({ method: 'POST', path: '/api/auth/totp/begin' }, { password }),
  });
};

const useSetKnown = () => {
  const client = useQueryClient();
  return (hasSecondFactor: boolean): void => {
    client.setQueryData<UserDetails>(['me'], (me) => (me === undefined ? undefined : { ...me, hasSecondFactor }));
  };
};

/** Turns it on; answers the recovery codes, the one time they are told. */
export const useConfirmFactor = () => {
  const { call } = useApi();
  const known = useSetKnown();
  return useMutation({
    mutationFn: (code: string) =>
      call<typeof totpConfirm>({ method: 'POST', path: '/api/auth/totp/confirm' }, { code }),
    onSuccess: () => {
      known(true);
    },
  });
};

export const useDisableFactor = () => {
  const { call } = useApi();
  const known = useSetKnown();
  return useMutation({
    mutationFn: (input: InputOf<typeof totpDisable>) =>
      call<typeof totpDisable>({ method: 'POST', path: '/api/auth/totp/disable' }, input),
    onSuccess: () => {
      known(false);
    },
  });
};

export type Account = OutputOf<typeof listUsers>['items'][number];

/** The accounts of the organisation, a page at a time. */
export const useAccounts = () => {
  const { call } = useApi();
  return useInfiniteQuery({
    queryKey: ['accounts'],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam, signal }) =>
      call<typeof listUsers>({ method: 'GET', path: '/api/user/list' }, { cursor: pageParam }, signal),
    getNextPageParam: ({ next }) => next ?? undefined,
  });
};

/** Takes away the second factor of somebody who lost it. */
export const useResetFactor = () => {
  const { call } = useApi();
  return useMutation({
    mutationFn: (userId: string) =>
      call<typeof totpReset>({ method: 'POST', path: '/api/auth/totp/reset' }, { userId }),
  });
};
