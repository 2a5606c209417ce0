// The choices of a digest. This file contains no schema, so that the web app can list them without loading the schema
// library.

export const digestCadences = ['DAILY', 'WEEKLY', 'SPRINT'] as const;
export type DigestCadence = (typeof digestCadences)[number];

export const digestSections = ['ATTENTION', 'PEOPLE', 'MISSING', 'TRENDS'] as const;
export type DigestSection = (typeof digestSections)[number];

/**
 * Returns the key of the section's name. In a digest of the organisation, the section PEOPLE shows figures of teams
 * instead of people.
 */
export const digestSectionKey = (section: DigestSection, isOrganisation: boolean) =>
  isOrganisation && section === 'PEOPLE' ? 'digests.sectionTEAMS' : (`digests.section${section}` as const);

/**
 * Contents of the section PEOPLE. COUNTS: the number of runs that each person answered. ANSWERS: also the answers to
 * the newest run of each report.
 */
export const digestPeople = ['COUNTS', 'ANSWERS'] as const;
export type DigestPeople = (typeof digestPeople)[number];
