import { z } from 'zod';
import type { MessageKey } from '../text/catalogueKeys.ts';

// Control characters and invisible characters: a name of only these cannot be seen or clicked.
const controlOneLine = /\p{Cc}|[\uFFFE\uFFFF]/u;
const controlMultiLine = /(?![\n\t])\p{Cc}|[\uFFFE\uFFFF]/u;
const invisible = /[\p{Z}\p{Cf}\p{Cc}\p{Mn}\u2800\u3164\u115F\u1160\uFFA0]/gu;

export interface TextRules {
  /** Limit in code points, after trimming and normalising. */
  readonly max: number;
  readonly multiLine?: boolean;
  /** Message when nothing visible is left; without it an empty text is allowed. */
  readonly required?: MessageKey;
  /** Message beyond the limit, where the general one would not say which text is meant. */
  readonly tooLong?: MessageKey;
}

/**
 * The one schema for every string people write: well-formed, no control characters (newline and tab where multi-line), NFC, trimmed.
 * Both store engines hold what passes alike; NUL and lone surrogates, which they do not, are refused here (docs/architecture.md, The table port).
 */
export const text = ({ max, multiLine = false, required, tooLong = 'invalid.tooLong' }: TextRules) =>
  z
    // If a required text is left out, the error names the missing field.
    .string({ error: ({ input }) => (input === undefined || input === null ? required : undefined) ?? 'invalid.text' })
    // A cheap bound first, so that a huge string is not normalised.
    .max(max * 8 + 64, tooLong)
    .refine((value) => value.isWellFormed(), { error: 'invalid.characters', abort: true })
    .transform((value) => (multiLine ? value.replace(/\r\n?/g, '\n') : value).normalize('NFC').trim())
    .refine((value) => !(multiLine ? controlMultiLine : controlOneLine).test(value), 'invalid.characters')
    .refine((value) => Array.from(value).length <= max, tooLong)
    .refine((value) => required === undefined || value.replace(invisible, '') !== '', required ?? 'invalid.text')
    // /openapi.json shows this limit. The bound above is only a guard.
    .meta({ maxLength: max, ...(required === undefined ? {} : { minLength: 1 }) });

/**
 * Trims the address and lower-cases it by ASCII rules only, so that "İ" never becomes "i". A line break is refused and not
 * trimmed, because it never comes from typing but from an attempt to inject a header.
 */
export const email = z
  .string('invalid.email')
  // An invisible character, such as a byte order mark, would give one address two spellings, and `trim` does not remove them all.
  .refine((value) => !controlOneLine.test(value) && !/\p{Cf}/u.test(value), { error: 'invalid.email', abort: true })
  .trim()
  .max(254, 'invalid.email')
  .pipe(z.email('invalid.email'))
  .refine((value) => value.indexOf('@') <= 64, 'invalid.email')
  .transform((value) => value.toLowerCase());
