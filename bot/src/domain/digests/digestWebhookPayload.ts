import type { DigestId } from '#contracts/core/idDateAndZoneSchemas.ts';
import type { DigestSection } from '#contracts/digests/digestCadencesAndSections.ts';
import type { DigestModel, DigestTeam } from './digestModelTypes.ts';

/** Version of the payload. It is increased with each change for which a receiver must adapt its code. */
const version = 1;

type HasSection = (section: DigestSection) => boolean;

/**
 * Leaves out the figures that no chosen section shows. The server does not read the data for these figures, so they
 * would wrongly be 0.
 */
const teamFigures = (team: DigestTeam, has: HasSection) => {
  const { teamId, name, runs, asked, answered, missing, blockers, attention, before } = team;
  return {
    ...{ teamId, name, runs },
    ...(has('ATTENTION') ? { attention } : {}),
    ...(has('PEOPLE') || has('TRENDS') ? { asked, answered } : {}),
    ...(has('MISSING') ? { missing } : {}),
    ...(has('TRENDS') ? { blockers, before } : {}),
  };
};

/**
 * Returns the JSON body of the request to a webhook: the digest, its period and the data of the chosen sections only.
 */
export const digestWebhookPayload = (digestId: DigestId, model: DigestModel): string => {
  const { digestName, place, isOrganisation, from, to, timezone, isLate, sections, runs, teams } = model;
  const has: HasSection = (section) => sections.includes(section);
  return JSON.stringify({
    version,
    digest: { id: digestId, name: digestName, scope: isOrganisation ? 'ORGANISATION' : 'TEAM', place },
    period: { from, to, timezone },
    isLate,
    runs,
    ...(isOrganisation
      ? { teams: teams.map((team) => teamFigures(team, has)) }
      : {
          ...(has('ATTENTION') ? { attention: model.attention } : {}),
          ...(has('PEOPLE') ? { people: model.people } : {}),
          ...(has('MISSING') ? { missing: model.missing } : {}),
          ...(has('TRENDS') ? { trends: model.trends } : {}),
        }),
  });
};
