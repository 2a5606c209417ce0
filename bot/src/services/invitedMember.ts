import { AppError } from '#contracts/errors.ts';
import { orgId as orgIdSchema } from '#contracts/ids.ts';
import type { MemberId, OrgId, TeamId } from '#contracts/ids.ts';
import type { KnownMember } from '#contracts/registration.ts';
import { inOrg, outside } from '../store/kind.ts';
import type { ValueOf } from '../store/kind.ts';
import { memberOrg } from '../store/kinds/dir.ts';
import { orgMember } from '../store/kinds/org.ts';
import { requireTeam } from './access.ts';
import { queueLetter } from './accountMail.ts';
import { activityStep } from './activity.ts';
import type { Actor } from './actor.ts';
import { codeInvalid, findCode } from './codes.ts';
import type { CodeDeps, StoredCode } from './codes.ts';
import type { Deps } from './deps.ts';
import type { Limiter } from './limiter.ts';
import { livingOrg, placesOf } from './standing.ts';
import type { Organisation } from './standing.ts';

export interface InvitedDeps extends CodeDeps, Pick<Deps, 'store' | 'clock' | 'newId'> {
  readonly limiter: Limiter;
}

type Member = ValueOf<typeof orgMember>;

interface Invitation {
  readonly row: StoredCode;
  readonly orgId: OrgId;
  readonly memberId: MemberId;
  readonly member: Member;
  readonly organisation: Organisation;
}

/** The member's organisation, by the directory; only for who has an invitation. */
const memberAnywhere = async (deps: Pick<Deps, 'store'>, memberId: MemberId) => {
  const place = await outside(deps.store).get(memberOrg, { memberId });
  if (place === undefined) return undefined;
  const records = inOrg(deps.store, place.value.orgId);
  const [organisation, member] = await Promise.all([livingOrg(records), records.get(orgMember, { memberId })]);
  return organisation === undefined || member === undefined ? undefined : { organisation, member: member.value };
};

/** Whether the invitation itself was mailed to this address, which proves it. */
export const isProvenBy = ({ value }: StoredCode, email: string): boolean => value.payload['address'] === email;

/**
 * The invitation behind a code, for this member and nobody else. CODE_INVALID, CODE_USED, or USER_ALREADY_REGISTERED when
 * the member has an account by now.
 */
export const findInvitation = async (
  deps: InvitedDeps,
  { memberId, code, address }: { readonly memberId: MemberId; readonly code: string; readonly address: string },
): Promise<Invitation> => {
  await deps.limiter.check('code', address);
  const row = await findCode(deps, 'INVITE', code);
  const place = row?.value.subject === memberId ? await memberAnywhere(deps, memberId) : undefined;
  if (row === undefined || place === undefined || row.value.payload['orgId'] !== place.organisation.orgId) {
    await deps.limiter.take('code', address);
    throw codeInvalid();
  }
  if (place.member.userId !== null) throw new AppError('USER_ALREADY_REGISTERED');
  if (row.value.used !== null) throw new AppError('CODE_USED');
  return { row, orgId: orgIdSchema.parse(row.value.payload['orgId']), memberId, ...place };
};

const shown = ({ memberId, name, email }: Member, orgName: string, isEmailProven: boolean): KnownMember => ({
  id: memberId,
  name,
  email,
  orgName,
  isEmailProven,
});

/** A colleague: oneself, somebody of a team in common, and for admins anybody of the organisation. */
const colleague = async (deps: Pick<Deps, 'store'>, actor: Actor, memberId: MemberId): Promise<KnownMember> => {
  const records = inOrg(deps.store, actor.orgId);
  const [organisation, row] = await Promise.all([livingOrg(records), records.get(orgMember, { memberId })]);
  if (organisation === undefined || row === undefined) throw new AppError('NOT_FOUND');
  const mayAlways = actor.role === 'admin' || actor.memberId === memberId;
  const places = mayAlways ? [] : await placesOf(records, memberId);
  if (!mayAlways && !places.some((one) => actor.teamIds.includes(one.teamId))) throw new AppError('NOT_FOUND');
  return shown(row.value, organisation.name, false);
};

/** Without a session and without a good code there is no data: only whether to sign in instead. */
const refuseStranger = async (deps: Pick<Deps, 'store'>, memberId: MemberId): Promise<never> => {
  const place = await memberAnywhere(deps, memberId);
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
    return shown(member, organisation.name, isProvenBy(row, member.email.toLowerCase()));
  } catch (error) {
    const isWrong = error instanceof AppError && (error.code === 'CODE_INVALID' || error.code === 'CODE_USED');
    if (isWrong) return refuseStranger(deps, id);
    throw error;
  }
};

/** Mails a member of the team a link to register with. USER_ALREADY_REGISTERED when they have an account. */
export const invite = async (
  deps: InvitedDeps,
  actor: Actor,
  { teamId, memberId }: { readonly teamId: TeamId; readonly memberId: MemberId },
): Promise<{ id: MemberId }> => {
  await requireTeam(deps, actor, teamId, 'member.manage');
  const records = inOrg(deps.store, actor.orgId);
  const [row, places] = await Promise.all([records.get(orgMember, { memberId }), placesOf(records, memberId)]);
  const place = places.find((one) => one.teamId === teamId)?.row;
  if (row === undefined || place === undefined) throw new AppError('NOT_FOUND');
  const { email, userId } = row.value;
  if (userId !== null) throw new AppError('USER_ALREADY_REGISTERED');
  const address = email.toLowerCase();
  if (address === '') throw new AppError('CONFLICT', { message: 'invite.noAddress' });
  await deps.limiter.take('mail', address);
  await records.transact([
    activityStep(records, {
      ...{ teamId, objectId: teamId, eventKey: deps.newId(), actor: actor.name, atMs: deps.clock.now() },
      ...{ message: 'activity.memberInvited', values: { name: row.value.name } },
    }),
  ]);
  const values = { inviter: actor.name };
  const locale = place.locale ?? actor.locale;
  await queueLetter(deps, { letter: 'INVITE', address, locale, orgId: actor.orgId, subject: memberId, values });
  return { id: memberId };
};
