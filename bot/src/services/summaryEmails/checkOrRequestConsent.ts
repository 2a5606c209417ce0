import { inOrg } from '../../store/recordKindsAndAccess.ts';
import { findConsent, requestConsent } from './summaryConsentsAndAddressHash.ts';
import type { ConsentDeps, ConsentRequest } from './summaryConsentsAndAddressHash.ts';

/**
 * Returns null if the address may get the organisation's summary emails, UNSUBSCRIBED if its owner refused or
 * unsubscribed, and NO_CONSENT for an outside address without consent. In the last case, the first request for consent
 * is sent now, unless it was already sent.
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
