import { authenticate } from '../../services/identity/authenticateRequestAndRequireProof.ts';
import type { SessionDeps } from '../../services/identity/authenticateRequestAndRequireProof.ts';
import { actorOfDownload } from '../../services/identity/downloadTokens.ts';
import type { LinkActor } from '../server/bindEndpointsAndRawRoutes.ts';

/**
 * Returns the actor of the download token if the token was issued for this purpose. Otherwise accepts the token of a
 * session, unless a page of another site sent the request. `purposeIn`: the purpose of the requested link; undefined if
 * the link is invalid.
 */
export const authenticateDownload =
  (deps: SessionDeps, purposeIn: (asked: Readonly<Record<string, string>>) => string | undefined): LinkActor =>
  async (token, { asked, locale, isFromElsewhere }) => {
    const purpose = purposeIn(asked);
    const actor = purpose === undefined ? undefined : await actorOfDownload(deps, token, { filter: purpose, locale });
    if (actor !== undefined) return actor;
    return isFromElsewhere ? undefined : authenticate(deps, token, locale);
  };
