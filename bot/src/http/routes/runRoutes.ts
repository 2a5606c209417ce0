import { startRun } from '#contracts/runs/startRun.ts';
import type { Deps } from '../../services/core/deps.ts';
import { startRun as openTodaysRun } from '../../services/runs/startRun.ts';
import type { OpenTodayDeps } from '../../services/runs/startRun.ts';
import { bind } from '../server/bindEndpointsAndRawRoutes.ts';
import type { Route } from '../server/bindEndpointsAndRawRoutes.ts';

type RunRouteDeps = OpenTodayDeps & Pick<Deps, 'isBillingEnabled'>;

export const runRoutes = (deps: RunRouteDeps): readonly Route[] => [
  bind(startRun, (actor, input) => openTodaysRun(deps, actor, input)),
];
