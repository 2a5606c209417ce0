import { AppError } from '#contracts/errors.ts';
import type { OrgId } from '#contracts/ids.ts';
import { inOrg } from '../store/kind.ts';
import type { Records } from '../store/kind.ts';
import type { Actor } from './actor.ts';
import type { Deps } from './deps.ts';
import { livingOrg } from './standing.ts';
import type { Organisation } from './standing.ts';

/**
 * The organisation a call is about: the caller's own, or the one a superadmin names. Any other, and one that is deleted,
 * is not there.
 */
export const concernedOrg = async (
  deps: Pick<Deps, 'store'>,
  actor: Actor,
  named: OrgId | undefined,
): Promise<{ readonly records: Records<OrgId>; readonly organisation: Organisation }> => {
  const orgId = named ?? actor.orgId;
  if (orgId !== actor.orgId && actor.role !== 'superadmin') throw new AppError('NOT_FOUND');
  const records = inOrg(deps.store, orgId);
  const organisation = await livingOrg(records);
  if (organisation === undefined) throw new AppError('NOT_FOUND');
  return { records, organisation };
};
