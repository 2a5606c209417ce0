import { useQueries } from '@tanstack/react-query';
import type { listMembers, Member } from '#contracts/team.ts';
import { useApi } from './context.ts';
import { useTeamList } from './queries.ts';

const mostTeams = 5;

/** Who may be asked for what only admins do: those of the reader's own teams. Empty while, or as far as, nobody is known. */
export const useAdmins = (): readonly Member[] => {
  const { call } = useApi();
  const { data: teams = [] } = useTeamList();
  const lists = useQueries({
    queries: teams.slice(0, mostTeams).map(({ id: teamId }) => ({
      queryKey: ['members', teamId],
      queryFn: ({ signal }: { readonly signal: AbortSignal }) =>
        call<typeof listMembers>({ method: 'GET', path: '/api/member/list/{teamId}' }, { teamId }, signal),
      staleTime: 60_000,
    })),
  });
  const members = lists.flatMap(({ data = [] }) => data).filter(({ role }) => role === 'admin');
  return [...new Map(members.map((one) => [one.id, one])).values()];
};
