import { useQueries } from '@tanstack/react-query';
import type { listMembers, Member } from '#contracts/organisations/teamAndMemberCalls.ts';
import { useApi } from '../client/apiContextAndSessionHooks.ts';
import { useTeamList } from '../organisations/teamListQuery.ts';

const maxTeams = 5;

/**
 * Returns the admins of the reader's first five teams, so that a page can name them to a reader who lacks a permission.
 * Leaves out teams whose members are not loaded yet.
 */
export const useAdminsToAsk = (): readonly Member[] => {
  const { call } = useApi();
  const { data: teams = [] } = useTeamList();
  const lists = useQueries({
    queries: teams.slice(0, maxTeams).map(({ id: teamId }) => ({
      queryKey: ['members', teamId],
      queryFn: ({ signal }: { readonly signal: AbortSignal }) =>
        call<typeof listMembers>({ method: 'GET', path: '/api/member/list/{teamId}' }, { teamId }, signal),
      staleTime: 60_000,
    })),
  });
  const members = lists.flatMap(({ data = [] }) => data).filter(({ role }) => role === 'admin');
  return [...new Map(members.map((member) => [member.id, member])).values()];
};
