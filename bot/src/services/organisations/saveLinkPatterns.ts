import type { ParsedOf } from '#contracts/core/endpoint.ts';
import type { LinkPattern } from '#contracts/core/linkPatternFaultsAndPresets.ts';
import type {
  OrganisationInfo,
  saveLinkPatterns as saveLinkPatternsCall,
} from '#contracts/organisations/organisationCalls.ts';
import type { Actor } from '../core/actor.ts';
import { ownOrNamedOrganisation } from '../tenancy/ownOrNamedOrganisation.ts';
import { changeOrganisation } from './listAndChangeOrganisations.ts';
import type { OrgDeps } from './listAndChangeOrganisations.ts';

const patternLines = (patterns: readonly LinkPattern[]): string | null =>
  patterns.length === 0 ? null : patterns.map(({ prefix, url }) => `${prefix} → ${url}`).join('\n');

/**
 * Replaces the link patterns of the organisation. Throws ORG_CHANGED if another admin changed them since the caller
 * read them.
 */
export const saveLinkPatterns = async (
  deps: OrgDeps,
  actor: Actor,
  { linkPatterns, previousLinkPatterns, orgId: named }: ParsedOf<typeof saveLinkPatternsCall>,
): Promise<OrganisationInfo> => {
  const { organisation } = await ownOrNamedOrganisation(deps, actor, named);
  return changeOrganisation(deps, actor, organisation, {
    fields: { linkPatterns },
    ...(previousLinkPatterns === undefined ? {} : { asRead: { linkPatterns: previousLinkPatterns } }),
    factsOf: (before) => [
      {
        message: 'activity.orgLinks',
        values: { count: linkPatterns.length },
        before: patternLines(before.linkPatterns ?? []),
        after: patternLines(linkPatterns),
      },
    ],
  });
};
