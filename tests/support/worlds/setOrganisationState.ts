import { inOrg } from '../../../bot/src/store/recordKindsAndAccess.ts';
import { org } from '../../../bot/src/store/kinds/organisations/organisation.ts';
import { anInstant } from '../data/idDateAndRecordBuilders.ts';
import type { World } from './teamWorldWithEngine.ts';

type State = 'ACTIVE' | 'DEACTIVATED' | 'DELETING';

/**
 * Puts the world's organisation into a state. With `trialEndsAt` in the past and no payment method, the organisation is
 * read-only.
 */
export const setOrgState = async (world: World, state: State, trialEndsAt = '2027-01-01T08:00:00Z'): Promise<void> => {
  const createdOn = anInstant('2026-11-01T08:00:00Z');
  const settings = { requireSecondFactor: false, microsoftOnly: false, isAutomatic: true };
  const row = {
    orgId: world.orgId,
    name: 'Contoso',
    state,
    trialEndsAt: anInstant(trialEndsAt),
    createdOn,
    ...settings,
  };
  await inOrg(world.store, world.orgId).touch(org, undefined, row);
};
