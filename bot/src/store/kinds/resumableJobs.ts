import { z } from 'zod';
import { instant, localDate, memberId, orgId, teamId, userId } from '#contracts/core/ids.ts';
import type { OrgId } from '#contracts/core/ids.ts';
import { orgStates } from '#contracts/organisations/org.ts';
import { kind } from '../records.ts';

export const jobPartition = 'saga';

/** CLAIM: may still be cancelled, which OFF does. COPY, MOVE, CLEAN, TELL: continues to its end, whatever happens in between. */
export const connectPhases = ['CLAIM', 'COPY', 'MOVE', 'CLEAN', 'TELL', 'OFF'] as const;

/** A tenant on its way from the organisation its install made to one registered on the web. One at a time for each of the former. */
export const connecting = kind({
  name: 'connecting',
  table: 'Sys',
  version: 1,
  schema: z.object({
    fromOrgId: orgId,
    toOrgId: orgId,
    tid: z.string(),
    phase: z.enum(connectPhases),
    /** State of the automatic organisation before, in case the move is cancelled. */
    fromState: z.enum(orgStates),
    /** The person who confirmed it, as the log names them. */
    actor: z.string(),
    /** The member who saw the code. */
    installer: memberId,
    /** Shared by all notices of the deletion, so that a notice that is queued twice is sent once. */
    noticeId: z.string(),
    startedAt: instant,
  }),
  at: (_scope: null, key: { fromOrgId: OrgId }) => ({ pk: jobPartition, rk: `connect|${key.fromOrgId}` }),
});

/** Target of a deletion: an organisation, a team, or the data of a person. */
export const deletionTargets = ['ORG', 'TEAM', 'PERSON'] as const;
export type DeletionTarget = (typeof deletionTargets)[number];

/** STOP ends running work and can still be undone; from QUEUES on, the job runs to its end. Each target has its own order of steps. */
export const deletionPhases = ['STOP', 'QUEUES', 'LEDGER', 'PEOPLE', 'TEAMS', 'ROWS'] as const;
export type DeletionPhase = (typeof deletionPhases)[number];

/** The person to erase, for when the rows that name them are gone. */
export const erasedPerson = z.object({
  /** As activity names them. */
  names: z.array(z.string()),
  /** Lower case. */
  email: z.string(),
  /** False: the account stays in organisations that this session does not open. */
  isWhole: z.boolean(),
  places: z.array(
    z.object({ orgId, memberId: memberId.nullable(), tid: z.string().nullable(), oid: z.string().nullable() }),
  ),
});

/** A removal of rows under way, or waiting for its time. */
export const deletionJob = kind({
  name: 'cascade',
  table: 'Sys',
  version: 1,
  schema: z.object({
    target: z.enum(deletionTargets),
    /** Of the organisation, team or account. */
    id: z.string(),
    /** Organisation of the team, or the organisation itself. Null for a person, who may be in several. */
    orgId: orgId.nullable(),
    teamId: teamId.nullable(),
    userId: userId.nullable(),
    phase: z.enum(deletionPhases),
    /** New with each: a link of an earlier one undoes no later one. */
    deletionId: z.string(),
    /** Nothing is done before. */
    notBefore: instant,
    /** No row goes before. */
    until: instant,
    startedAt: instant,
    failures: z.int(),
    /** Of the organisation, to be given back when it is called off. */
    fromState: z.enum(orgStates).nullable(),
    /** The person who requested it, as the log names them. */
    actor: z.string(),
    person: erasedPerson.nullable(),
  }),
  at: (_scope: null, key: { target: DeletionTarget; id: string }) => ({
    pk: jobPartition,
    rk: `cascade|${key.target}|${key.id}`,
  }),
});

/** Until which day the nightly work of a shard is done: lost nights are made good, and one is done once. */
export const nightly = kind({
  name: 'nightly',
  table: 'Sys',
  version: 1,
  schema: z.object({ day: localDate }),
  at: (_scope: null, key: { shard: string }) => ({ pk: jobPartition, rk: `night|${key.shard}` }),
});
