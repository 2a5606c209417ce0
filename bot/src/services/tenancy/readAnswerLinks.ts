import { mentionsOf, noLinks } from '#contracts/core/findLinksAndMentions.ts';
import type { AnswerLinks } from '#contracts/core/findLinksAndMentions.ts';
import type { OrgId } from '#contracts/core/idDateAndZoneSchemas.ts';
import type { LinkPattern } from '#contracts/core/linkPatternFaultsAndPresets.ts';
import type { Records } from '../../store/recordKindsAndAccess.ts';
import { findActiveOrganisation } from './activeOrganisationAndTeams.ts';
import type { TeamMember } from './listMembers.ts';

export const readLinkPatterns = async (records: Records<OrgId>): Promise<readonly LinkPattern[]> =>
  (await findActiveOrganisation(records))?.linkPatterns ?? [];

/**
 * Returns the data that turns parts of these texts into links. The patterns and the members of the team are read only
 * if a text needs them, because most texts have neither a reference nor a mention.
 */
export const readAnswerLinks = async (
  records: Records<OrgId>,
  texts: readonly string[],
  presentMembers: () => Promise<readonly TeamMember[]>,
): Promise<AnswerLinks> => {
  const hasReference = texts.some((text) => /[-#]\d/.test(text));
  const hasMention = texts.some((text) => text.includes('@'));
  if (!hasReference && !hasMention) return noLinks;
  const [patterns, members] = await Promise.all([
    hasReference ? readLinkPatterns(records) : [],
    hasMention ? presentMembers() : [],
  ]);
  return { patterns, mentions: mentionsOf(members) };
};
