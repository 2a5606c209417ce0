import { z } from 'zod';
import type { MessageKey } from './text/keys.ts';

// Control characters, and the invisible characters that look like nothing at all: a name of only these cannot be seen or clicked.
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
 * Both store engines hold what passes alike; NUL and lone surrogates, which they do not, are refused here (design/trust.md).
 */
export const text = ({ max, multiLine = false, required, tooLong = 'invalid.tooLong' }: TextRules) =>
  z
    // Who leaves a required text out hears what is missing.
    .string({ error: ({ input }) => (input === undefined || input === null ? required : undefined) ?? 'invalid.text' })
    // A cheap bound first, so that a huge string is not normalised.
    .max(max * 8 + 64, tooLong)
    .refine((value) => value.isWellFormed(), { error: 'invalid.characters', abort: true })
    .transform((value) => (multiLine ? value.replace(/\r\n?/g, '\n') : value).normalize('NFC').trim())
    .refine((value) => !(multiLine ? controlMultiLine : controlOneLine).test(value), 'invalid.characters')
    .refine((value) => Array.from(value).length <= max, tooLong)
    .refine((value) => required === undefined || value.replace(invisible, '') !== '', required ?? 'invalid.text')
    // What /openapi.json says of it: the bound above is a guard, this is the limit.
    .meta({ maxLength: max, ...(required === undefined ? {} : { minLength: 1 }) });

/**
 * Without the blanks around it and lower-cased by ASCII rules only, so that "İ" never becomes "i". A line break is no blank: nobody
 * types one into an address, and who sends one tries for a header.
 */
export const email = z
  .string('invalid.email')
  .refine((value) => !controlOneLine.test(value), { error: 'invalid.email', abort: true })
  .trim()
  .max(254, 'invalid.email')
  .pipe(z.email('invalid.email'))
  .refine((value) => value.indexOf('@') <= 64, 'invalid.email')
  .transform((value) => value.toLowerCase());
