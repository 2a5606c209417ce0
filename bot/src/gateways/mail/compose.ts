import type { SendMailOptions } from 'nodemailer';
import { productName } from '#contracts/core/limits.ts';
import type { Words } from '#contracts/text/catalogueKeys.ts';
import type { Letter, Mail } from '../mail.ts';
import { renderLetter } from './letters.ts';

export interface MailSettings {
  readonly words: (locale: string) => Words;
  readonly publicUrl: string;
  /** Address the mail comes from. */
  readonly from: string;
}

/** Lets mail programs offer "unsubscribe" with one click (RFC 8058, which asks for HTTPS). */
const stopHeaders = (letter: Letter): Readonly<Record<string, string>> => {
  const url = letter.kind === 'SUMMARY' ? letter.stopUrl : letter.kind === 'CONSENT' ? letter.url : undefined;
  if (url === undefined) return {};
  const header = { 'List-Unsubscribe': `<${url}>` };
  return url.startsWith('https:') ? { ...header, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' } : header;
};

/** A mail as the library takes it. Addresses are objects: text would be parsed, and a name could name another recipient. */
export const composeMail = (
  { words, publicUrl, from }: MailSettings,
  { id, to, locale, letter, attachments = [] }: Mail,
): SendMailOptions => ({
  ...renderLetter(letter, { words: words(locale), locale, publicUrl }),
  from: { name: productName, address: from },
  to: [{ name: '', address: to }],
  messageId: `<${id}@${new URL(publicUrl).hostname}>`,
  textEncoding: 'quoted-printable',
  attachments: attachments.map(({ fileName: filename, contentType, content }) => ({ filename, contentType, content })),
  // Holiday notices and the like need not answer.
  headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All', ...stopHeaders(letter) },
  disableFileAccess: true,
  disableUrlAccess: true,
});
