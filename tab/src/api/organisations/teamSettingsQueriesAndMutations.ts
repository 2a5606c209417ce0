import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { UseQueryResult } from '@tanstack/react-query';
import type { InputOf, OutputOf } from '#contracts/core/endpoint.ts';
import type { activateMember } from '#contracts/people/memberActivationAndPreferences.ts';
import type { inviteMember } from '#contracts/registration/memberInvitationCalls.ts';
import type { getTeamInfo, Member, setTeamLanguage, TeamInfo } from '#contracts/organisations/teamAndMemberCalls.ts';
import type { syncTeam } from '#contracts/teamsSync/syncFromTeams.ts';
import type { setRole } from '#contracts/people/userAndProfileCalls.ts';
import type { holidayCountries, importHolidays } from '#contracts/daysOff/holidayImport.ts';
import { useApi } from '../client/apiContextAndSessionHooks.ts';

export const useTeamInfo = (teamId: string): UseQueryResult<TeamInfo> => {
  const { call } = useApi();
  return useQuery({
    queryKey: ['teamInfo', teamId],
    queryFn: ({ signal }) =>
      call<typeof getTeamInfo>({ method: 'GET', path: '/api/team/getTeamInfo/{teamId}' }, { teamId }, signal),
  });
};

/**
 * Returns a mutation that changes the team's language. The page shows the new language at once, and the previous one
 * again after a refusal.
 */
export const useSetTeamLanguage = (teamId: string) => {
  const { call } = useApi();
  const client = useQueryClient();
  const queryKey = ['teamInfo', teamId];
  return useMutation({
    mutationFn: (language: TeamInfo['language']) =>
      call<typeof setTeamLanguage>({ method: 'POST', path: '/api/team/language/{teamId}' }, { teamId, language }),
    onMutate: async (language) => {
      await client.cancelQueries({ queryKey });
      const before = client.getQueryData<TeamInfo>(queryKey);
      client.setQueryData<TeamInfo>(queryKey, (info) => (info === undefined ? info : { ...info, language }));
      return before;
    },
    onError: (_error, _language, before) => {
      client.setQueryData(queryKey, before);
      // The server may have stored the new language and only the reply was lost, so the language is read again.
      void client.invalidateQueries({ queryKey });
    },
  });
};

const membersKey = (teamId: string) => ['members', teamId];

interface Switched {
  readonly memberId: Member['id'];
  readonly isEnabled: boolean;
}

/**
 * Returns a mutation that enables or disables a member. The page shows the new state at once. A refusal restores only
 * this member's state, not the states of other members that were changed meanwhile.
 */
export const useSwitchMember = (teamId: string) => {
  const { call } = useApi();
  const client = useQueryClient();
  const mutationKey = ['switchMember', teamId];
  const show = ({ memberId, isEnabled }: Switched): void => {
    client.setQueryData<Member[]>(membersKey(teamId), (members) =>
      members?.map((member) => (member.id === memberId ? { ...member, isEnabled } : member)),
    );
  };
  return useMutation({
    mutationKey,
    mutationFn: ({ memberId, isEnabled }: Switched) =>
      call<typeof activateMember>(
        { method: 'POST', path: '/api/member/activateMember/{teamId}/{memberId}/{flag}' },
        { teamId, memberId, flag: isEnabled ? 'true' : 'false' },
      ),
    onMutate: async (switched) => {
      show(switched);
      await client.cancelQueries({ queryKey: membersKey(teamId) });
      // `cancelQueries` has restored the list from before the cancelled read, so the change is applied to this list
      // again.
      show(switched);
    },
    onError: (_error, { memberId, isEnabled }) => {
      show({ memberId, isEnabled: !isEnabled });
    },
    onSettled: async () => {
      // While other changes are still running, the server's list lacks them, so reading it now would show their old
      // states.
      if (client.isMutating({ mutationKey }) > 1) return;
      const stale = [membersKey(teamId), ['teamInfo', teamId], ['report'], ['meeting']];
      await Promise.all(stale.map((queryKey) => client.invalidateQueries({ queryKey })));
    },
  });
};

type MemberRole = Member['role'];

export const useSetRole = (teamId: string) => {
  const { call } = useApi();
  const client = useQueryClient();
  return useMutation({
    mutationFn: (change: { readonly memberId: Member['id']; readonly role: MemberRole }) =>
      call<typeof setRole>({ method: 'POST', path: '/api/user/role' }, change),
    onSuccess: async ({ memberId, role }) => {
      client.setQueryData<Member[]>(membersKey(teamId), (members) =>
        members?.map((member) => (member.id === memberId ? { ...member, role } : member)),
      );
      // The reader may have changed their own role, which determines the parts that the page shows.
      await client.invalidateQueries({ queryKey: ['me'] });
    },
    // The server may have changed the role and only the reply was lost, so the members are read again.
    onError: () => void client.invalidateQueries({ queryKey: membersKey(teamId) }),
  });
};

/**
 * Returns a mutation that asks the server whether it would accept a change of role, without making the change. The
 * server rejects the removal of the last admin.
 */
export const usePreviewRole = () => {
  const { call } = useApi();
  return useMutation({
    mutationFn: (change: { readonly memberId: Member['id']; readonly role: MemberRole }) =>
      call<typeof setRole>({ method: 'POST', path: '/api/user/role' }, { ...change, preview: true }),
  });
};

export type InviteWay = OutputOf<typeof inviteMember>['by'];

export const useInvite = (teamId: string) => {
  const { call } = useApi();
  return useMutation({
    mutationFn: (change: { readonly memberId: Member['id']; readonly by: InviteWay }) =>
      call<typeof inviteMember>(
        { method: 'POST', path: '/api/member/invite/{teamId}/{memberId}' },
        { teamId, ...change },
      ),
  });
};

export const useSyncTeam = (teamId: string) => {
  const { call } = useApi();
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => call<typeof syncTeam>({ method: 'POST', path: '/api/team/sync/{teamId}' }, { teamId }),
    onSuccess: () =>
      Promise.all(
        [membersKey(teamId), ['teamInfo', teamId], ['teams'], ['channels', teamId]].map((queryKey) =>
          client.invalidateQueries({ queryKey }),
        ),
      ),
  });
};

export type HolidayCountries = OutputOf<typeof holidayCountries>;

/**
 * Returns the countries with known holidays. The list changes only with a new version of the server, so it never
 * becomes stale.
 */
export const useHolidayCountries = (): UseQueryResult<HolidayCountries> => {
  const { call } = useApi();
  return useQuery({
    queryKey: ['holidayCountries'],
    queryFn: ({ signal }) =>
      call<typeof holidayCountries>({ method: 'GET', path: '/api/vacation/countries' }, {}, signal),
    staleTime: Infinity,
  });
};

export type ImportSource = Pick<InputOf<typeof importHolidays>, 'ics' | 'country' | 'region' | 'year'>;
export type ImportPreview = OutputOf<typeof importHolidays>;

export const usePreviewImport = (teamId: string, timezone: string) => {
  const { call } = useApi();
  return useMutation({
    mutationFn: (source: ImportSource) =>
      call<typeof importHolidays>(
        { method: 'POST', path: '/api/vacation/import/{teamId}' },
        { teamId, timezone, preview: true, ...source },
      ),
  });
};
