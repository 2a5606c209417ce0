import { z } from 'zod';
import { instant, memberId } from '#contracts/core/idDateAndZoneSchemas.ts';
import type { OrgId } from '#contracts/core/idDateAndZoneSchemas.ts';
import { kind } from '../../recordKindsAndAccess.ts';

export const consentStates = ['WAITING', 'AGREED', 'APPROVED', 'UNSUBSCRIBED', 'REFUSED'] as const;

export type ConsentState = (typeof consentStates)[number];

/**
 * Consent of an email address to the summaries and digests of one organisation. The row contains only the hash of the address;
 * the address itself is in the reports and digests that send to it.
 */
export const summaryConsent = kind({
  name: 'summaryConsent',
  table: 'Org',
  version: 1,
  schema: z.object({
    state: z.enum(consentStates),
    asks: z.int(),
    /**
     * Instant at which the last request was queued; null if no request was queued, because a limit delays it or because
     * an admin approved the address.
     */
    askedAt: instant.nullable(),
    changedAt: instant,
    /** The member who requested the consent or approved the address; null if no member did either. */
    by: memberId.nullable(),
  }),
  at: (scope: OrgId, key: { hash: string }) => ({ pk: scope, rk: `ml|${key.hash}` }),
});
