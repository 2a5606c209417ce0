import type { Route } from './bind.ts';
import { healthRoutes } from './health.ts';
import type { HealthDeps } from './health.ts';

export interface RouteDeps {
  readonly health: HealthDeps;
}

/** Every address the server answers, one line each. */
export const routes = (deps: RouteDeps): readonly Route[] => [...healthRoutes(deps.health)];
