import { answerParts } from '#contracts/core/findLinksAndMentions.ts';
import { limits } from '#contracts/core/limitsAndProductConstants.ts';
import { prefixFault, prefixKey, urlFault } from '#contracts/core/linkPatternFaultsAndPresets.ts';
import type { LinkPattern, LinkPatternFault } from '#contracts/core/linkPatternFaultsAndPresets.ts';

export interface RowFaults {
  readonly prefix: LinkPatternFault | undefined;
  readonly url: LinkPatternFault | undefined;
}

const trimmed = ({ prefix, url }: LinkPattern): LinkPattern => ({ prefix: prefix.trim(), url: url.trim() });

export const trimmedPatterns = (patterns: readonly LinkPattern[]): LinkPattern[] => patterns.map(trimmed);

/** Returns the faults of each row. If two rows have the same prefix, the later row has a fault. */
export const faultsOf = (patterns: readonly LinkPattern[]): readonly RowFaults[] => {
  const seen = new Set<string>();
  return trimmedPatterns(patterns).map(({ prefix, url }) => {
    const isKnown = seen.has(prefixKey(prefix));
    seen.add(prefixKey(prefix));
    return { prefix: prefixFault(prefix) ?? (isKnown ? 'linkPattern.duplicate' : undefined), url: urlFault(url) };
  });
};

export const isRight = ({ prefix, url }: RowFaults): boolean => prefix === undefined && url === undefined;

export const hasRoom = (patterns: readonly LinkPattern[]): boolean => patterns.length < limits.linkPatterns;

const exampleNumber = '123';

/**
 * Returns an example of a reference and its link, made by the same rule as the links in answers. Undefined while the
 * pattern has a fault.
 */
export const exampleOf = (pattern: LinkPattern): { readonly text: string; readonly url: string } | undefined => {
  const { prefix, url } = trimmed(pattern);
  if (prefixFault(prefix) !== undefined || urlFault(url) !== undefined) return undefined;
  const [part] = answerParts({ patterns: [{ prefix, url }], mentions: [] }, prefix + exampleNumber);
  return part?.kind === 'PATTERN' ? { text: part.text, url: part.url } : undefined;
};
