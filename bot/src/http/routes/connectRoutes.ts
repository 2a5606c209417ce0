import { connectOrg } from '#contracts/connect/connectOrgByCode.ts';
import { connectOrgByCode } from '../../services/connect/connectOrgByCode.ts';
import type { ConnectDeps } from '../../services/connect/connectOrgByCode.ts';
import { bind } from '../server/bindEndpointsAndRawRoutes.ts';
import type { Route } from '../server/bindEndpointsAndRawRoutes.ts';

export const connectRoutes = (deps: ConnectDeps): readonly Route[] => [
  bind(connectOrg, (actor, input, call) => connectOrgByCode(deps, actor, input, call)),
];
