import { deleteOrg, eraseUser, undeleteOrg } from '#contracts/dataLifecycle/deletionAndErasureCalls.ts';
import { exportToken, exportUser } from '#contracts/dataLifecycle/personalDataExport.ts';
import type { Deps } from '../../services/core/deps.ts';
import * as orgDeletion from '../../services/dataLifecycle/deleteOrRestoreOrg.ts';
import type { OrgDeletionDeps } from '../../services/dataLifecycle/deleteOrRestoreOrg.ts';
import { exportPersonalData } from '../../services/dataLifecycle/personalDataExport.ts';
import type { ExportDeps } from '../../services/dataLifecycle/personalDataExport.ts';
import * as deletionJobs from '../../services/dataLifecycle/planAndRunDeletionJobs.ts';
import { zipOf } from '../../services/files/zipFile.ts';
import type { SessionDeps } from '../../services/identity/authenticateRequestAndRequireProof.ts';
import { actorOfDownload, issueDownloadToken } from '../../services/identity/downloadTokens.ts';
import { bind, bindDownload, bindOpen } from '../server/bindEndpointsAndRawRoutes.ts';
import type { Route } from '../server/bindEndpointsAndRawRoutes.ts';

export type DataLifecycleRouteDeps = OrgDeletionDeps & ExportDeps & SessionDeps & Deps;

const exportFilter = 'export';

const exportRoutes = (deps: DataLifecycleRouteDeps): readonly Route[] => [
  bind(exportToken, async (actor) => ({ token: await issueDownloadToken(deps, actor, exportFilter) })),
  bindDownload(
    exportUser,
    (token, { locale }) => actorOfDownload(deps, token, { filter: exportFilter, locale }),
    async (actor) => {
      const { fileName, files, at } = await exportPersonalData(deps, actor);
      return { fileName, contentType: 'application/zip', body: () => zipOf(files, at) };
    },
  ),
];

export const dataLifecycleRoutes = (deps: DataLifecycleRouteDeps): readonly Route[] => [
  bind(deleteOrg, (actor, input) => orgDeletion.deleteOrg(deps, actor, input)),
  bindOpen(undeleteOrg, (input, call) => orgDeletion.undeleteOrg(deps, input, call)),
  bind(eraseUser, (actor) => deletionJobs.eraseUser(deps, actor)),
  ...exportRoutes(deps),
];
