import { getAttention } from '#contracts/attention/getAttention.ts';
import * as attention from '../../services/attention/getAttention.ts';
import type { Deps } from '../../services/core/deps.ts';
import { bind } from '../server/bindEndpointsAndRawRoutes.ts';
import type { Route } from '../server/bindEndpointsAndRawRoutes.ts';

export const attentionRoutes = (deps: Deps): readonly Route[] => [
  bind(getAttention, (actor, input) => attention.getAttention(deps, actor, input)),
];
