import type { SendMailOptions } from 'nodemailer';
import { productName } from '#contracts/core/limits.ts';
import type { Translate } from '#contracts/text/catalogueKeys.ts';
import type { Email, Mail } from '../mailPort.ts';
import { renderEmail } from './renderEmail.ts';

export interface MailSettings {
  readonly translateFor: (locale: string) => Translate;
  readonly publicUrl: string;
  /** Address the mail comes from. */
  readonly from: string;
}

/** Lets mail programs offer "unsubscribe" with one click (RFC 8058, which asks for HTTPS). */
const stopHeaders = (email: Email): Readonly<Record<string, string>> => {
  const url = email.kind === 'SUMMARY' ? email.stopUrl : email.kind === 'CONSENT' ? email.url : undefined;
  if (url === undefined) return {};
  const header = { 'List-Unsubscribe': `<${url}>` };
  return url.startsWith('https:') ? { ...header, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' } : header;
};

/** A mail as the library takes it. Addresses are objects: text would be parsed, and a name could name another recipient. */
export const composeMail = (
  { translateFor, publicUrl, from }: MailSettings,
  { id, to, locale, letter: email, attachments = [] }: Mail,
): SendMailOptions => ({
  ...renderEmail(email, { t: translateFor(locale), locale, publicUrl }),
  from: { name: productName, address: from },
  to: [{ name: '', address: to }],
  messageId: `<${id}@${new URL(publicUrl).hostname}>`,
  textEncoding: 'quoted-printable',
  attachments: attachments.map(({ fileName: filename, contentType, content }) => ({ filename, contentType, content })),
  // Holiday notices and the like need not answer.
  headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All', ...stopHeaders(email) },
  disableFileAccess: true,
  disableUrlAccess: true,
});
