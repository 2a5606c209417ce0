import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { UseQueryResult } from '@tanstack/react-query';
import type { UserDetails } from '#contracts/identity/sessionAndUserDetailsCalls.ts';
import type { changePassword } from '#contracts/registration/changePassword.ts';
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
      // Reads the details again, because the shown name may not be the saved one: pages may show the member's name from
      // Microsoft Teams instead of the account's name.
      return client.invalidateQueries({ queryKey: ['me'] });
    },
  });
};

/**
 * Returns the mutation that changes the password. The server ends all sessions of the person and returns a new session,
 * with which this page continues.
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

/**
 * Returns the reader's preferences. The same endpoint saves preferences; a call with an empty input only reads them.
 */
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
      // A new time zone changes the details, which contain whether the server uses the browser's zone, and the instants
      // at which the reader's next runs open. So the page reads all of these again.
      const zoned = timezone === undefined ? [] : ['me', 'report', 'ahead'];
      return Promise.all(
        [...zoned, 'members', 'timezones'].map((key) => client.invalidateQueries({ queryKey: [key] })),
      );
    },
    // The server may have stored the change and only the reply was lost, so the preferences are read again.
    onError: () => void client.invalidateQueries({ queryKey: ['preferences'] }),
  });
};
