// The limits of digests, apart from the others, so that only the page of digests loads them.

/** Sizes and counts, as in `limits`; days and minutes where the name or the comment says so. */
export const digestLimits = {
  /** Maximum number of digests of one team, and of the whole organisation together. */
  digestsPerTeam: 20,
  digestsPerOrg: 200,
  /** Maximum number of reports, members and addresses of one digest. */
  digestReports: 20,
  digestMembers: 50,
  digestEmails: 20,
  webhookUrlLength: 1000,
  /** Maximum number of bytes of a webhook's request, and of its reply that is read. */
  webhookBytes: 262_144,
  webhookReplyBytes: 16_384,
  /** Longest period of a digest, in days. A digest after a longer gap covers its last days. */
  digestDays: 62,
  /** Maximum number of days by which days off move a digest. */
  digestMovedDays: 31,
  /** A digest that is sent more than this late says so. */
  digestLate: 60,
} as const;
