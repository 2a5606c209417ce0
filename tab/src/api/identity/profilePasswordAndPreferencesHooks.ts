import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { UseQueryResult } from '@tanstack/react-query';
import type { changePassword, UserDetails } from '#contracts/identity/sessionUserDetailsAndPasswordCalls.ts';
import type { InputOf, OutputOf } from '#contracts/core/endpoint.ts';
import type { memberPreferences } from '#contracts/people/memberActivationAndPreferences.ts';
import type { getProfile, updateProfile } from '#contracts/people/userAndProfileCalls.ts';
import { useApi } from '../client/apiContextAndSessionHooks.ts';

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
      const fieldValues = await call<typeof getProfile>(
        { method: 'POST', path: '/api/user/profile' },
        { fields },
        signal,
      );
      const text = (name: string): string => fieldValues[name] ?? '';
      return {
        firstName: text('firstName'),
        lastName: text('lastName'),
        email: text('email'),
        photoUrl: fieldValues['PhotoUrl'] ?? null,
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
      // The pages may show a member's name from Microsoft Teams instead of the account's new name, so the name that
      // they show is read again.
      return client.invalidateQueries({ queryKey: ['me'] });
    },
  });
};

/**
 * Returns the mutation that changes the password. The change ends every session of the person; this page continues with
 * the new session that the call returns.
 */
export const useChangePassword = () => {
  const { call, session } = useApi();
  const client = useQueryClient();
  return useMutation({
    mutationFn: (input: InputOf<typeof changePassword>) =>
      call<typeof changePassword>({ method: 'POST', path: '/api/user/changePassword' }, input),
    onSuccess: (created) => {
      session.refreshed(created);
      return client.invalidateQueries({ queryKey: ['signInMethods'] });
    },
  });
};

export type Preferences = OutputOf<typeof memberPreferences>;

const preferencesRoute = { method: 'POST', path: '/api/member/preferences' } as const;

/** Returns the reader's preferences, by the endpoint that also saves them; a call without input only reads. */
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
    onSuccess: (now, { timezone }) => {
      client.setQueryData<Preferences>(['preferences'], now);
      // The person's details contain whether the browser reports its zone, and the zone decides when the reader's next
      // runs open. So a change of the time zone reads both again.
      const zoned = timezone === undefined ? [] : ['me', 'report', 'ahead'];
      return Promise.all(
        [...zoned, 'members', 'timezones'].map((key) => client.invalidateQueries({ queryKey: [key] })),
      );
    },
    // If only the reply was lost, the server has stored the change.
    onError: () => void client.invalidateQueries({ queryKey: ['preferences'] }),
  });
};
