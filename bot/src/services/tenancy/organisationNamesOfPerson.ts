import type { UserId } from '#contracts/core/idDateAndZoneSchemas.ts';
import { inOrg, outside } from '../../store/recordKindsAndAccess.ts';
import { membership } from '../../store/kinds/identity/membership.ts';
import { registration } from '../../store/kinds/registration/registration.ts';
import { prefixRange } from '../../store/tableStorePort.ts';
import type { Deps } from '../core/deps.ts';
import { findActiveOrganisation } from './activeOrganisationAndTeams.ts';

/**
 * Returns the names of the organisations that a person is in or is registering. They are used to refuse passwords that
 * consist of such a name.
 */
export const organisationNamesOfPerson = async ({ store }: Pick<Deps, 'store'>, userId: UserId): Promise<string[]> => {
  const [places, pending] = await Promise.all([
    outside(store).list(membership, { userId }, prefixRange('m|')),
    outside(store).get(registration, { userId }),
  ]);
  const organisations = await Promise.all(places.map((row) => findActiveOrganisation(inOrg(store, row.value.orgId))));
  return [pending?.value.organizationName, ...organisations.map((organisation) => organisation?.name)].filter(
    (name) => typeof name === 'string',
  );
};
