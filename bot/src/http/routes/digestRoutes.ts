import {
  deleteDigest,
  listDigestAdmins,
  listDigests,
  listOrganisationDigests,
  pauseDigest,
  previewDigest,
  saveDigest,
  sendDigestNow,
} from '#contracts/digests/digestCalls.ts';
import * as changing from '../../services/digests/pauseOrDeleteDigest.ts';
import * as listing from '../../services/digests/listDigestsAndAdmins.ts';
import * as saving from '../../services/digests/saveDigest.ts';
import type { SaveDigestDeps } from '../../services/digests/saveDigest.ts';
import * as sending from '../../services/digests/sendDigestNowAndPreview.ts';
import type { PreviewDeps } from '../../services/digests/sendDigestNowAndPreview.ts';
import { bind } from '../server/bindEndpointsAndRawRoutes.ts';
import type { Route } from '../server/bindEndpointsAndRawRoutes.ts';

export type DigestRouteDeps = SaveDigestDeps & PreviewDeps;

export const digestRoutes = (deps: DigestRouteDeps): readonly Route[] => [
  bind(listDigests, (actor, input) => listing.listDigests(deps, actor, input)),
  bind(listOrganisationDigests, (actor) => listing.listOrganisationDigests(deps, actor)),
  bind(listDigestAdmins, (actor) => listing.listDigestAdmins(deps, actor)),
  bind(saveDigest, (actor, input) => saving.saveDigest(deps, actor, input)),
  bind(previewDigest, (actor, input) => sending.previewDigest(deps, actor, input)),
  bind(sendDigestNow, (actor, input) => sending.sendDigestNow(deps, actor, input)),
  bind(pauseDigest, (actor, input) => changing.pauseDigest(deps, actor, input)),
  bind(deleteDigest, (actor, input) => changing.deleteDigest(deps, actor, input)),
];
