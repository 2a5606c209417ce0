import { answerParts } from '#contracts/core/findLinksAndMentions.ts';
import type { AnswerLinks } from '#contracts/core/findLinksAndMentions.ts';
import type { MemberId } from '#contracts/core/idDateAndZoneSchemas.ts';
import { prefixKey } from '#contracts/core/linkPatternFaultsAndPresets.ts';

/**
 * Returns the link patterns and mentioned members that occur in the texts; undefined if none occurs. Other patterns and
 * members are left out, so that they do not affect the hash (`digest`) of a summary.
 */
export const usedLinks = (links: AnswerLinks, texts: readonly string[]): AnswerLinks | undefined => {
  const prefixes = new Set<string>();
  const members = new Set<MemberId>();
  for (const text of texts)
    for (const part of answerParts(links, text)) {
      if (part.kind === 'PATTERN') prefixes.add(prefixKey(part.text.replace(/\d+$/, '')));
      if (part.kind === 'MENTION') members.add(part.memberId);
    }
  if (prefixes.size === 0 && members.size === 0) return undefined;
  return {
    patterns: links.patterns.filter(({ prefix }) => prefixes.has(prefixKey(prefix))),
    mentions: links.mentions.filter(({ memberId }) => members.has(memberId)),
  };
};
