import { inOrg } from '../../store/recordKindsAndAccess.ts';
import { findConsent, requestConsent } from './summaryConsentsAndAddressHash.ts';
import type { ConsentDeps, ConsentRequest } from './summaryConsentsAndAddressHash.ts';

/**
 * Returns null if an address gets the summary emails of the organisation. Returns UNSUBSCRIBED if the recipient refused
 * or unsubscribed, and NO_CONSENT if the address is outside the organisation and the recipient has not agreed. In the
 * last case, the first request for consent is sent now unless it was sent already.
 */
export const checkOrRequestConsent = async (
  deps: ConsentDeps,
  asking: ConsentRequest,
  isMember: () => Promise<boolean>,
): Promise<'UNSUBSCRIBED' | 'NO_CONSENT' | null> => {
  const row = (await findConsent(inOrg(deps.store, asking.orgId), asking.address))?.value;
  switch (row?.state) {
    case 'AGREED':
    case 'APPROVED':
      return null;
    case 'UNSUBSCRIBED':
    case 'REFUSED':
      return 'UNSUBSCRIBED';
    case 'WAITING':
    case undefined:
  }
  if (await isMember()) return null;
  if (row?.askedAt == null) await requestConsent(deps, asking);
  return 'NO_CONSENT';
};
