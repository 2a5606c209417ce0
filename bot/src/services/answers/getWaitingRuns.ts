import type { OutputOf } from '#contracts/core/endpoint.ts';
import type { getWaiting as getWaitingCall } from '#contracts/answers/getWaitingRuns.ts';
import type { Actor } from '../core/actor.ts';
import { waitingRunsFor } from './waitingRunsAndTeamNames.ts';
import type { WaitingDeps } from './waitingRunsAndTeamNames.ts';

/**
 * Handles GET /api/report/waiting: returns the runs that wait for the caller's answer, in all of the caller's teams.
 * The bot lists the same runs.
 */
export const getWaiting = async (deps: WaitingDeps, actor: Actor): Promise<OutputOf<typeof getWaitingCall>> => {
  const runs = await waitingRunsFor(deps, actor);
  return {
    runs: runs.map(({ instants: { opensAt, closesAt, graceEndsAt }, ...run }) => ({
      ...run,
      ...{ opensAt, closesAt, graceEndsAt },
    })),
  };
};
