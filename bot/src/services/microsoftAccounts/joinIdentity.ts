import { AppError } from '#contracts/core/errorCodesAndAppError.ts';
import type { UserId } from '#contracts/core/idDateAndZoneSchemas.ts';
import { logAccountChange } from '../core/logAccountChange.ts';
import { notifyAccountOwner } from '../identity/notifyAccountOwner.ts';
import type { Actor } from '../core/actor.ts';
import { isJoinedIdentity } from '../identity/microsoftIdentities.ts';
import { settleAccount } from './findLinkOrCreateAccount.ts';
import type { Person, PersonDeps } from './findLinkOrCreateAccount.ts';
import { findActiveOrganisation } from '../tenancy/activeOrganisationAndTeams.ts';
import { nameOf, profileOf } from '../identity/accountProfilesAndMembers.ts';

/**
 * Joins a Microsoft account to the caller's account. The email to the owner and the log entry are written first: after
 * an interruption, there may be one too many, but never one too few.
 */
export const joinIdentity = async (deps: PersonDeps, person: Person, actor: Actor): Promise<UserId> => {
  const { userId, signIn } = actor;
  const profile = userId === null ? undefined : await profileOf(deps, userId);
  if (userId === null || signIn === undefined || profile === undefined) throw new AppError('UNAUTHENTICATED');
  if (!(await isJoinedIdentity(deps, person, userId))) {
    const organisation = await findActiveOrganisation(person.records);
    await notifyAccountOwner(deps, profile, 'JOINED', organisation?.name);
    const name = nameOf(profile);
    const nameIn = (orgId: Actor['orgId']): string => (orgId === actor.orgId ? actor.name : name);
    await logAccountChange(deps, { userId, nameIn }, { message: 'activity.identityJoined', values: { name } });
  }
  return settleAccount(deps, person, { userId, epoch: signIn.epoch });
};
