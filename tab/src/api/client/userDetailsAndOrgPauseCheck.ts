import { useQuery } from '@tanstack/react-query';
import type { UseQueryResult } from '@tanstack/react-query';
import type { getUserDetails, UserDetails } from '#contracts/identity/sessionAndUserDetailsCalls.ts';
import { doesOrgAllow } from '#contracts/core/actionsDuringOrgPause.ts';
import type { OrgAction } from '#contracts/core/actionsDuringOrgPause.ts';
import { useApi } from './apiContextAndSessionHooks.ts';

export const useUserDetails = (): UseQueryResult<UserDetails> => {
  const { call, session } = useApi();
  return useQuery({
    queryKey: ['me'],
    queryFn: async ({ signal }) => {
      const details = await call<typeof getUserDetails>(
        { method: 'GET', path: '/api/auth/getuserdetails' },
        {},
        signal,
      );
      session.detailsKnown(details);
      return details;
    },
    staleTime: 300_000,
  });
};

/**
 * True if the organisation's state allows the action. Also true until the state is loaded, so that no control appears
 * disabled for a moment.
 */
export const useOrgAllows = (action: OrgAction): boolean => {
  const { data: me } = useUserDetails();
  return doesOrgAllow(action, me?.orgPause ?? null);
};
