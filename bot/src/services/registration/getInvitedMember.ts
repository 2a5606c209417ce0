import { AppError } from '#contracts/core/errorCodesAndAppError.ts';
import type { MemberId } from '#contracts/core/idDateAndZoneSchemas.ts';
import type { KnownMember } from '#contracts/registration/memberInvitationCalls.ts';
import type { Deps } from '../core/deps.ts';
import type { Actor } from '../core/actor.ts';
import { findInvitation, isInvitationProvenBy, findMemberAnywhere } from './findAndCheckInvitation.ts';
import type { InvitedDeps } from './findAndCheckInvitation.ts';
import { requireMember } from '../people/memberActivationAndOrganisation.ts';
import { ownOrNamedOrganisation } from '../tenancy/ownOrNamedOrganisation.ts';

const shown = (
  { memberId, name, email }: { readonly memberId: MemberId; readonly name: string; readonly email: string },
  orgName: string,
  isEmailProven: boolean,
): KnownMember => ({ id: memberId, name, email, orgName, isEmailProven });

/**
 * Returns the member if the caller may read the member, otherwise throws NOT_FOUND. It never throws FORBIDDEN, because
 * every caller may make this call, and FORBIDDEN would reveal that the member exists.
 */
const colleague = async (deps: Pick<Deps, 'store'>, actor: Actor, memberId: MemberId): Promise<KnownMember> => {
  const { organisation } = await ownOrNamedOrganisation(deps, actor, undefined);
  try {
    return shown(await requireMember(deps, actor, memberId), organisation.name, false);
  } catch (error) {
    throw error instanceof AppError && error.code === 'FORBIDDEN' ? new AppError('NOT_FOUND') : error;
  }
};

/**
 * Rejects a caller with a wrong code, or with neither a code nor a session. USER_ALREADY_REGISTERED reveals only that
 * the member has an account, so that the screen can advise the caller to sign in.
 */
const refuseStranger = async (deps: Pick<Deps, 'store'>, memberId: MemberId): Promise<never> => {
  const place = await findMemberAnywhere(deps, memberId);
  throw new AppError(place?.member.userId === null || place === undefined ? 'NOT_FOUND' : 'USER_ALREADY_REGISTERED');
};

export const getMember = async (
  deps: InvitedDeps,
  { id, code }: { readonly id: MemberId; readonly code?: string | undefined },
  caller: { readonly address: string; readonly actor: () => Promise<Actor | undefined> },
): Promise<KnownMember> => {
  if (code === undefined) {
    const actor = await caller.actor();
    return actor === undefined ? refuseStranger(deps, id) : colleague(deps, actor, id);
  }
  try {
    const { row, member, organisation } = await findInvitation(deps, { memberId: id, code, address: caller.address });
    return shown(member, organisation.name, isInvitationProvenBy(row, member.email.toLowerCase()));
  } catch (error) {
    const isWrong = error instanceof AppError && (error.code === 'CODE_INVALID' || error.code === 'CODE_USED');
    if (isWrong) return refuseStranger(deps, id);
    throw error;
  }
};
