import { AppError } from '#contracts/core/errorCodesAndAppError.ts';
import { orgId as orgIdSchema } from '#contracts/core/idDateAndZoneSchemas.ts';
import type { MemberId, OrgId } from '#contracts/core/idDateAndZoneSchemas.ts';
import { inOrg, outside } from '../../store/recordKindsAndAccess.ts';
import type { ValueOf } from '../../store/recordKindsAndAccess.ts';
import { memberOrg } from '../../store/kinds/organisations/organisationLookups.ts';
import { orgMember } from '../../store/kinds/organisations/organisationUserAndMember.ts';
import { codeInvalid, findCode } from '../identity/emailLinkCodes.ts';
import type { CodeDeps, StoredCode } from '../identity/emailLinkCodes.ts';
import type { Deps } from '../core/deps.ts';
import type { Limiter } from '../rateLimits/storedRateLimiter.ts';
import { hasPassword } from '../microsoftAccounts/findLinkOrCreateAccount.ts';
import { findActiveOrganisation, findTeamMemberships } from '../tenancy/activeOrganisationAndTeams.ts';
import type { Organisation } from '../tenancy/activeOrganisationAndTeams.ts';

// Finds the invitation of a code and checks that it is still valid.

export interface InvitedDeps extends CodeDeps, Pick<Deps, 'store' | 'clock' | 'newId'> {
  readonly limiter: Limiter;
}

type Member = ValueOf<typeof orgMember>;

export interface Invitation {
  readonly row: StoredCode;
  readonly orgId: OrgId;
  readonly memberId: MemberId;
  readonly member: Member;
  readonly organisation: Organisation;
}

/**
 * Returns the current round of the member's invitations. When the member's account is removed, the next round begins,
 * so that earlier invitations are invalid.
 */
export const invitationRound = ({ inviteRound }: Member): string => String(inviteRound ?? 0);

/**
 * True if the member has an account with a password. An account without a password is used only to sign in from Teams,
 * so another account may replace it.
 */
export const isInvitationTaken = async (deps: Pick<Deps, 'store'>, { userId }: Member): Promise<boolean> =>
  userId !== null && (await hasPassword(deps, userId));

/** True if the code was emailed to this address, so that it proves the address. */
export const isInvitationProvenBy = ({ value }: StoredCode, email: string): boolean =>
  email !== '' && value.payload['address'] === email;

/**
 * Finds a member and the member's active organisation by the member's id alone. It checks no access, so callers must
 * not show the result to a person without a valid invitation.
 */
export const findMemberAnywhere = async (deps: Pick<Deps, 'store'>, memberId: MemberId) => {
  const place = await outside(deps.store).get(memberOrg, { memberId });
  if (place === undefined) return undefined;
  const records = inOrg(deps.store, place.value.orgId);
  const [organisation, member] = await Promise.all([
    findActiveOrganisation(records),
    records.get(orgMember, { memberId }),
  ]);
  return organisation === undefined || member === undefined ? undefined : { organisation, member: member.value };
};

interface Typed {
  readonly memberId: MemberId;
  readonly code: string;
  readonly address: string;
}

/**
 * Returns the invitation of a code. Undefined if the code was issued for another member, the member has left all teams
 * or moved to another organisation, or the member's account was removed since.
 */
export const isInvitationFor = async (
  deps: Pick<Deps, 'store'>,
  memberId: MemberId,
  row: StoredCode,
): Promise<Invitation | undefined> => {
  const { subject, payload } = row.value;
  const place = subject === memberId ? await findMemberAnywhere(deps, memberId) : undefined;
  if (place === undefined || payload['orgId'] !== place.organisation.orgId) return undefined;
  if ((payload['round'] ?? '0') !== invitationRound(place.member)) return undefined;
  const orgId = orgIdSchema.parse(payload['orgId']);
  if ((await findTeamMemberships(inOrg(deps.store, orgId), memberId)).length === 0) return undefined;
  return { row, orgId, memberId, ...place };
};

/**
 * Returns the invitation of a code for this member, used or not. Only an unknown code counts against the caller's
 * network: a right code has 256 bits and cannot be guessed, so counting it would only hinder the invited person.
 */
export const readInvitation = async (deps: InvitedDeps, { memberId, code, address }: Typed): Promise<Invitation> => {
  const row = await findCode(deps, 'INVITE', code);
  if (row === undefined) {
    await deps.limiter.take('code', address);
    throw codeInvalid();
  }
  const invitation = await isInvitationFor(deps, memberId, row);
  if (invitation === undefined) throw codeInvalid();
  return invitation;
};

/**
 * Throws USER_ALREADY_REGISTERED if the member already has an account with a password, and CODE_USED if the code was
 * already used.
 */
export const requireOpen = async (deps: InvitedDeps, { row, member }: Invitation): Promise<void> => {
  if (await isInvitationTaken(deps, member)) throw new AppError('USER_ALREADY_REGISTERED');
  if (row.value.used !== null) throw new AppError('CODE_USED');
};

export const findInvitation = async (deps: InvitedDeps, typed: Typed): Promise<Invitation> => {
  const invitation = await readInvitation(deps, typed);
  await requireOpen(deps, invitation);
  return invitation;
};
