import { AppError } from '#contracts/errors.ts';
import type { UserId } from '#contracts/ids.ts';
import { inOrg, outside } from '../store/kind.ts';
import { profile as profileKind } from '../store/kinds/accounts.ts';
import { totp } from '../store/kinds/sessions.ts';
import { queueLetter } from './accountMail.ts';
import type { Actor } from './actor.ts';
import type { Deps } from './deps.ts';
import { concernedOrg } from './orgsConcerned.ts';
import { retryOnConflict } from './revise.ts';
import { isElsewhere, logOf } from './users.ts';
import { accountName, holderOfUser, profileOf } from './usersRows.ts';
import type { Profile } from './usersRows.ts';

type ResetDeps = Pick<Deps, 'store' | 'clock' | 'newId'>;

const notOn = (): AppError => new AppError('CONFLICT', { message: 'secondFactor.notOn' });

/** Tells its owner, whoever asked for it. Queued before the change, which is looked for when it is sent. */
const tellOwner = async (deps: ResetDeps, actor: Actor, { userId, email, locale, sessionEpoch }: Profile) => {
  const { organisation } = await concernedOrg(deps, actor, undefined);
  const epoch = String(sessionEpoch + 1);
  await queueLetter(deps, {
    ...{ letter: 'FACTOR_RESET', address: email, locale, orgId: actor.orgId, subject: userId },
    values: { epoch, admin: actor.name, organization: organisation.name },
    id: `factor-${userId}-${epoch}`,
  });
};

/** The factor goes and all sessions end, in one transaction. */
const remove = ({ store }: ResetDeps, userId: UserId): Promise<void> =>
  retryOnConflict(async () => {
    const records = outside(store);
    const [profile, factor] = await Promise.all([records.get(profileKind, { userId }), records.get(totp, { userId })]);
    if (profile === undefined || factor === undefined) return;
    const sessionEpoch = profile.value.sessionEpoch + 1;
    await records.transact([
      records.replaceStep(profileKind, { userId }, { ...profile.value, sessionEpoch }, profile.etag),
      records.deleteStep(totp, { userId }),
    ]);
  });

/**
 * Removes the second factor of somebody who has lost it. Not one's own: that takes the password and a code. Not of somebody who
 * belongs to another organisation too: its door is not this admin's to open.
 */
export const resetFactor = async (
  deps: ResetDeps,
  actor: Actor,
  { userId }: { readonly userId: UserId },
): Promise<{ id: UserId }> => {
  const holder = await holderOfUser(inOrg(deps.store, actor.orgId), userId);
  const profile = await profileOf(deps, userId);
  if (profile === undefined) throw new AppError('NOT_FOUND');
  if (userId === actor.userId) throw new AppError('FORBIDDEN', { message: 'secondFactor.resetSelf' });
  if (await isElsewhere(deps, userId, actor.orgId)) throw new AppError('FORBIDDEN', { message: 'org.userElsewhere' });
  const factor = await outside(deps.store).get(totp, { userId });
  if (factor?.value.state !== 'ON') throw notOn();
  const values = { name: await accountName(deps, holder) };
  await inOrg(deps.store, actor.orgId).transact(logOf(deps, actor, { message: 'activity.factorReset', values }));
  await tellOwner(deps, actor, profile);
  await remove(deps, userId);
  return { id: userId };
};
