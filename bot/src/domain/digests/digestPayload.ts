import type { DigestId } from '#contracts/core/ids.ts';
import type { DigestModel } from './digestModel.ts';

/** The version of the payload. A change that a receiver must know raises it. */
const version = 1;

/** Returns the body of the call to a webhook. It contains the chosen sections alone. */
export const digestPayload = (digestId: DigestId, model: DigestModel): string => {
  const { digestName, place, isOrganisation, from, to, timezone, isLate, sections, runs, teams } = model;
  const has = (section: DigestModel['sections'][number]): boolean => sections.includes(section);
  return JSON.stringify({
    version,
    digest: { id: digestId, name: digestName, scope: isOrganisation ? 'ORGANISATION' : 'TEAM', place },
    period: { from, to, timezone },
    isLate,
    runs,
    ...(isOrganisation
      ? { teams }
      : {
          ...(has('ATTENTION') ? { attention: model.attention } : {}),
          ...(has('PEOPLE') ? { people: model.people } : {}),
          ...(has('MISSING') ? { missing: model.missing } : {}),
          ...(has('TRENDS') ? { trends: model.trends } : {}),
        }),
  });
};
