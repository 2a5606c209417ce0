import { renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { QueryClientProvider } from '@tanstack/react-query';
import type { listTeams } from '#contracts/organisations/teamAndMemberCalls.ts';
import { aTeam } from '../../testing/testDataBuildersAndClock.ts';
import type { Call } from './apiClient.ts';
import type { Api } from './apiContextAndSessionHooks.ts';
import { ApiContext } from './apiContextAndSessionHooks.ts';
import { createQueryClient } from './queryClientAndRetryRule.ts';
import { useCallQuery } from './useCallQuery.ts';

const fromDashboard = [aTeam('From the dashboard')];
const fromServer = [aTeam('From the server')];

/** Renders the query of the teams. Returns its first render and the paths that it requested. */
const readTeams = ({ isInDashboard, enabled = true }: { isInDashboard: boolean; enabled?: boolean }) => {
  const requests: string[] = [];
  let taken = 0;
  const call: Call = ({ path }) => {
    requests.push(path);
    return Promise.resolve(fromServer) as never;
  };
  const takeFromDashboard: Api['takeFromDashboard'] = () => {
    taken += 1;
    return (isInDashboard ? fromDashboard : undefined) as never;
  };
  const client = createQueryClient(0);
  const wrapper = ({ children }: { readonly children: ReactNode }) => (
    <QueryClientProvider client={client}>
      <ApiContext value={{ call, takeFromDashboard } as Api}>{children}</ApiContext>
    </QueryClientProvider>
  );
  const renders: unknown[] = [];
  renderHook(
    () => {
      const { data } = useCallQuery<typeof listTeams>({
        route: { method: 'GET', path: '/api/team/list' },
        input: {},
        queryKey: ['teams'],
        enabled,
      });
      renders.push(data);
    },
    { wrapper },
  );
  return { renders, requests, taken: () => taken };
};

it('has the part of the dashboard in its first render and sends no request', () => {
  const { renders, requests } = readTeams({ isInDashboard: true });
  expect(new Set(renders)).toEqual(new Set([fromDashboard]));
  expect(requests).toEqual([]);
});

it('asks the server without such a part', async () => {
  const { renders, requests } = readTeams({ isInDashboard: false });
  expect(renders[0]).toBeUndefined();
  await waitFor(() => {
    expect(renders.at(-1)).toEqual(fromServer);
  });
  expect(requests).toEqual(['/api/team/list']);
});

it('takes no part while it is not enabled', () => {
  const { renders, taken, requests } = readTeams({ isInDashboard: true, enabled: false });
  expect([renders[0], taken(), requests]).toEqual([undefined, 0, []]);
});
