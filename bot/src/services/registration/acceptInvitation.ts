import type { OutputOf, ParsedOf } from '#contracts/core/endpoint.ts';
import { AppError } from '#contracts/core/errorCodesAndAppError.ts';
import type { UserId } from '#contracts/core/idDateAndZoneSchemas.ts';
import type { joinAsMember } from '#contracts/registration/memberInvitationCalls.ts';
import { digestOf } from '../../domain/core/hashesAndDerivedIds.ts';
import { inOrg, outside } from '../../store/recordKindsAndAccess.ts';
import { membership } from '../../store/kinds/identity/membership.ts';
import { teamsUser } from '../../store/kinds/microsoftAccounts/teamsUser.ts';
import { auditedActionSteps } from '../core/activityLogStepsAndTexts.ts';
import type { Actor } from '../core/actor.ts';
import { isUsedBy, claimCode } from '../identity/emailLinkCodes.ts';
import { readInvitation, requireOpen } from './findAndCheckInvitation.ts';
import type { Invitation, InvitedDeps } from './findAndCheckInvitation.ts';
import { removeEmptyMembership, linkSteps, findAccountSeat } from '../microsoftAccounts/findLinkOrCreateAccount.ts';
import { yieldRegistration } from './claimEmailAndCreateAccount.ts';
import { getOrInsert, mergeChanges, retryOnConflict, updateRow } from '../core/optimisticUpdate.ts';
import { requireWholeAccount } from '../identity/authenticateRequestAndRequireProof.ts';

// Links the caller's account to the invited member. The code proves the invitation and the session proves the account,
// so email addresses need not be equal.

const otherMember = (): AppError => new AppError('CONFLICT', { message: 'invite.otherMember' });

/** Links the account and the member, and writes the log entry, all in one transaction. */
const link = (deps: InvitedDeps, { orgId, memberId, member: { userId: before } }: Invitation, userId: UserId) => {
  const records = inOrg(deps.store, orgId);
  return retryOnConflict(async () => {
    const seat = await findAccountSeat(records, memberId, userId);
    if (seat === undefined) throw new AppError('NOT_FOUND');
    const owner = seat.member.value.userId;
    if (owner !== null && owner !== userId && owner !== before) throw new AppError('USER_ALREADY_REGISTERED');
    const steps = linkSteps(deps, records, seat, userId);
    if (steps.length === 0) return;
    const { name } = seat.member.value;
    const log = auditedActionSteps(
      records,
      { memberId, userId, name },
      {
        ...{ teamId: null, objectId: orgId, eventKey: deps.newId(), atMs: deps.clock.now() },
        ...{ message: 'activity.memberJoined', values: { name } },
      },
    );
    await records.transact([...steps, ...log]);
  });
};

const becomeMember = async (deps: InvitedDeps, invitation: Invitation, userId: UserId): Promise<void> => {
  const { orgId, memberId, member } = invitation;
  const records = inOrg(deps.store, orgId);
  if (member.userId !== null && member.userId !== userId) await yieldRegistration(deps, records, member.userId);
  await getOrInsert(outside(deps.store), membership, { userId, orgId, memberId }, () => ({ orgId, memberId }));
  await link(deps, invitation, userId);
  await removeEmptyMembership(deps, orgId, userId);
  const { tid, oid } = member;
  if (tid === null || oid === null) return;
  // A sign-in with the member's Microsoft account opens only this organisation of the account (no join), because the
  // tenant did not prove that the rest of the account belongs to the same person.
  await updateRow(outside(deps.store), teamsUser, { tid, oid }, (row) =>
    row.orgId === orgId && row.userId !== userId
      ? mergeChanges(row, { userId, joinedAt: null, join: null })
      : undefined,
  );
};

/**
 * Links the caller's account to the invited member. If an earlier call for the same account was interrupted, this call
 * finishes it.
 */
export const acceptInvitation = async (
  deps: InvitedDeps,
  actor: Actor,
  { memberId, code }: ParsedOf<typeof joinAsMember>,
  { address }: { readonly address: string },
): Promise<OutputOf<typeof joinAsMember>> => {
  requireWholeAccount(actor);
  const { userId } = actor;
  if (userId === null) throw new AppError('UNAUTHENTICATED');
  const invitation = await readInvitation(deps, { memberId, code, address });
  const { orgId, row } = invitation;
  const isRepeat = isUsedBy(row, userId);
  if (!isRepeat) await requireOpen(deps, invitation);
  const seat = await findAccountSeat(inOrg(deps.store, orgId), memberId, userId);
  const mine = seat?.place?.value.memberId ?? null;
  if (mine !== null && mine !== memberId) throw otherMember();
  if (!isRepeat) await claimCode(deps, row, digestOf(code), userId);
  await becomeMember(deps, invitation, userId);
  return { orgId };
};
