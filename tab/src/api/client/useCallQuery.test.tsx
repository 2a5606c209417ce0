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

interface Setup {
  readonly isInDashboard: boolean;
  readonly enabled?: boolean;
  /** True if the server never answers. */
  readonly isPending?: boolean;
}

/** Renders the query of the teams. Returns its first render and the paths that it requested. */
const readTeams = ({ isInDashboard, enabled = true, isPending = false }: Setup) => {
  const requests: string[] = [];
  let taken = 0;
  const signals: (AbortSignal | undefined)[] = [];
  const call: Call = ({ path }, _input, signal) => {
    requests.push(path);
    signals.push(signal);
    return (isPending ? new Promise(() => undefined) : Promise.resolve(fromServer)) as never;
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
  const { unmount } = renderHook(
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
  return { renders, requests, signals, unmount, taken: () => taken };
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

it('aborts its request when the page no longer needs it', async () => {
  const { signals, unmount } = readTeams({ isInDashboard: false, isPending: true });
  await waitFor(() => {
    expect(signals).toHaveLength(1);
  });
  unmount();
  expect(signals[0]?.aborted).toBe(true);
});

it('takes no part while it is not enabled', () => {
  const { renders, taken, requests } = readTeams({ isInDashboard: true, enabled: false });
  expect([renders[0], taken(), requests]).toEqual([undefined, 0, []]);
});
