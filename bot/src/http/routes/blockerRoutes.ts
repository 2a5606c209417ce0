import { changeBlocker, getBlockers, resolveBlocker } from '#contracts/blockers/blockerCalls.ts';
import { changeBlockerOf } from '../../services/blockers/changeBlocker.ts';
import type { BlockerDeps } from '../../services/blockers/changeBlocker.ts';
import { listBlockers } from '../../services/blockers/listBlockers.ts';
import { resolveBlockerOf } from '../../services/blockers/resolveBlocker.ts';
import { bind } from '../server/bindEndpointsAndRawRoutes.ts';
import type { Route } from '../server/bindEndpointsAndRawRoutes.ts';

export const blockerRoutes = (deps: BlockerDeps): readonly Route[] => [
  bind(getBlockers, (actor, input) => listBlockers(deps, actor, input)),
  bind(changeBlocker, (actor, input) => changeBlockerOf(deps, actor, input)),
  bind(resolveBlocker, (actor, input) => resolveBlockerOf(deps, actor, input)),
];
