import { z } from 'zod';
import type { MessageKey } from '../text/catalogueKeys.ts';

// Control characters are refused. Invisible characters do not count as content, because people could neither see nor click a name
// of only these.
const controlOneLine = /\p{Cc}|[\uFFFE\uFFFF]/u;
const controlMultiLine = /(?![\n\t])\p{Cc}|[\uFFFE\uFFFF]/u;
const invisible = /[\p{Z}\p{Cf}\p{Cc}\p{Mn}\u2800\u3164\u115F\u1160\uFFA0]/gu;

export interface TextRules {
  /** Maximum number of code points, after trimming and normalising. */
  readonly max: number;
  readonly multiLine?: boolean;
  /** Message for a text without visible characters; left out = an empty text is allowed. */
  readonly required?: MessageKey;
  /** Message for a text above the limit; left out = the general message, which does not name the field. */
  readonly tooLong?: MessageKey;
}

/**
 * Schema for every text that people write: well-formed, without control characters (except newline and tab if multi-line), NFC,
 * trimmed. It refuses NUL and lone surrogates, because the two store engines handle them differently (docs/architecture.md, The
 * table port).
 */
export const text = ({ max, multiLine = false, required, tooLong = 'invalid.tooLong' }: TextRules) =>
  z
    // If a required text is left out, the error message refers to the missing field.
    .string({ error: ({ input }) => (input === undefined || input === null ? required : undefined) ?? 'invalid.text' })
    // Checks a rough limit first, so that a huge text is not normalised.
    .max(max * 8 + 64, tooLong)
    .refine((value) => value.isWellFormed(), { error: 'invalid.characters', abort: true })
    .transform((value) => (multiLine ? value.replace(/\r\n?/g, '\n') : value).normalize('NFC').trim())
    .refine((value) => !(multiLine ? controlMultiLine : controlOneLine).test(value), 'invalid.characters')
    .refine((value) => Array.from(value).length <= max, tooLong)
    .refine((value) => required === undefined || value.replace(invisible, '') !== '', required ?? 'invalid.text')
    // /openapi.json shows this limit. The rough limit above only protects the server.
    .meta({ maxLength: max, ...(required === undefined ? {} : { minLength: 1 }) });

/**
 * Trims the address and lower-cases it by ASCII rules only, so that "İ" never becomes "i". A line break is refused and not
 * trimmed, because it comes from an attempt to inject a header and never from typing.
 */
export const email = z
  .string('invalid.email')
  // Refuses invisible characters, such as a byte order mark. They would give one address two spellings, and `trim` does not
  // remove them all.
  .refine((value) => !controlOneLine.test(value) && !/\p{Cf}/u.test(value), { error: 'invalid.email', abort: true })
  .trim()
  .max(254, 'invalid.email')
  .pipe(z.email('invalid.email'))
  .refine((value) => value.indexOf('@') <= 64, 'invalid.email')
  .transform((value) => value.toLowerCase());
