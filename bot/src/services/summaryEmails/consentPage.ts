import type { Deps } from '../core/deps.ts';
import { inOrg } from '../../store/recordKindsAndAccess.ts';
import { summaryConsent } from '../../store/kinds/summaryEmails/summaryConsent.ts';
import { readAddressToken } from './consentLinkTokens.ts';
import type { CodeDeps } from '../identity/emailLinkCodes.ts';
import { findActiveOrganisation } from '../tenancy/activeOrganisationAndTeams.ts';
import { chooseForAddress } from './summaryConsentsAndAddressHash.ts';
import type { AddressChoice } from './summaryConsentsAndAddressHash.ts';

/**
 * The page that a link opens. UNKNOWN: this installation did not sign the link. ENDED: the organisation is deleted or
 * pending deletion. ASKED: the address has not answered the request for consent yet. ON: the address gets summaries.
 * OFF: it gets none.
 */
export type AddressPage =
  | { readonly is: 'UNKNOWN' }
  | { readonly is: 'ENDED' }
  | { readonly is: 'ASKED' | 'ON' | 'OFF'; readonly organization: string };

type PageDeps = CodeDeps & Pick<Deps, 'store'>;

export const readAddressPage = async (deps: PageDeps, token: string): Promise<AddressPage> => {
  const named = readAddressToken(deps.codeKeys, token);
  if (named === undefined) return { is: 'UNKNOWN' };
  const records = inOrg(deps.store, named.orgId);
  const organisation = await findActiveOrganisation(records);
  if (organisation === undefined) return { is: 'ENDED' };
  const row = (await records.get(summaryConsent, { hash: named.hash }))?.value;
  const { name: organization } = organisation;
  switch (row?.state) {
    case 'WAITING':
      return { is: 'ASKED', organization };
    case 'UNSUBSCRIBED':
    case 'REFUSED':
      return { is: 'OFF', organization };
    // An address of the organisation needs no consent, so it has no row until its owner unsubscribes. Without a row, it
    // gets summaries.
    case undefined:
    case 'AGREED':
    case 'APPROVED':
      return { is: 'ON', organization };
  }
};

/** Stores the recipient's choice, and returns the page as it is afterwards. Repeating a choice changes nothing. */
export const chooseOnPage = async (deps: PageDeps, token: string, choice: AddressChoice): Promise<AddressPage> => {
  const named = readAddressToken(deps.codeKeys, token);
  const before = await readAddressPage(deps, token);
  if (named === undefined || before.is === 'UNKNOWN' || before.is === 'ENDED') return before;
  await chooseForAddress(deps, named.orgId, named.hash, choice);
  return readAddressPage(deps, token);
};
