import { inOrg } from '../../store/recordKindsAndAccess.ts';
import { orgMember } from '../../store/kinds/organisations/organisationUserAndMember.ts';
import type { AccountWork } from '../core/queueEmailsAndPurges.ts';
import { addressToken } from './consentLinkTokens.ts';
import type { CodeDeps } from '../identity/emailLinkCodes.ts';
import type { Deps } from '../core/deps.ts';
import { emailToSend, retryLater, skipEmail } from '../core/emailContentOrSkip.ts';
import type { EmailContent } from '../core/emailContentOrSkip.ts';
import { addressLink } from '../core/webLinks.ts';
import { findActiveOrganisation } from '../tenancy/activeOrganisationAndTeams.ts';
import { addressHash, findConsent } from './summaryConsentsAndAddressHash.ts';

/**
 * Returns the email that asks an address for consent; SKIP if the address has already answered. An email that may
 * already have been sent is skipped too, because the member who entered the address can repeat the request.
 */
export const consentEmail = async (
  deps: CodeDeps & Pick<Deps, 'publicUrl'>,
  { orgId, address, values, sends }: AccountWork,
): Promise<EmailContent> => {
  if (orgId === null || (sends ?? 0) > 0) return skipEmail;
  const records = inOrg(deps.store, orgId);
  const [organisation, row] = await Promise.all([findActiveOrganisation(records), findConsent(records, address)]);
  if (organisation === undefined) return skipEmail;
  // The email is queued before its row is written, so the row may not be written yet.
  if (row === undefined) return retryLater;
  const { state, askedAt, by } = row.value;
  if (state !== 'WAITING' || askedAt !== values['asked']) return skipEmail;
  const sender = by === null ? undefined : (await records.get(orgMember, { memberId: by }))?.value;
  const url = addressLink(deps.publicUrl, addressToken(deps.codeKeys, { orgId, hash: addressHash(address) }));
  return emailToSend({ kind: 'CONSENT', organization: organisation.name, sender: sender?.name ?? '', url });
};
