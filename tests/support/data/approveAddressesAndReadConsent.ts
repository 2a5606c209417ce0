import type { OrgId } from '#contracts/core/idDateAndZoneSchemas.ts';
import type { Clock } from '../../../bot/src/domain/core/clockPort.ts';
import { approveAddress, findConsent } from '../../../bot/src/services/summaryEmails/summaryConsentsAndAddressHash.ts';
import type { Consent } from '../../../bot/src/services/summaryEmails/summaryConsentsAndAddressHash.ts';
import { inOrg } from '../../../bot/src/store/recordKindsAndAccess.ts';
import type { TableStore } from '../../../bot/src/store/tableStorePort.ts';

interface Place {
  readonly store: TableStore;
  readonly clock: Clock;
  readonly orgId: OrgId;
}

/** Approves addresses outside the organisation for summaries, without asking them for their consent. */
export const approveAddresses = async (place: Place, ...addresses: readonly string[]): Promise<void> => {
  for (const address of addresses) await approveAddress(place, { orgId: place.orgId, address, by: null });
};

export const consentIn = async (
  { store, orgId }: Omit<Place, 'clock'>,
  address: string,
): Promise<Consent | undefined> => (await findConsent(inOrg(store, orgId), address))?.value;
