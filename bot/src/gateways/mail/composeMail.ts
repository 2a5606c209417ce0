import type { SendMailOptions } from 'nodemailer';
import { productName } from '#contracts/core/limitsAndProductConstants.ts';
import type { Translate } from '#contracts/text/translateAndMessageKeyTypes.ts';
import type { Email, Mail } from '../mailPort.ts';
import { renderEmail } from './renderEmail.ts';

export interface MailSettings {
  readonly translateFor: (locale: string) => Translate;
  readonly publicUrl: string;
  readonly from: string;
}

/**
 * Returns the headers for unsubscribing with one click in a mail program (RFC 8058, which requires HTTPS). Empty for an
 * email without such a link.
 */
const stopHeaders = (email: Email): Readonly<Record<string, string>> => {
  const hasStop = email.kind === 'SUMMARY' || email.kind === 'DIGEST';
  const url = hasStop ? email.stopUrl : email.kind === 'CONSENT' ? email.url : undefined;
  if (url === undefined) return {};
  const header = { 'List-Unsubscribe': `<${url}>` };
  return url.startsWith('https:') ? { ...header, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' } : header;
};

/**
 * Builds a mail for the mail library. Addresses are passed as objects, because the library parses texts, and a name in
 * a text could add a recipient.
 */
export const composeMail = (
  { translateFor, publicUrl, from }: MailSettings,
  { id, to, locale, email, attachments = [] }: Mail,
): SendMailOptions => ({
  ...renderEmail(email, { t: translateFor(locale), locale, publicUrl }),
  from: { name: productName, address: from },
  to: [{ name: '', address: to }],
  messageId: `<${id}@${new URL(publicUrl).hostname}>`,
  textEncoding: 'quoted-printable',
  attachments: attachments.map(({ fileName: filename, contentType, content }) => ({ filename, contentType, content })),
  // These headers suppress automatic replies, such as out-of-office notices.
  headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All', ...stopHeaders(email) },
  disableFileAccess: true,
  disableUrlAccess: true,
});
