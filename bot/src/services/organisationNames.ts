import type { OrgId, UserId } from '#contracts/ids.ts';
import { inOrg, outside } from '../store/kind.ts';
import { membership } from '../store/kinds/accounts.ts';
import { registration } from '../store/kinds/codes.ts';
import { prefixRange } from '../store/port.ts';
import type { Deps } from './deps.ts';
import { livingOrg } from './standing.ts';

/** Names of the organisations a person is in or is about to make: words their password must not be made of. */
export const organisationNames = async ({ store }: Pick<Deps, 'store'>, userId: UserId): Promise<string[]> => {
  const anyPlace = { userId, orgId: '' as OrgId, memberId: null };
  const [places, pending] = await Promise.all([
    outside(store).list(membership, anyPlace, prefixRange('m|')),
    outside(store).get(registration, { userId }),
  ]);
  const organisations = await Promise.all(places.map((row) => livingOrg(inOrg(store, row.value.orgId))));
  return [pending?.value.organizationName, ...organisations.map((one) => one?.name)].filter(
    (name) => typeof name === 'string',
  );
};
