import { randomInt } from 'node:crypto';
import { AppError } from '#contracts/core/errorCodesAndAppError.ts';
import { memberId as memberIdSchema, orgId as orgIdSchema } from '#contracts/core/idDateAndZoneSchemas.ts';
import type { MemberId, OrgId } from '#contracts/core/idDateAndZoneSchemas.ts';
import type { MessageKey } from '#contracts/text/translateAndMessageKeyTypes.ts';
import { digestOf } from '../../domain/core/hashesAndDerivedIds.ts';
import { hourMs, msOf, toInstant } from '../../domain/core/zonedTimeAndCalendarDates.ts';
import { inOrg, outside } from '../../store/recordKindsAndAccess.ts';
import type { ValueOf } from '../../store/recordKindsAndAccess.ts';
import { code as codeKind } from '../../store/kinds/identity/oneTimeCode.ts';
import { orgMember } from '../../store/kinds/organisations/organisationUserAndMember.ts';
import { orgTeam } from '../../store/kinds/organisations/teamAndChannel.ts';
import { prefixRange } from '../../store/tableStorePort.ts';
import { queuePurge } from '../core/queueEmailsAndPurges.ts';
import type { Deps } from '../core/deps.ts';
import { retryOnConflict } from '../core/optimisticUpdate.ts';
import { findActiveOrganisation } from '../tenancy/activeOrganisationAndTeams.ts';
import { isOrganisationInUse } from './isOrganisationInUse.ts';

// Creates and checks the code that connects a tenant with an organisation registered on the web. Its first four
// characters find the stored row, so that wrong tries are counted for the intended code; the other eight prove that the
// user knows the code. Only a hash of the code is stored.

const lifeMs = hourMs;
const maxTries = 5;
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const finderLength = 4;
const codeLength = 12;

const newCode = (): string => Array.from({ length: codeLength }, () => alphabet[randomInt(alphabet.length)]).join('');
const hashOf = (code: string): string => digestOf(`CONNECT|${code.slice(0, finderLength)}`);
/** Returns the code in groups of four characters, as the chat shows it. */
const grouped = (code: string): string => code.replace(/.{4}(?=.)/g, '$&-');

export const connectRefused = (message: MessageKey): AppError => new AppError('CONNECT_REFUSED', { message });

export interface ConnectOffer {
  readonly orgId: OrgId;
  readonly memberId: MemberId;
  readonly installer: string;
  readonly team: string;
  readonly tenantName: string;
  readonly tid: string;
}

/**
 * Returns the tenant and organisation that a code would connect. Undefined if the organisation cannot be connected, or
 * if this member may not connect it.
 */
export const offerFor = async (
  deps: Pick<Deps, 'store'>,
  orgId: OrgId,
  memberId: MemberId,
): Promise<ConnectOffer | undefined> => {
  const records = inOrg(deps.store, orgId);
  const [organisation, member, teams] = await Promise.all([
    findActiveOrganisation(records),
    records.get(orgMember, { memberId }),
    records.list(orgTeam, undefined, prefixRange('team|')),
  ]);
  if (organisation?.isAutomatic !== true || organisation.tid === null || member?.value.role !== 'admin')
    return undefined;
  if (await isOrganisationInUse(deps, orgId)) return undefined;
  const { name: tenantName, tid } = organisation;
  return { orgId, memberId, installer: member.value.name, team: teams[0]?.value.name ?? tenantName, tenantName, tid };
};

/**
 * Creates a code for the offer, valid for an hour and for one use. Only the installer sees the code; the store contains
 * only its hash.
 */
export const issueConnectCode = (deps: Pick<Deps, 'store' | 'clock'>, offer: ConnectOffer): Promise<string> =>
  retryOnConflict(async () => {
    const code = newCode();
    const exp = toInstant(deps.clock.now() + lifeMs);
    const { orgId, memberId, installer, team, tenantName, tid } = offer;
    const payload = { secret: digestOf(code), tries: '0', usedBy: '', memberId, installer, team, tenantName, tid };
    await queuePurge(deps.store, { at: exp, removes: 'CODE', subject: hashOf(code) });
    const row = { kind: 'CONNECT' as const, subject: orgId, payload, exp, used: null };
    // The insert fails if another code with the same first four characters still exists. `retryOnConflict` then creates
    // another code.
    await outside(deps.store).insert(codeKind, { hash: hashOf(code) }, row);
    return grouped(code);
  });

export interface ConnectCode extends ConnectOffer {
  readonly hash: string;
  /** The organisation that has used the code; null = none. */
  readonly usedBy: OrgId | null;
}

const read = (value: ValueOf<typeof codeKind>, hash: string): ConnectCode => {
  const { installer = '', team = '', tenantName = '', tid = '', usedBy = '', memberId } = value.payload;
  return {
    ...{ hash, installer, team, tenantName, tid },
    orgId: orgIdSchema.parse(value.subject),
    memberId: memberIdSchema.parse(memberId),
    usedBy: usedBy === '' ? null : orgIdSchema.parse(usedBy),
  };
};

/**
 * Counts a wrong try for the code with the same first four characters. After five wrong tries, every further call with
 * this code is refused.
 */
const countTry = (deps: Pick<Deps, 'store'>, hash: string): Promise<void> =>
  retryOnConflict(async () => {
    const row = await outside(deps.store).get(codeKind, { hash });
    if (row === undefined) return;
    const { payload } = row.value;
    const tries = String(Number(payload['tries']) + 1);
    await outside(deps.store).replace(codeKind, { hash }, { ...row.value, payload: { ...payload, tries } }, row.etag);
  }, 60);

/**
 * Reads a code that a member of the organisation `reader` typed. Throws CONNECT_REFUSED if the code is wrong, expired,
 * blocked by wrong tries, or used by another organisation. A code that `reader` itself has used stays valid, so that an
 * interrupted connection can be finished.
 */
export const readConnectCode = async (
  deps: Pick<Deps, 'store' | 'clock'>,
  typed: string,
  reader: OrgId,
): Promise<ConnectCode> => {
  const hash = hashOf(typed);
  const row = await outside(deps.store).get(codeKind, { hash });
  if (row?.value.kind !== 'CONNECT') throw connectRefused('connectRefused.codeWrong');
  if (Number(row.value.payload['tries']) >= maxTries) throw connectRefused('connectRefused.codeEnded');
  if (row.value.payload['secret'] !== digestOf(typed)) {
    await countTry(deps, hash);
    throw connectRefused('connectRefused.codeWrong');
  }
  const connectCode = read(row.value, hash);
  if (connectCode.usedBy !== null && connectCode.usedBy !== reader) throw connectRefused('connectRefused.codeUsed');
  if (connectCode.usedBy === null && msOf(row.value.exp) <= deps.clock.now())
    throw connectRefused('connectRefused.codeExpired');
  return connectCode;
};

/**
 * Marks the code as used by this organisation. If several organisations try at once, one succeeds and all others are
 * refused.
 */
export const useConnectCode = (
  deps: Pick<Deps, 'store' | 'clock'>,
  { hash }: Pick<ConnectCode, 'hash'>,
  user: OrgId,
): Promise<void> =>
  retryOnConflict(async () => {
    const row = await outside(deps.store).get(codeKind, { hash });
    if (row === undefined) throw connectRefused('connectRefused.codeExpired');
    const { usedBy } = row.value.payload;
    if (usedBy === user) return;
    if (usedBy !== '') throw connectRefused('connectRefused.codeUsed');
    const next = { ...row.value, payload: { ...row.value.payload, usedBy: user }, used: toInstant(deps.clock.now()) };
    await outside(deps.store).replace(codeKind, { hash }, next, row.etag);
  });
