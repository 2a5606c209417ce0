import type { Attachment, Email } from '../../gateways/mailPort.ts';

/**
 * The content of a queued email. RETRY_LATER: a row that the email needs is not written yet. SKIP: the email is no
 * longer needed.
 */
export type EmailContent =
  | { readonly is: 'SEND'; readonly email: Email; readonly attachments?: readonly Attachment[] }
  | { readonly is: 'RETRY_LATER' }
  | { readonly is: 'SKIP' };

export const skipEmail: EmailContent = { is: 'SKIP' };
export const retryLater: EmailContent = { is: 'RETRY_LATER' };
export const emailToSend = (email: Email, attachments: readonly Attachment[] = []): EmailContent => ({
  is: 'SEND',
  email,
  attachments,
});
