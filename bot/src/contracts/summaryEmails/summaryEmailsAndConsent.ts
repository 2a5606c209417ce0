import { z } from 'zod';
import { endpoint } from '../core/endpoint.ts';
import { instant, meetingId } from '../core/idDateAndZoneSchemas.ts';
import { email } from '../core/textAndEmailSchemas.ts';

/**
 * Consent of an address to summaries and digests. MEMBER: a confirmed address of the organisation, which needs no
 * consent. HELD: not asked yet, because of a limit or because the report is older than the consent rule. WAITING:
 * asked, but no reply yet. AGREED: consented. APPROVED: an admin approved it. UNSUBSCRIBED, REFUSED: wants no summaries
 * and digests of this organisation.
 */
export const summaryEmailStates = [
  'MEMBER',
  'HELD',
  'WAITING',
  'AGREED',
  'APPROVED',
  'UNSUBSCRIBED',
  'REFUSED',
] as const;
export type SummaryEmailState = (typeof summaryEmailStates)[number];

export const summaryEmail = z.object({
  email: z.string(),
  state: z.enum(summaryEmailStates),
  /** Instant of the last request for consent; null = no request was sent. */
  askedAt: instant.nullable(),
  /** True if another request for consent may be sent now. */
  canAsk: z.boolean(),
});
export type SummaryEmail = z.output<typeof summaryEmail>;

const list = z.array(summaryEmail);
const named = z.object({ meetingId, email });

export const getSummaryEmails = endpoint({
  method: 'GET',
  path: '/api/meeting/summaryEmails/{meetingId}',
  access: 'meeting.read',
  input: z.object({ meetingId }),
  output: list,
});

/** Sends the request for consent again: at most once a day, and three times in total. */
export const askSummaryEmail = endpoint({
  method: 'POST',
  path: '/api/meeting/askSummaryEmail/{meetingId}',
  access: 'meeting.write',
  input: named,
  output: list,
});

/** Lets an admin approve an address that was not asked or has not replied yet. */
export const approveSummaryEmail = endpoint({
  method: 'POST',
  path: '/api/meeting/approveSummaryEmail/{meetingId}',
  access: 'summaryEmail.approve',
  input: named,
  output: list,
});
