import { AppError } from '#contracts/core/errorCodesAndAppError.ts';
import { orgId as orgIdSchema, userId as userIdSchema } from '#contracts/core/idDateAndZoneSchemas.ts';
import { minuteMs } from '../../domain/core/zonedTimeAndCalendarDates.ts';
import type { Actor } from '../core/actor.ts';
import { findCode, issueSecret } from './emailLinkCodes.ts';
import type { Deps } from '../core/deps.ts';
import { actorBehind } from './authenticateRequestAndRequireProof.ts';
import type { SessionDeps } from './authenticateRequestAndRequireProof.ts';

// A browser sends no authorization header when it opens a link, so the link contains a token for one download, valid
// for a minute. A session token would stay in browser histories and proxy logs, and would give full access for half an
// hour.

const lifeMs = minuteMs;

/**
 * Returns a token for one download of the caller. `filter` identifies the download: the request for the file must give
 * exactly the same text.
 */
export const issueDownloadToken = (
  deps: Pick<Deps, 'store' | 'clock'>,
  { userId, orgId, signIn }: Actor,
  filter: string,
): Promise<string> => {
  if (userId === null || signIn === undefined) throw new AppError('UNAUTHENTICATED');
  const payload = { filter, orgId, familyId: signIn.familyId, epoch: String(signIn.epoch) };
  return issueSecret(deps, { kind: 'DOWNLOAD', subject: userId, payload, lifeMs });
};

/**
 * Returns the caller of a download if the caller's session is still active. Undefined for an expired token and for a
 * token of another download. The token may be used again, because browsers request a link twice.
 */
export const actorOfDownload = async (
  deps: SessionDeps,
  token: string,
  { filter, locale }: { readonly filter: string; readonly locale: string },
): Promise<Actor | undefined> => {
  const row = await findCode(deps, 'DOWNLOAD', token);
  if (row === undefined || row.value.payload['filter'] !== filter) return undefined;
  const { orgId, familyId: fam = '', epoch } = row.value.payload;
  const sub = userIdSchema.parse(row.value.subject);
  return actorBehind(deps, { sub, org: orgIdSchema.parse(orgId), fam, epoch: Number(epoch) }, locale);
};
