import { deleteOrg, eraseUser, undeleteOrg } from '#contracts/deletion.ts';
import * as cascades from '../services/cascades.ts';
import * as orgDeletion from '../services/orgDeletion.ts';
import type { OrgDeletionDeps } from '../services/orgDeletion.ts';
import { bind, bindOpen } from './bind.ts';
import type { Route } from './bind.ts';

export type DeletionDeps = OrgDeletionDeps;

/** Ways out for good, and the one way back. */
export const deletionRoutes = (deps: DeletionDeps): readonly Route[] => [
  bind(deleteOrg, (actor, input) => orgDeletion.deleteOrg(deps, actor, input)),
  bindOpen(undeleteOrg, (input, call) => orgDeletion.undeleteOrg(deps, input, call)),
  bind(eraseUser, (actor) => cascades.eraseUser(deps, actor)),
];
