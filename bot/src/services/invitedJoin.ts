import type { OutputOf, ParsedOf } from '#contracts/endpoint.ts';
import { AppError } from '#contracts/errors.ts';
import type { UserId } from '#contracts/ids.ts';
import type { joinAsMember } from '#contracts/registration.ts';
import { digestOf } from '../domain/ids.ts';
import { toInstant } from '../domain/time.ts';
import { inOrg, outside } from '../store/kind.ts';
import { membership, teamsUser } from '../store/kinds/accounts.ts';
import { code as codeKind } from '../store/kinds/codes.ts';
import { isConflict } from '../store/port.ts';
import { deedSteps } from './activity.ts';
import type { Actor } from './actor.ts';
import { readInvitation, requireOpen } from './invitations.ts';
import type { Invitation, InvitedDeps } from './invitations.ts';
import { dropEmptyPlace, linkSteps, seatOf } from './microsoftPerson.ts';
import { giveWay } from './newAccount.ts';
import { ensure, patched, retryOnConflict, revise } from './revise.ts';
import { requireWholeAccount } from './sessions.ts';

// Somebody who has an account becomes a member by an invitation's code while they are signed in: the code says that they were
// meant, the session that the account is theirs. No address is compared.

/** Uses the code up for this account, so that the same call finishes what broke off, and nobody else's gets in. */
const takeCode = async (deps: InvitedDeps, { row }: Invitation, code: string, userId: UserId): Promise<void> => {
  const payload = { ...row.value.payload, usedBy: userId };
  const used = { ...row.value, payload, used: toInstant(deps.clock.now()) };
  try {
    await outside(deps.store).replace(codeKind, { hash: digestOf(code) }, used, row.etag);
  } catch (error) {
    throw isConflict(error) ? new AppError('CODE_USED', { cause: error }) : error;
  }
};

const otherMember = (): AppError => new AppError('CONFLICT', { message: 'invite.otherMember' });

/** Place and member become one, with the entry that says so. */
const link = (deps: InvitedDeps, { orgId, memberId, member: { userId: before } }: Invitation, userId: UserId) => {
  const records = inOrg(deps.store, orgId);
  return retryOnConflict(async () => {
    const seat = await seatOf(records, memberId, userId);
    if (seat === undefined) throw new AppError('NOT_FOUND');
    const owner = seat.member.value.userId;
    if (owner !== null && owner !== userId && owner !== before) throw new AppError('USER_ALREADY_REGISTERED');
    const steps = linkSteps(deps, records, seat, userId);
    if (steps.length === 0) return;
    const { name } = seat.member.value;
    const log = deedSteps(
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
  if (member.userId !== null && member.userId !== userId) await giveWay(deps, records, member.userId);
  await ensure(outside(deps.store), membership, { userId, orgId, memberId }, () => ({ orgId, memberId }));
  await link(deps, invitation, userId);
  await dropEmptyPlace(deps, orgId, userId);
  const { tid, oid } = member;
  if (tid === null || oid === null) return;
  // Opens this organisation only: the tenant did not prove that the rest of the account is theirs.
  await revise(outside(deps.store), teamsUser, { tid, oid }, (row) =>
    row.orgId === orgId && row.userId !== userId ? patched(row, { userId, joinedAt: null }) : undefined,
  );
};

/** Makes the caller's account the invited member's. Repeated by the same account it finishes what broke off. */
export const joinByInvitation = async (
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
  const isRepeat = row.value.payload['usedBy'] === userId;
  if (!isRepeat) await requireOpen(deps, invitation);
  const seat = await seatOf(inOrg(deps.store, orgId), memberId, userId);
  const mine = seat?.place?.value.memberId ?? null;
  if (mine !== null && mine !== memberId) throw otherMember();
  if (!isRepeat) await takeCode(deps, invitation, code, userId);
  await becomeMember(deps, invitation, userId);
  return { orgId };
};
