import { z } from 'zod';
import { endpoint } from '../core/endpoint.ts';
import { instant, localDate, orgId, teamId } from '../core/idDateAndZoneSchemas.ts';
import { limits } from '../core/limitsAndProductConstants.ts';
import { linkPattern, linkPatternDrafts } from '../core/linkPatternSchema.ts';
import { memberRoles } from '../core/rolesAndPermissions.ts';
import { text } from '../core/textAndEmailSchemas.ts';

/**
 * States of an organisation. DEACTIVATED: no prompts are sent, and data stays readable. DELETING: all members are
 * locked out, and the rows are removed after 7 days. DELETED: only a row that records the deletion is left.
 */
export const orgStates = ['ACTIVE', 'DEACTIVATED', 'DELETING', 'DELETED'] as const;

const flag = z.boolean('invalid.flag');

/**
 * Id of an organisation; left out = the caller's own organisation. Only a superadmin may send the id of another
 * organisation; every other caller gets NOT_FOUND for it.
 */
const orgConcerned = orgId.optional();

export const organisation = z.object({
  id: orgId,
  name: z.string(),
  isActive: z.boolean(),
  /** True if the organisation is connected with a Microsoft Entra tenant. */
  isConnected: z.boolean(),
  createdOn: instant,
  /** Number of days for which data is kept; null = without limit. */
  retentionDays: z.int().nullable(),
  requireSecondFactor: z.boolean(),
  microsoftOnly: z.boolean(),
  /** Link patterns, which turn references in answers, such as `ABC-123`, into links. */
  linkPatterns: z.array(linkPattern),
  /** True if members may skip a run. */
  maySkip: z.boolean(),
});
export type OrganisationInfo = z.output<typeof organisation>;

export const orgListItem = z.object({
  id: orgId,
  name: z.string(),
  state: z.enum(orgStates),
  /** The caller's role in the organisation; null = no role. */
  role: z.enum(memberRoles).nullable(),
});
export type OrgListItem = z.output<typeof orgListItem>;

/** Cursor of a page: the value of `next` in the reply to the request for the page before it. */
export const pageCursor = z
  .string('invalid.text')
  .max(60, 'invalid.text')
  .regex(/^[0-9A-Z|]+$/, 'invalid.text');

export const auditEntry = z.object({
  text: z.string(),
  username: z.string(),
  createdOn: instant,
  /** Team that the entry concerns; null = the organisation itself. */
  teamId: teamId.nullable(),
  teamName: z.string().nullable(),
  before: z.string().nullable(),
  after: z.string().nullable(),
});
export type AuditEntry = z.output<typeof auditEntry>;

/** Returns the caller's organisations. A superadmin gets all organisations, page by page. */
export const listOrgs = endpoint({
  method: 'GET',
  path: '/api/org/list',
  access: 'signedIn',
  /** `own`: the call returns only the organisations to which the caller belongs, even for a superadmin. */
  input: z.object({ cursor: pageCursor.optional(), own: z.literal('true').optional() }),
  output: z.object({ items: z.array(orgListItem), next: z.string().nullable() }),
});
export const getOrg = endpoint({
  method: 'GET',
  path: '/api/org/get',
  access: 'signedIn',
  input: z.object({}),
  output: organisation,
});
/**
 * Renames the organisation. `previousName`: the name that the caller has read. If the stored name differs from it, the
 * call is refused with ORG_CHANGED (`data` as `orgConflict`). Left out = the last write wins.
 */
export const updateOrg = endpoint({
  method: 'POST',
  path: '/api/org/update',
  access: 'org.manage',
  input: z.object({
    name: text({ max: limits.nameLength, required: 'org.nameMissing' }),
    previousName: text({ max: limits.nameLength }).optional(),
    orgId: orgConcerned,
  }),
  output: organisation,
});
/** `data` of ORG_CHANGED: the organisation as it is stored now. */
export const orgConflict = z.object({ organisation });
export const activateOrg = endpoint({
  method: 'POST',
  path: '/api/org/activate',
  access: 'org.manage',
  input: z.object({ isActive: flag, orgId: orgConcerned }),
  output: organisation,
});
const retentionDays = z
  .int('org.retentionRange')
  .min(limits.retentionDaysMin, 'org.retentionRange')
  .max(limits.retentionDaysMax, 'org.retentionRange')
  .nullable();

/**
 * Changes the settings; a field that is left out stays unchanged. If `previousRetentionDays` differs from the stored
 * value, the call is refused with ORG_CHANGED.
 */
export const orgSettings = endpoint({
  method: 'POST',
  path: '/api/org/settings',
  access: 'org.manage',
  input: z.object({
    retentionDays: retentionDays.optional(),
    previousRetentionDays: retentionDays.optional(),
    requireSecondFactor: flag.optional(),
    microsoftOnly: flag.optional(),
    maySkip: flag.optional(),
    orgId: orgConcerned,
  }),
  output: organisation,
});
/**
 * Link patterns as the caller has read them. The server only compares them with the stored patterns, so they need no
 * further check.
 */
const linkPatternsRead = z.array(linkPattern, 'invalid.list').max(limits.linkPatterns, 'linkPattern.tooMany');

/**
 * Replaces the link patterns of the organisation. `previousLinkPatterns`: the patterns that the caller has read. If the
 * stored patterns differ from them, the call is refused with ORG_CHANGED. Left out = the last write wins.
 */
export const saveLinkPatterns = endpoint({
  method: 'POST',
  path: '/api/org/links',
  access: 'org.manage',
  input: z.object({
    linkPatterns: linkPatternDrafts,
    previousLinkPatterns: linkPatternsRead.optional(),
    orgId: orgConcerned,
  }),
  output: organisation,
});
/** Returns the activity log, newest first. `from` and `to` are inclusive UTC dates; left out = the last 30 days. */
export const orgAudit = endpoint({
  method: 'GET',
  path: '/api/org/audit',
  access: 'org.manage',
  input: z.object({ from: localDate.optional(), to: localDate.optional(), orgId: orgConcerned }),
  output: z.object({
    items: z.array(auditEntry),
    /** False if there are more entries than the reply can contain. The caller should then request a shorter period. */
    isComplete: z.boolean(),
  }),
});
