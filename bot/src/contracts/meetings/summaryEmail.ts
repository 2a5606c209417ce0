import { z } from 'zod';
import { endpoint } from '../core/endpoint.ts';
import { instant, meetingId } from '../core/ids.ts';
import { email } from '../core/textField.ts';

/**
 * MEMBER: confirmed address of the organisation, needs no consent. HELD: not asked yet, because a limit delays the request or the
 * report is older than the consent rule. WAITING: request sent. AGREED: the address agreed. APPROVED: added or approved by an
 * admin. UNSUBSCRIBED, REFUSED: the address wants no summaries of this organisation.
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
  /** When the address was last asked for its consent; null = never. */
  askedAt: instant.nullable(),
  /** True if another request may be sent now. */
  canAsk: z.boolean(),
});
export type SummaryEmail = z.output<typeof summaryEmail>;

const list = z.array(summaryEmail);
const named = z.object({ meetingId, email });

/** The addresses to which a report mails its summary, each with its consent. */
export const getSummaryEmails = endpoint({
  method: 'GET',
  path: '/api/meeting/summaryEmails/{meetingId}',
  access: 'meeting.read',
  input: z.object({ meetingId }),
  output: list,
});

/** Sends the request for consent again, at most once a day and three times in all. */
export const askSummaryEmail = endpoint({
  method: 'POST',
  path: '/api/meeting/askSummaryEmail/{meetingId}',
  access: 'meeting.write',
  input: named,
  output: list,
});

/** An admin answers for an address that was not asked or has not answered yet. */
export const approveSummaryEmail = endpoint({
  method: 'POST',
  path: '/api/meeting/approveSummaryEmail/{meetingId}',
  access: 'summaryEmail.approve',
  input: named,
  output: list,
});
