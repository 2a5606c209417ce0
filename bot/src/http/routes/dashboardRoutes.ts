import { getDashboard } from '#contracts/dashboard/getDashboard.ts';
import type { AnswerDeps } from '../../services/answers/saveAnswerAndShowCard.ts';
import * as dashboard from '../../services/dashboard/getDashboard.ts';
import { bind } from '../server/bindEndpointsAndRawRoutes.ts';
import type { Route } from '../server/bindEndpointsAndRawRoutes.ts';

export const dashboardRoutes = (deps: AnswerDeps): readonly Route[] => [
  bind(getDashboard, (actor, input) => dashboard.getDashboard(deps, actor, input)),
];
