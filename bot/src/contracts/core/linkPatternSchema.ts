import { z } from 'zod';
import { limits } from './limitsAndProductConstants.ts';
import { prefixFault, prefixKey, urlFault } from './linkPatternFaultsAndPresets.ts';

export const linkPattern = z.object({ prefix: z.string(), url: z.string() });

const sent = (fault: (text: string) => string | undefined, max: number) =>
  z
    .string('invalid.text')
    .transform((value) => value.trim())
    .superRefine((value, context) => {
      const message = fault(value);
      if (message !== undefined) context.addIssue({ code: 'custom', message });
    })
    .meta({ maxLength: max, minLength: 1 });

const linkPatternDraft = z.object({
  prefix: sent(prefixFault, limits.linkPrefixLength),
  url: sent(urlFault, limits.linkUrlLength),
});

/**
 * Schema for all link patterns of an organisation. The length is checked first, so that a huge list costs no further
 * checks.
 */
export const linkPatternDrafts = z
  .array(z.unknown(), 'invalid.list')
  .max(limits.linkPatterns, 'linkPattern.tooMany')
  .pipe(z.array(linkPatternDraft))
  .superRefine((patterns, context) => {
    const seen = new Set<string>();
    for (const [index, { prefix }] of patterns.entries()) {
      const key = prefixKey(prefix);
      if (seen.has(key))
        context.addIssue({ code: 'custom', message: 'linkPattern.duplicate', path: [index, 'prefix'] });
      seen.add(key);
    }
  });
