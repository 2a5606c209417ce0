import { z } from 'zod';
import { instant, memberId, orgId, teamId, userId } from '#contracts/core/idDateAndZoneSchemas.ts';
import { orgStates } from '#contracts/organisations/organisationCalls.ts';
import { kind } from '../../recordKindsAndAccess.ts';
import { jobPartition } from '../core/jobPartition.ts';

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
  name: 'deletionJob',
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
    /** True while the erasure of a person is repeated, for requests that took effect after its first end. */
    isRepetition: z.boolean().nullish(),
    person: erasedPerson.nullable(),
  }),
  at: (_scope: null, key: { target: DeletionTarget; id: string }) => ({
    pk: jobPartition,
    rk: `cascade|${key.target}|${key.id}`,
  }),
});
