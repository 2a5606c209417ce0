import { AppError } from '#contracts/core/errorCodesAndAppError.ts';
import type { UserId } from '#contracts/core/idDateAndZoneSchemas.ts';
import { inOrg, outside } from '../../store/recordKindsAndAccess.ts';
import { profile as profileKind } from '../../store/kinds/identity/accountProfileAndPassword.ts';
import { totp } from '../../store/kinds/identity/secondFactor.ts';
import { queueEmail } from '../core/queueEmailsAndPurges.ts';
import type { Actor } from '../core/actor.ts';
import type { Deps } from '../core/deps.ts';
import { ownOrNamedOrganisation } from '../tenancy/ownOrNamedOrganisation.ts';
import { retryOnConflict } from '../core/optimisticUpdate.ts';
import { isInAnotherOrganisation } from '../tenancy/isInAnotherOrganisation.ts';
import { accountLogOf } from './listChangeAndDeleteUsers.ts';
import { accountName, memberOfUser, profileOf } from '../identity/accountProfilesAndMembers.ts';
import type { Profile } from '../identity/accountProfilesAndMembers.ts';

type ResetDeps = Pick<Deps, 'store' | 'clock' | 'newId'>;

const notOn = (): AppError => new AppError('CONFLICT', { message: 'secondFactor.notOn' });

/**
 * Emails the owner that an admin reset the second factor. The email is queued before the reset, so that it cannot be
 * lost; when it is sent, `buildEmailContent` checks that the reset really happened.
 */
const notifyOwner = async (deps: ResetDeps, actor: Actor, { userId, email, locale, sessionEpoch }: Profile) => {
  const { organisation } = await ownOrNamedOrganisation(deps, actor, undefined);
  const epoch = String(sessionEpoch + 1);
  await queueEmail(deps, {
    ...{ kind: 'FACTOR_RESET', address: email, locale, orgId: actor.orgId, subject: userId },
    values: { epoch, admin: actor.name, organization: organisation.name },
    id: `factor-${userId}-${epoch}`,
  });
};

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
 * Removes the second factor of another person who has lost it. Throws FORBIDDEN for the caller's own factor, because
 * its removal needs the password and a code; and for a person who is also in another organisation, because this admin
 * must not decide about access there.
 */
export const resetSecondFactor = async (
  deps: ResetDeps,
  actor: Actor,
  { userId }: { readonly userId: UserId },
): Promise<{ id: UserId }> => {
  const holder = await memberOfUser(inOrg(deps.store, actor.orgId), userId);
  const profile = await profileOf(deps, userId);
  if (profile === undefined) throw new AppError('NOT_FOUND');
  if (userId === actor.userId) throw new AppError('FORBIDDEN', { message: 'secondFactor.resetSelf' });
  if (await isInAnotherOrganisation(deps, userId, actor.orgId))
    throw new AppError('FORBIDDEN', { message: 'org.userElsewhere' });
  const factor = await outside(deps.store).get(totp, { userId });
  if (factor?.value.state !== 'ON') throw notOn();
  const values = { name: await accountName(deps, holder) };
  await inOrg(deps.store, actor.orgId).transact(accountLogOf(deps, actor, { message: 'activity.factorReset', values }));
  await notifyOwner(deps, actor, profile);
  await remove(deps, userId);
  return { id: userId };
};
