import type { OrgId, UserId } from '#contracts/core/idDateAndZoneSchemas.ts';
import { inOrg, outside } from '../../store/recordKindsAndAccess.ts';
import { membership } from '../../store/kinds/identity/membership.ts';
import { orgUser } from '../../store/kinds/organisations/organisationUserAndMember.ts';
import { prefixRange } from '../../store/tableStorePort.ts';
import { auditedActionSteps } from './activityLogStepsAndTexts.ts';
import type { ActivityFact } from './activityLogStepsAndTexts.ts';
import type { Deps } from './deps.ts';

export interface AccountAuthor {
  readonly userId: UserId;
  /**
   * Returns the person's name in an organisation, for the log of that organisation. Names may differ between
   * organisations.
   */
  readonly nameIn: (orgId: OrgId) => string;
}

/**
 * Writes the change of an account to the log of every organisation of that account. Call it before the change: they are
 * in different partitions and cannot share a transaction, so a crash may log the change twice, but never leaves it out.
 */
export const logAccountChange = async (
  deps: Pick<Deps, 'store' | 'clock' | 'newId'>,
  { userId, nameIn }: AccountAuthor,
  fact: ActivityFact,
): Promise<void> => {
  const places = await outside(deps.store).list(membership, { userId }, prefixRange('m|'));
  for (const orgId of new Set(places.map(({ value }) => value.orgId))) {
    const records = inOrg(deps.store, orgId);
    const place = await records.get(orgUser, { userId });
    if (place === undefined) continue;
    const author = { memberId: place.value.memberId, userId, name: nameIn(orgId) };
    const entry = { teamId: null, objectId: orgId, eventKey: deps.newId(), atMs: deps.clock.now() };
    await records.transact(auditedActionSteps(records, author, { ...entry, ...fact }));
  }
};
