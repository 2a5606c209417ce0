import { z } from 'zod';
import { instant, localDate, memberId, orgId, teamId, userId } from '#contracts/core/idDateAndZoneSchemas.ts';
import type { OrgId } from '#contracts/core/idDateAndZoneSchemas.ts';
import { orgStates } from '#contracts/organisations/organisationCalls.ts';
import { kind } from '../recordKindsAndAccess.ts';

export const jobPartition = 'saga';

/**
 * Phases of a job that connects a tenant (services/connect/connectJob.ts). CLAIM takes both organisations and may still
 * be cancelled; OFF then undoes it. COPY copies the rows, MOVE points the directory to the copies, CLEAN deletes the
 * old rows, TELL sends notices. From COPY on, the job continues to its end even after failures.
 */
export const connectPhases = ['CLAIM', 'COPY', 'MOVE', 'CLEAN', 'TELL', 'OFF'] as const;

/**
 * The job that connects a tenant to an organisation that was registered on the web. The job moves the data of the
 * organisation that the install created to the registered organisation. Each organisation that an install created has
 * at most one such job.
 */
export const connecting = kind({
  name: 'connecting',
  table: 'Sys',
  version: 1,
  schema: z.object({
    fromOrgId: orgId,
    toOrgId: orgId,
    tid: z.string(),
    phase: z.enum(connectPhases),
    /** State of the organisation that the install created, before the job. A cancelled job restores this state. */
    fromState: z.enum(orgStates),
    actor: z.string(),
    installer: memberId,
    /** Id that all notices of the job share, so that a notice that is queued twice is sent once. */
    noticeId: z.string(),
    startedAt: instant,
  }),
  at: (_scope: null, key: { fromOrgId: OrgId }) => ({ pk: jobPartition, rk: `connect|${key.fromOrgId}` }),
});

/** Target of a deletion: an organisation, a team, or the data of a person. */
export const deletionTargets = ['ORG', 'TEAM', 'PERSON'] as const;
export type DeletionTarget = (typeof deletionTargets)[number];

/**
 * Phases of a deletion. STOP ends running work, and the deletion can still be undone; from QUEUES on, the job runs to
 * its end. Each target has its own order of the phases.
 */
export const deletionPhases = ['STOP', 'QUEUES', 'LEDGER', 'PEOPLE', 'TEAMS', 'ROWS'] as const;
export type DeletionPhase = (typeof deletionPhases)[number];

/** The person to erase. The job needs this copy after the person's own rows are deleted. */
export const erasedPerson = z.object({
  names: z.array(z.string()),
  /** Email address in lower case. */
  email: z.string(),
  /**
   * True if the whole account is erased. If false, the account stays in the organisations that the session may not
   * open.
   */
  isWhole: z.boolean(),
  places: z.array(
    z.object({ orgId, memberId: memberId.nullable(), tid: z.string().nullable(), oid: z.string().nullable() }),
  ),
});

export const deletionJob = kind({
  name: 'cascade',
  table: 'Sys',
  version: 1,
  schema: z.object({
    target: z.enum(deletionTargets),
    id: z.string(),
    /** Organisation of the team, or the organisation itself; null for a person, who may be in several organisations. */
    orgId: orgId.nullable(),
    teamId: teamId.nullable(),
    userId: userId.nullable(),
    phase: z.enum(deletionPhases),
    /** Unique for each deletion, so that the link in an older email cannot undo a later deletion. */
    deletionId: z.string(),
    /** The job does no work before this instant. */
    notBefore: instant,
    /** No row is deleted before this instant, and an organisation can be restored until then. */
    until: instant,
    startedAt: instant,
    failures: z.int(),
    /** State of the organisation before the deletion. A cancelled deletion restores it. Null for a team or person. */
    fromState: z.enum(orgStates).nullable(),
    actor: z.string(),
    person: erasedPerson.nullable(),
  }),
  at: (_scope: null, key: { target: DeletionTarget; id: string }) => ({
    pk: jobPartition,
    rk: `cascade|${key.target}|${key.id}`,
  }),
});

/**
 * The last day whose nightly work is complete for a shard. The nightly work runs only if this day is before today, so missed work
 * is done later and completed work is not repeated.
 */
export const nightly = kind({
  name: 'nightly',
  table: 'Sys',
  version: 1,
  schema: z.object({ day: localDate }),
  at: (_scope: null, key: { shard: string }) => ({ pk: jobPartition, rk: `night|${key.shard}` }),
});
