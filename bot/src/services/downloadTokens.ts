import { AppError } from '#contracts/errors.ts';
import { orgId as orgIdSchema, userId as userIdSchema } from '#contracts/ids.ts';
import { minuteMs } from '../domain/time.ts';
import type { Actor } from './actor.ts';
import { findCode, giveOutSecret } from './codes.ts';
import type { Deps } from './deps.ts';
import { actorBehind } from './sessions.ts';
import type { SessionDeps } from './sessions.ts';

// Links that a browser opens carry no header, so they carry a token that is good for one download, a minute long. A session's own
// token would stand in histories and logs of proxies for half an hour, and open everything.

const lifeMs = minuteMs;

/** A token for one download of the caller: `filter` says which, in one spelling. */
export const issueDownloadToken = (
  deps: Pick<Deps, 'store' | 'clock'>,
  { userId, orgId, signIn }: Actor,
  filter: string,
): Promise<string> => {
  if (userId === null || signIn === undefined) throw new AppError('UNAUTHENTICATED');
  const payload = { filter, orgId, familyId: signIn.familyId, epoch: String(signIn.epoch) };
  return giveOutSecret(deps, { kind: 'DOWNLOAD', subject: userId, payload, lifeMs });
};

/** Whose download it is, while their session lives; undefined for a token of another download. Browsers ask twice, so it may be used again. */
export const actorOfDownload = async (
  deps: SessionDeps,
  token: string,
  { filter, spoken }: { readonly filter: string; readonly spoken: string },
): Promise<Actor | undefined> => {
  const row = await findCode(deps, 'DOWNLOAD', token);
  if (row === undefined || row.value.payload['filter'] !== filter) return undefined;
  const { orgId, familyId: fam = '', epoch } = row.value.payload;
  const sub = userIdSchema.parse(row.value.subject);
  return actorBehind(deps, { sub, org: orgIdSchema.parse(orgId), fam, epoch: Number(epoch) }, spoken);
};
