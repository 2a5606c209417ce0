import { deleteOrg, eraseUser, undeleteOrg } from '#contracts/dataLifecycle/deletionAndErasureCalls.ts';
import * as cascades from '../../services/dataLifecycle/planAndRunDeletionJobs.ts';
import * as orgDeletion from '../../services/dataLifecycle/deleteOrRestoreOrg.ts';
import type { OrgDeletionDeps } from '../../services/dataLifecycle/deleteOrRestoreOrg.ts';
import { bind, bindOpen } from '../server/bindEndpointsAndRawRoutes.ts';
import type { Route } from '../server/bindEndpointsAndRawRoutes.ts';

export type DeletionDeps = OrgDeletionDeps;

export const deletionRoutes = (deps: DeletionDeps): readonly Route[] => [
  bind(deleteOrg, (actor, input) => orgDeletion.deleteOrg(deps, actor, input)),
  bindOpen(undeleteOrg, (input, call) => orgDeletion.undeleteOrg(deps, input, call)),
  bind(eraseUser, (actor) => cascades.eraseUser(deps, actor)),
];
