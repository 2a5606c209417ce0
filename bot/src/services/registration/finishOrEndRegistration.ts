import { AppError } from '#contracts/core/errorCodesAndAppError.ts';
import type { UserId } from '#contracts/core/idDateAndZoneSchemas.ts';
import { msOf } from '../../domain/core/zonedTimeAndCalendarDates.ts';
import { inOrg, outside } from '../../store/recordKindsAndAccess.ts';
import type { ValueOf } from '../../store/recordKindsAndAccess.ts';
import { emailGuard, profile as profileKind } from '../../store/kinds/identity/accountProfileAndPassword.ts';
import { code as codeKind } from '../../store/kinds/identity/oneTimeCode.ts';
import { registration as registrationKind } from '../../store/kinds/registration/registration.ts';
import { codeInvalid, isUsedBy, claimCode } from '../identity/emailLinkCodes.ts';
import { createOrg } from '../teamsSync/getOrCreateOrgAndTeam.ts';
import type { DirectoryDeps } from '../teamsSync/getOrCreateOrgAndTeam.ts';
import { mergeChanges, updateRow } from '../core/optimisticUpdate.ts';
import { findActiveOrganisation } from '../tenancy/activeOrganisationAndTeams.ts';
import { isInvitationTaken, findMemberAnywhere, isInvitationFor } from './findAndCheckInvitation.ts';
import { joinOrganisation, keepEmail, releaseEmail } from './claimEmailAndCreateAccount.ts';
import { forgetRegistrationPlans, forgetRegistration } from './removeRegistration.ts';

// Ends a registration: it becomes an account of an organisation, or its rows are removed.

type Profile = ValueOf<typeof profileKind>;

const nameOf = ({ firstName, lastName }: Profile): string => `${firstName} ${lastName}`;

/**
 * Marks the invitation as used by this account. Throws CODE_USED if another account used it first,
 * USER_ALREADY_REGISTERED if the member has another account with a password, and CODE_INVALID if the invitation is no
 * longer valid. A code that expired after the registration is accepted.
 */
const takeInvitation = async (deps: DirectoryDeps, userId: UserId): Promise<void> => {
  const records = outside(deps.store);
  const plans = (await records.get(registrationKind, { userId }))?.value;
  if (plans?.memberId == null) return;
  // The member is checked before any write, so that a registration that can never succeed does not keep the address.
  const place = await findMemberAnywhere(deps, plans.memberId);
  if (place === undefined) throw codeInvalid();
  if (place.member.userId !== userId && (await isInvitationTaken(deps, place.member)))
    throw new AppError('USER_ALREADY_REGISTERED');
  if (plans.invitation == null) return;
  const row = await records.get(codeKind, { hash: plans.invitation });
  if (row === undefined || isUsedBy(row, userId)) return;
  if (row.value.used !== null) throw new AppError('CODE_USED');
  if ((await isInvitationFor(deps, plans.memberId, row)) === undefined) throw codeInvalid();
  try {
    await claimCode(deps, row, plans.invitation, userId);
  } catch (error) {
    // Two clicks on the same link may arrive at the same moment. The second one succeeds too if the code was used by
    // its own account.
    const taken = await records.get(codeKind, { hash: plans.invitation });
    if (taken === undefined || !isUsedBy(taken, userId)) throw error;
  }
};

/**
 * Creates the organisation that was registered, with the account as its first admin; or links the account to the
 * invited member.
 */
const takePlace = async (deps: DirectoryDeps, profile: Profile): Promise<void> => {
  const { userId } = profile;
  const row = await outside(deps.store).get(registrationKind, { userId });
  if (row === undefined) return;
  const { orgId, organizationName, memberId } = row.value;
  if (organizationName !== null) {
    await createOrg(deps, { orgId, name: organizationName, tid: null, actor: nameOf(profile) });
    await joinOrganisation(deps, userId, { orgId, memberId: null, role: 'admin' });
    return;
  }
  if ((await findActiveOrganisation(inOrg(deps.store, orgId))) === undefined) throw new AppError('NOT_FOUND');
  await joinOrganisation(deps, userId, { orgId, memberId, role: 'user' });
};

/**
 * Confirms the address, so that the account may sign in. The write of the address's guard (`keepEmail`) decides who
 * gets the address; after a crash, a repeated call finishes the other steps. Returns false if another person has taken
 * the address.
 */
export const finishRegistration = async (deps: DirectoryDeps, profile: Profile): Promise<boolean> => {
  const { userId, email } = profile;
  const guard = await outside(deps.store).get(emailGuard, { email });
  if (guard?.value.userId !== userId) return false;
  await takeInvitation(deps, userId);
  if (!(await keepEmail(deps, email, userId))) return false;
  await takePlace(deps, profile);
  await updateRow(outside(deps.store), profileKind, { userId }, (row) => mergeChanges(row, { isConfirmed: true }));
  await forgetRegistrationPlans(deps, userId);
  return true;
};

/**
 * Removes an account that was not confirmed in time. If its confirmation was only interrupted, finishes the
 * confirmation instead.
 */
export const endRegistration = async (deps: DirectoryDeps, userId: UserId): Promise<void> => {
  const records = outside(deps.store);
  const [profile, pending] = await Promise.all([
    records.get(profileKind, { userId }),
    records.get(registrationKind, { userId }),
  ]);
  if (pending !== undefined && msOf(pending.value.until) > deps.clock.now()) return;
  if (profile !== undefined) {
    const { email, isConfirmed } = profile.value;
    const guard = await records.get(emailGuard, { email });
    const isKept = guard?.value.userId === userId && guard.value.state === 'CONFIRMED';
    if (isConfirmed || (isKept && (await finishRegistration(deps, profile.value)))) return;
    await releaseEmail(deps, email, userId);
    // The address was not released, because another call changed its guard at that moment. If that call confirmed the
    // address, the account must stay, so everything is read again.
    if ((await records.get(emailGuard, { email }))?.value.userId === userId) return endRegistration(deps, userId);
  }
  await forgetRegistration(deps, userId);
};
