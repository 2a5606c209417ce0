import { searchAnswers } from '#contracts/search/searchAnswers.ts';
import type { Deps } from '../../services/core/deps.ts';
import * as search from '../../services/search/searchAnswers.ts';
import { bind } from '../server/bindEndpointsAndRawRoutes.ts';
import type { Route } from '../server/bindEndpointsAndRawRoutes.ts';

export const searchRoutes = (deps: Deps): readonly Route[] => [
  bind(searchAnswers, (actor, input) => search.searchAnswers(deps, actor, input)),
];
