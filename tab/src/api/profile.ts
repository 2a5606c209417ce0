import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { UseQueryResult } from '@tanstack/react-query';
import type { changePassword, UserDetails } from '#contracts/account.ts';
import type { InputOf, OutputOf } from '#contracts/endpoint.ts';
import type { memberPreferences } from '#contracts/member.ts';
import type { getProfile, updateProfile } from '#contracts/user.ts';
import { useApi } from './context.ts';

// What a person sets of themselves.

export interface Profile {
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  readonly photoUrl: string | null;
}

const fields = ['firstName', 'lastName', 'email', 'PhotoUrl'];

export const useProfile = (): UseQueryResult<Profile> => {
  const { call } = useApi();
  return useQuery({
    queryKey: ['profile'],
    queryFn: async ({ signal }) => {
      const said = await call<typeof getProfile>({ method: 'POST', path: '/api/user/profile' }, { fields }, signal);
      const text = (name: string): string => said[name] ?? '';
      return {
        firstName: text('firstName'),
        lastName: text('lastName'),
        email: text('email'),
        photoUrl: said['PhotoUrl'] ?? null,
      };
    },
  });
};

export const useSaveProfile = () => {
  const { call } = useApi();
  const client = useQueryClient();
  return useMutation({
    mutationFn: (names: InputOf<typeof updateProfile>) =>
      call<typeof updateProfile>({ method: 'POST', path: '/api/user/profileupdate' }, names),
    onSuccess: ({ firstName, lastName, email }) => {
      client.setQueryData<Profile>(['profile'], (before) => ({
        photoUrl: before?.photoUrl ?? null,
        firstName,
        lastName,
        email,
      }));
      client.setQueryData<UserDetails>(['me'], (before) =>
        before === undefined ? undefined : { ...before, firstName, lastName },
      );
      // Names of people stand in every report; a member's own name comes from Microsoft Teams, but not that of an account.
      return client.invalidateQueries({ queryKey: ['me'] });
    },
  });
};

/** Ends every session of the person; this one goes on with what is answered. */
export const useChangePassword = () => {
  const { call, session } = useApi();
  return useMutation({
    mutationFn: (input: InputOf<typeof changePassword>) =>
      call<typeof changePassword>({ method: 'POST', path: '/api/user/changePassword' }, input),
    onSuccess: (fresh) => {
      session.refreshed(fresh);
    },
  });
};

export type Preferences = OutputOf<typeof memberPreferences>;

const preferencesRoute = { method: 'POST', path: '/api/member/preferences' } as const;

/** Asked with nothing to set, the call answers what holds. */
export const usePreferences = (): UseQueryResult<Preferences> => {
  const { call } = useApi();
  return useQuery({
    queryKey: ['preferences'],
    queryFn: ({ signal }) => call<typeof memberPreferences>(preferencesRoute, {}, signal),
  });
};

export const useSavePreferences = () => {
  const { call } = useApi();
  const client = useQueryClient();
  return useMutation({
    mutationFn: (change: InputOf<typeof memberPreferences>) => call<typeof memberPreferences>(preferencesRoute, change),
    onSuccess: (now) => {
      client.setQueryData<Preferences>(['preferences'], now);
      return Promise.all(['members', 'timezones'].map((key) => client.invalidateQueries({ queryKey: [key] })));
    },
  });
};
