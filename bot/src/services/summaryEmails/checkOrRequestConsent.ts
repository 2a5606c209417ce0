import { inOrg } from '../../store/records.ts';
import { findConsent, requestConsent } from './summaryConsents.ts';
import type { ConsentDeps, ConsentRequest } from './summaryConsents.ts';

/**
 * Returns the reason why an address gets no email of the organisation's reports; null if it gets them. The reason is
 * that it refused or unsubscribed, or that it is outside the organisation and has not agreed. An address outside the
 * organisation that was never asked is asked now.
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
