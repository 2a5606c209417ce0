import type { SendMailOptions } from 'nodemailer';
import { productName } from '#contracts/limits.ts';
import type { Words } from '#contracts/text/keys.ts';
import type { Mail } from '../mail.ts';
import { renderLetter } from './letters.ts';

export interface MailSettings {
  readonly words: (locale: string) => Words;
  readonly publicUrl: string;
  /** Address the mail comes from. */
  readonly from: string;
}

/** A mail as the library takes it. Addresses are objects: text would be parsed, and a name could name another recipient. */
export const composeMail = (
  { words, publicUrl, from }: MailSettings,
  { id, to, locale, letter }: Mail,
): SendMailOptions => ({
  ...renderLetter(letter, { words: words(locale), locale, publicUrl }),
  from: { name: productName, address: from },
  to: [{ name: '', address: to }],
  messageId: `<${id}@${new URL(publicUrl).hostname}>`,
  textEncoding: 'quoted-printable',
  // Holiday notices and the like need not answer.
  headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
  disableFileAccess: true,
  disableUrlAccess: true,
});
