import { z } from 'zod';
import { endpoint } from '../core/endpoint.ts';
import { instant, localDate, memberId, orgId, teamId } from '../core/ids.ts';
import { limits } from '../core/limits.ts';
import { memberRoles } from '../core/permissions.ts';
import { text } from '../core/textField.ts';

/**
 * DEACTIVATED: no prompts are sent, data stays readable. DELETING: all members are locked out, rows are removed after 7 days.
 * DELETED: the tombstone.
 */
export const orgStates = ['ACTIVE', 'DEACTIVATED', 'DELETING', 'DELETED'] as const;

const flag = z.boolean('invalid.flag');

/** Only a superadmin may name another organisation. For other callers it does not exist. */
const orgConcerned = orgId.optional();

export const organisation = z.object({
  id: orgId,
  name: z.string(),
  isActive: z.boolean(),
  /** A Microsoft Entra tenant belongs to it. */
  isConnected: z.boolean(),
  createdOn: instant,
  /** Null = everything is kept. */
  retentionDays: z.int().nullable(),
  requireSecondFactor: z.boolean(),
  microsoftOnly: z.boolean(),
});
export type OrganisationInfo = z.output<typeof organisation>;

export const orgListItem = z.object({
  id: orgId,
  name: z.string(),
  state: z.enum(orgStates),
  /** The caller's own role there; null where they have none. */
  role: z.enum(memberRoles).nullable(),
});
export type OrgListItem = z.output<typeof orgListItem>;

/** Start of the next page, from the page before; null = there are no more pages. */
export const pageCursor = z
  .string('invalid.text')
  .max(60, 'invalid.text')
  .regex(/^[0-9A-Z|]+$/, 'invalid.text');

/** One entry of the activity log, in the reader's language. */
export const auditEntry = z.object({
  text: z.string(),
  username: z.string(),
  createdOn: instant,
  /** Null = of the organisation itself. */
  teamId: teamId.nullable(),
  teamName: z.string().nullable(),
  before: z.string().nullable(),
  after: z.string().nullable(),
});
export type AuditEntry = z.output<typeof auditEntry>;

/** Result of a sync of one team with Microsoft Teams. */
export const teamSync = z.object({
  teamId,
  name: z.string(),
  /**
   * False: Microsoft Teams did not answer, or the bot is not in the team. The members read so far are kept, and no member is
   * removed.
   */
  isSynced: z.boolean(),
  members: z.int(),
  joined: z.int(),
  left: z.int(),
});
export type TeamSync = z.output<typeof teamSync>;

/** Own organisations; of a superadmin all there are, a page at a time. */
export const listOrgs = endpoint({
  method: 'GET',
  path: '/api/org/list',
  access: 'signedIn',
  /** `own`: only those that the caller belongs to, also for a superadmin. */
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
 * Renames it. With `previousName`, the name that was read, an organisation that has got another one since is refused (ORG_CHANGED,
 * `data` as `orgConflict`); left out, the last write wins.
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
/** `data` of ORG_CHANGED: the organisation as it is now. */
export const orgConflict = z.object({ organisation });
export const activateOrg = endpoint({
  method: 'POST',
  path: '/api/org/activate',
  access: 'org.manage',
  input: z.object({ isActive: flag, orgId: orgConcerned }),
  output: organisation,
});
/** Syncs every connected team of the organisation. */
export const syncOrg = endpoint({
  method: 'POST',
  path: '/api/org/sync/{orgId}',
  access: 'team.manage',
  input: z.object({ orgId }),
  output: z.object({ teams: z.array(teamSync) }),
});
const retentionDays = z
  .int('org.retentionRange')
  .min(limits.retentionDaysMin, 'org.retentionRange')
  .max(limits.retentionDaysMax, 'org.retentionRange')
  .nullable();

/**
 * A field that is left out stays as it is. With `previousRetentionDays`, the call is refused with ORG_CHANGED if the stored value
 * is another one by now.
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
    orgId: orgConcerned,
  }),
  output: organisation,
});
/** Calendar dates in UTC, both included; the last 30 days when left out. Newest first. */
export const orgAudit = endpoint({
  method: 'GET',
  path: '/api/org/audit',
  access: 'org.manage',
  input: z.object({ from: localDate.optional(), to: localDate.optional(), orgId: orgConcerned }),
  output: z.object({
    items: z.array(auditEntry),
    /** False: there are more than fit; ask for a shorter time. */
    isComplete: z.boolean(),
  }),
});
/** The organisation of a member whom the caller may know of. */
export const getOrgOfMember = endpoint({
  method: 'GET',
  path: '/api/member/GetOrg/{memberId}',
  access: 'member.read',
  input: z.object({ memberId }),
  output: z.object({ id: orgId, name: z.string(), isActive: z.boolean() }),
});
