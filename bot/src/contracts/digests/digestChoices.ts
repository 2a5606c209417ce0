// The choices of a digest, without schemas, so that the web app can list them without the code of the schemas.

export const digestCadences = ['DAILY', 'WEEKLY', 'SPRINT'] as const;
export type DigestCadence = (typeof digestCadences)[number];

export const digestSections = ['ATTENTION', 'PEOPLE', 'MISSING', 'TRENDS'] as const;
export type DigestSection = (typeof digestSections)[number];

/** Returns the text of the section's name. A digest of the organisation has figures of teams in place of people. */
export const digestSectionKey = (section: DigestSection, isOrganisation: boolean) =>
  isOrganisation && section === 'PEOPLE' ? 'digests.sectionTEAMS' : (`digests.section${section}` as const);

/** COUNTS: how many runs each person answered. ANSWERS: also the answers to the newest run of each report. */
export const digestPeople = ['COUNTS', 'ANSWERS'] as const;
export type DigestPeople = (typeof digestPeople)[number];
