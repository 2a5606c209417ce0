import { AppError } from '#contracts/core/errorCodesAndAppError.ts';
import type { OrgId } from '#contracts/core/idDateAndZoneSchemas.ts';
import { inOrg } from '../../store/recordKindsAndAccess.ts';
import type { Records } from '../../store/recordKindsAndAccess.ts';
import type { Actor } from '../core/actor.ts';
import type { Deps } from '../core/deps.ts';
import { findActiveOrganisation } from './activeOrganisationAndTeams.ts';
import type { Organisation } from './activeOrganisationAndTeams.ts';

/**
 * Returns the organisation of a call: the caller's own or, for a superadmin, the organisation `named`. Throws NOT_FOUND
 * if another caller names a foreign organisation, or if the organisation is not active.
 */
export const ownOrNamedOrganisation = async (
  deps: Pick<Deps, 'store'>,
  actor: Actor,
  named: OrgId | undefined,
): Promise<{ readonly records: Records<OrgId>; readonly organisation: Organisation }> => {
  const orgId = named ?? actor.orgId;
  if (orgId !== actor.orgId && actor.role !== 'superadmin') throw new AppError('NOT_FOUND');
  const records = inOrg(deps.store, orgId);
  const organisation = await findActiveOrganisation(records);
  if (organisation === undefined) throw new AppError('NOT_FOUND');
  return { records, organisation };
};
