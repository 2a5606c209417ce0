import { z } from 'zod';
import type { MessageKey } from '../text/translateAndMessageKeyTypes.ts';

// Control characters are refused. Invisible characters do not count as content, because people could neither see nor
// click a name that consists only of them.
const controlOneLine = /\p{Cc}|[\uFFFE\uFFFF]/u;
const controlMultiLine = /(?![\n\t])\p{Cc}|[\uFFFE\uFFFF]/u;
const invisible = /[\p{Z}\p{Cf}\p{Cc}\p{Mn}\u2800\u3164\u115F\u1160\uFFA0]/gu;

export interface TextRules {
  /** Maximum number of code points, after trimming and normalising. */
  readonly max: number;
  readonly multiLine?: boolean;
  /** Message for a text without visible characters; left out = such a text is allowed. */
  readonly required?: MessageKey;
  /** Message for a text above the limit; left out = a general message that does not name the field. */
  readonly tooLong?: MessageKey;
}

/**
 * Schema for user-written text: NFC, trimmed, no control characters except newline and tab in a multi-line text. NUL
 * and lone surrogates are refused, because the two store engines handle them differently (docs/architecture.md, The
 * table port).
 */
export const text = ({ max, multiLine = false, required, tooLong = 'invalid.tooLong' }: TextRules) =>
  z
    // A missing required text causes the same error message as an empty one.
    .string({ error: ({ input }) => (input === undefined || input === null ? required : undefined) ?? 'invalid.text' })
    // Checks a generous limit before normalising, because normalising a huge text is slow.
    .max(max * 8 + 64, tooLong)
    .refine((value) => value.isWellFormed(), { error: 'invalid.characters', abort: true })
    .transform((value) => (multiLine ? value.replace(/\r\n?/g, '\n') : value).normalize('NFC').trim())
    .refine((value) => !(multiLine ? controlMultiLine : controlOneLine).test(value), 'invalid.characters')
    .refine((value) => Array.from(value).length <= max, tooLong)
    .refine((value) => required === undefined || value.replace(invisible, '') !== '', required ?? 'invalid.text')
    // /openapi.json shows this limit. The generous limit above only protects the server.
    .meta({ maxLength: max, ...(required === undefined ? {} : { minLength: 1 }) });

/**
 * Trims the address and converts it to lower case. Only ASCII addresses are accepted, so "İ" can never become "i". A
 * line break is refused instead of trimmed, because it comes from an attempt to inject a mail header and never from
 * typing.
 */
export const email = z
  .string('invalid.email')
  // Refuses invisible characters such as a byte order mark, because one address could otherwise be stored in two
  // spellings. `trim` does not remove them all.
  .refine((value) => !controlOneLine.test(value) && !/\p{Cf}/u.test(value), { error: 'invalid.email', abort: true })
  .trim()
  .max(254, 'invalid.email')
  .pipe(z.email('invalid.email'))
  .refine((value) => value.indexOf('@') <= 64, 'invalid.email')
  .transform((value) => value.toLowerCase());
