import { AppError } from '#contracts/errors.ts';
import { orgId as orgIdSchema } from '#contracts/ids.ts';
import type { MemberId, OrgId } from '#contracts/ids.ts';
import { inOrg, outside } from '../store/kind.ts';
import type { ValueOf } from '../store/kind.ts';
import { memberOrg } from '../store/kinds/dir.ts';
import { orgMember } from '../store/kinds/org.ts';
import { codeInvalid, findCode } from './codes.ts';
import type { CodeDeps, StoredCode } from './codes.ts';
import type { Deps } from './deps.ts';
import type { Limiter } from './limiter.ts';
import { hasPassword } from './microsoftPerson.ts';
import { livingOrg, placesOf } from './standing.ts';
import type { Organisation } from './standing.ts';

// What an invitation's code stands for, and when it is over.

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

/** Invitations of an earlier round are over: the account that came of one was deleted. */
export const roundOf = ({ inviteRound }: Member): string => String(inviteRound ?? 0);

/** Whether the member has an account that does not give way: one without a password is only their way in from Teams. */
export const isTaken = async (deps: Pick<Deps, 'store'>, { userId }: Member): Promise<boolean> =>
  userId !== null && (await hasPassword(deps, userId));

/** Whether the invitation itself was mailed to this address, which proves it. */
export const isProvenBy = ({ value }: StoredCode, email: string): boolean =>
  email !== '' && value.payload['address'] === email;

/** The member's organisation, by the directory; only for who has an invitation. */
export const memberAnywhere = async (deps: Pick<Deps, 'store'>, memberId: MemberId) => {
  const place = await outside(deps.store).get(memberOrg, { memberId });
  if (place === undefined) return undefined;
  const records = inOrg(deps.store, place.value.orgId);
  const [organisation, member] = await Promise.all([livingOrg(records), records.get(orgMember, { memberId })]);
  return organisation === undefined || member === undefined ? undefined : { organisation, member: member.value };
};

interface Typed {
  readonly memberId: MemberId;
  readonly code: string;
  /** Of the caller. */
  readonly address: string;
}

/** What the code stands for as of now: the organisation may have moved, the member left, their account ended since. */
const standsFor = async (deps: InvitedDeps, memberId: MemberId, row: StoredCode): Promise<Invitation | undefined> => {
  const { subject, payload } = row.value;
  const place = subject === memberId ? await memberAnywhere(deps, memberId) : undefined;
  if (place === undefined || payload['orgId'] !== place.organisation.orgId) return undefined;
  if ((payload['round'] ?? '0') !== roundOf(place.member)) return undefined;
  const orgId = orgIdSchema.parse(payload['orgId']);
  if ((await placesOf(inOrg(deps.store, orgId), memberId)).length === 0) return undefined;
  return { row, orgId, memberId, ...place };
};

/** The invitation behind a code, used or not, for this member and nobody else. CODE_INVALID counts against the caller. */
export const readInvitation = async (deps: InvitedDeps, { memberId, code, address }: Typed): Promise<Invitation> => {
  await deps.limiter.check('code', address);
  const row = await findCode(deps, 'INVITE', code);
  const invitation = row === undefined ? undefined : await standsFor(deps, memberId, row);
  if (invitation !== undefined) return invitation;
  await deps.limiter.take('code', address);
  throw codeInvalid();
};

/** USER_ALREADY_REGISTERED when the member has an account by now, CODE_USED when somebody was faster. */
export const requireOpen = async (deps: InvitedDeps, { row, member }: Invitation): Promise<void> => {
  if (await isTaken(deps, member)) throw new AppError('USER_ALREADY_REGISTERED');
  if (row.value.used !== null) throw new AppError('CODE_USED');
};

/** The invitation behind a code while it can be taken. */
export const findInvitation = async (deps: InvitedDeps, typed: Typed): Promise<Invitation> => {
  const invitation = await readInvitation(deps, typed);
  await requireOpen(deps, invitation);
  return invitation;
};
