// The limits of digests. The file is separate from `limitsAndProductConstants.ts`, so that the web app loads it only
// with the page of digests.

/** Lengths are in characters. All other values are numbers of items, unless a comment names another unit. */
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
  /**
   * Longest period of a digest, in days. If the previous digest was sent longer ago, the days between it and the period
   * are in no digest.
   */
  digestDays: 62,
  /**
   * Maximum number of days by which days off delay a digest. If more days off follow each other, the digest is left
   * out.
   */
  digestMovedDays: 31,
  /**
   * A planned digest that is made more than this number of minutes after its instant contains a note that it is late.
   */
  digestLate: 60,
} as const;
