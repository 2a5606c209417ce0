import type { Connection } from '#contracts/connect/connectOrgByCode.ts';
import { AppError } from '#contracts/core/errorCodesAndAppError.ts';
import type { OrgId } from '#contracts/core/idDateAndZoneSchemas.ts';
import { toInstant } from '../../domain/core/zonedTimeAndCalendarDates.ts';
import { inOrg, outside } from '../../store/recordKindsAndAccess.ts';
import { tenantOrg } from '../../store/kinds/organisations/organisationLookups.ts';
import { org as orgKind } from '../../store/kinds/organisations/organisation.ts';
import { orgMember } from '../../store/kinds/organisations/organisationUserAndMember.ts';
import { connecting } from '../../store/kinds/connect/connectJob.ts';
import { prefixRange } from '../../store/tableStorePort.ts';
import { provePassword } from '../identity/passwordLoginAndUserDetails.ts';
import type { Origin } from '../identity/passwordLoginAndUserDetails.ts';
import type { Actor } from '../core/actor.ts';
import type { AttemptDeps } from '../rateLimits/loginLimitsAndKnownNetworks.ts';
import { getOrInsert } from '../core/optimisticUpdate.ts';
import { requireFullProof } from '../identity/authenticateRequestAndRequireProof.ts';
import { connectRefused, readConnectCode, useConnectCode } from './connectCode.ts';
import type { ConnectCode } from './connectCode.ts';
import { faultBetween, runConnecting } from './connectTenantToOrganisationJob.ts';
import type { ConnectFault, RunDeps } from './connectTenantToOrganisationJob.ts';

export type ConnectDeps = RunDeps & AttemptDeps;

interface Asked {
  readonly code: string;
  readonly confirm: boolean;
  readonly password?: string | undefined;
}

const refusalTexts = {
  notWeb: 'connectRefused.notWeb',
  hasTenant: 'connectRefused.hasTenant',
  gone: 'connectRefused.gone',
  inUse: 'connectRefused.inUse',
} as const satisfies Record<ConnectFault, string>;

/**
 * Reads the typed code. Wrong codes count against the caller's rate limit, in addition to the five wrong tries of each
 * code.
 */
const readTyped = async (deps: ConnectDeps, { orgId, userId }: Actor, typed: string): Promise<ConnectCode> => {
  const who = userId ?? orgId;
  await deps.limiter.check('connect', who);
  try {
    return await readConnectCode(deps, typed, orgId);
  } catch (error) {
    if (error instanceof AppError && error.code === 'CONNECT_REFUSED') await deps.limiter.take('connect', who);
    throw error;
  }
};

const proveAgain = async (
  deps: ConnectDeps,
  actor: Actor,
  password: string | undefined,
  origin: Origin,
): Promise<void> => {
  if (password === undefined || actor.userId === null) {
    await requireFullProof(deps, actor);
    return;
  }
  if (!(await provePassword(deps, actor.userId, password, origin)))
    throw new AppError('INVALID_INPUT', { message: 'connectRefused.password' });
};

const shown = async (
  deps: ConnectDeps,
  code: ConnectCode,
  holder: OrgId,
  isConnected: boolean,
): Promise<Connection> => {
  const { tid, tenantName, installer, team } = code;
  const rows = await inOrg(deps.store, holder).list(orgMember, undefined, prefixRange('mem|'));
  const members = rows.filter((row) => row.value.tid === tid).length;
  return { isConnected, tenantId: tid, tenantName, installer, team, members };
};

/**
 * Creates the row of the connection. If two organisations connect the same tenant at the same time, the first gets the
 * row and the second is refused.
 */
const beginOrJoin = async (deps: ConnectDeps, actor: Actor, code: ConnectCode): Promise<void> => {
  const from = (await inOrg(deps.store, code.orgId).get(orgKind, undefined))?.value;
  const row = await getOrInsert(outside(deps.store), connecting, { fromOrgId: code.orgId }, () => ({
    fromOrgId: code.orgId,
    toOrgId: actor.orgId,
    tid: code.tid,
    phase: 'CLAIM' as const,
    fromState: from?.state === 'DEACTIVATED' ? ('DEACTIVATED' as const) : ('ACTIVE' as const),
    actor: actor.name,
    installer: code.memberId,
    noticeId: deps.newId(),
    startedAt: toInstant(deps.clock.now()),
  }));
  if (row.value.toOrgId !== actor.orgId) throw connectRefused('connectRefused.codeUsed');
};

/**
 * Connects the caller's organisation with the tenant of the code; without `confirm`, returns only a preview. Throws
 * CONNECT_REFUSED with the reason, INVALID_INPUT for a wrong password, or REAUTH if no password is given and the
 * sign-in is not recent or did not prove every factor. Calling it again continues an interrupted connection.
 */
export const connectOrgByCode = async (
  deps: ConnectDeps,
  actor: Actor,
  { code: typed, confirm: isConfirming, password }: Asked,
  origin: Origin,
): Promise<Connection> => {
  const code = await readTyped(deps, actor, typed);
  const { orgId: fromOrgId, tid } = code;
  const row = await outside(deps.store).get(connecting, { fromOrgId });
  // With `cleanAt`, the organisations are connected, and only the old rows remain to be deleted.
  const isUnderWay = row !== undefined && row.value.cleanAt == null;
  // The tenant row is read after the connection row: if the connection ended between the two reads, the tenant row
  // already names the target organisation.
  const holder = await outside(deps.store).get(tenantOrg, { tid });
  if (!isUnderWay) {
    const isDone = holder?.value.orgId === actor.orgId && fromOrgId !== actor.orgId;
    if (isDone) return shown(deps, code, actor.orgId, true);
    const fault = await faultBetween(deps, { fromOrgId, toOrgId: actor.orgId, tid });
    if (fault !== null) throw connectRefused(refusalTexts[fault]);
  }
  if (!isConfirming) return shown(deps, code, holder?.value.orgId ?? fromOrgId, false);
  await proveAgain(deps, actor, password, origin);
  await useConnectCode(deps, code, actor.orgId);
  await beginOrJoin(deps, actor, code);
  const fault = await runConnecting(deps, fromOrgId);
  if (fault !== null) throw connectRefused(refusalTexts[fault]);
  return shown(deps, code, actor.orgId, true);
};
