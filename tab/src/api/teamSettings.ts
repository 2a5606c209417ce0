import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { UseQueryResult } from '@tanstack/react-query';
import type { InputOf, OutputOf } from '#contracts/endpoint.ts';
import type { activateMember } from '#contracts/member.ts';
import type { inviteMember } from '#contracts/registration.ts';
import type { getTeamInfo, Member, setTeamLanguage, syncTeam, TeamInfo } from '#contracts/team.ts';
import type { setRole } from '#contracts/user.ts';
import type { holidayCountries, importHolidays } from '#contracts/vacationImport.ts';
import { useApi } from './context.ts';

export const useTeamInfo = (teamId: string): UseQueryResult<TeamInfo> => {
  const { call } = useApi();
  return useQuery({
    queryKey: ['teamInfo', teamId],
    queryFn: ({ signal }) =>
      call<typeof getTeamInfo>({ method: 'GET', path: '/api/team/getTeamInfo/{teamId}' }, { teamId }, signal),
  });
};

/** Shown at once, and as it was when that is refused. */
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
    },
  });
};

const membersKey = (teamId: string) => ['members', teamId];

interface Switched {
  readonly memberId: Member['id'];
  readonly isEnabled: boolean;
}

/** Shown at once; of a refusal only that member's switch goes back, whatever was pressed beside it meanwhile. */
export const useSwitchMember = (teamId: string) => {
  const { call } = useApi();
  const client = useQueryClient();
  const mutationKey = ['switchMember', teamId];
  const show = ({ memberId, isEnabled }: Switched): void => {
    client.setQueryData<Member[]>(membersKey(teamId), (members) =>
      members?.map((one) => (one.id === memberId ? { ...one, isEnabled } : one)),
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
      // A list that was on its way has taken what it found with it.
      show(switched);
    },
    onError: (_error, { memberId, isEnabled }) => {
      show({ memberId, isEnabled: !isEnabled });
    },
    onSettled: async () => {
      // While others are on their way, the list as the server has it would turn them back.
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
    mutationFn: (asked: { readonly memberId: Member['id']; readonly role: MemberRole }) =>
      call<typeof setRole>({ method: 'POST', path: '/api/user/role' }, asked),
    onSuccess: async ({ memberId, role }) => {
      client.setQueryData<Member[]>(membersKey(teamId), (members) =>
        members?.map((one) => (one.id === memberId ? { ...one, role } : one)),
      );
      // One's own role decides what is drawn.
      await client.invalidateQueries({ queryKey: ['me'] });
    },
  });
};

export type InviteWay = OutputOf<typeof inviteMember>['by'];

export const useInvite = (teamId: string) => {
  const { call } = useApi();
  return useMutation({
    mutationFn: (asked: { readonly memberId: Member['id']; readonly by: InviteWay }) =>
      call<typeof inviteMember>(
        { method: 'POST', path: '/api/member/invite/{teamId}/{memberId}' },
        { teamId, ...asked },
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

/** Changes with a release only. */
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

/** What an import would add. Nothing is saved. */
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
