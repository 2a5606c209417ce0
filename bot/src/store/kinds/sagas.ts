import { z } from 'zod';
import { instant, localDate, memberId, orgId, teamId, userId } from '#contracts/ids.ts';
import type { OrgId } from '#contracts/ids.ts';
import { orgStates } from '#contracts/org.ts';
import { kind } from '../kind.ts';

export const sagaPartition = 'saga';

/** CLAIM: may still be called off, which OFF does. COPY, MOVE, CLEAN, TELL: goes on to its end, whatever happens in between. */
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
    /** Of the automatic organisation before, should it be called off. */
    fromState: z.enum(orgStates),
    /** Who confirmed it, as the log names them. */
    actor: z.string(),
    /** Who was shown the code. */
    installer: memberId,
    /** The same for all notices of it, so that one that is queued twice is one. */
    noticeId: z.string(),
    startedAt: instant,
  }),
  at: (_scope: null, key: { fromOrgId: OrgId }) => ({ pk: sagaPartition, rk: `connect|${key.fromOrgId}` }),
});

/** What is removed: an organisation, a team, what is kept of a person. */
export const cascadeTargets = ['ORG', 'TEAM', 'PERSON'] as const;
export type CascadeTarget = (typeof cascadeTargets)[number];

/** STOP ends what is under way and may still be called off; from QUEUES on it goes to its end. Each target has an order of its own. */
export const cascadePhases = ['STOP', 'QUEUES', 'LEDGER', 'PEOPLE', 'TEAMS', 'ROWS'] as const;
export type CascadePhase = (typeof cascadePhases)[number];

/** Whom a removal of a person is about, once the rows that say so are gone. */
export const erasedPerson = z.object({
  /** As activity names them. */
  names: z.array(z.string()),
  /** Lower case. */
  email: z.string(),
  /** False: the account lives on in organisations that this session does not open. */
  isWhole: z.boolean(),
  places: z.array(
    z.object({ orgId, memberId: memberId.nullable(), tid: z.string().nullable(), oid: z.string().nullable() }),
  ),
});

/** A removal of rows under way, or waiting for its time. */
export const cascade = kind({
  name: 'cascade',
  table: 'Sys',
  version: 1,
  schema: z.object({
    target: z.enum(cascadeTargets),
    /** Of the organisation, team or account. */
    id: z.string(),
    /** Where the team is; the organisation itself. Null = of a person, who may be in several. */
    orgId: orgId.nullable(),
    teamId: teamId.nullable(),
    userId: userId.nullable(),
    phase: z.enum(cascadePhases),
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
    /** Who wanted it, as the log names them. */
    actor: z.string(),
    person: erasedPerson.nullable(),
  }),
  at: (_scope: null, key: { target: CascadeTarget; id: string }) => ({
    pk: sagaPartition,
    rk: `cascade|${key.target}|${key.id}`,
  }),
});

/** Until which day the nightly work of a shard is done: lost nights are made good, and one is done once. */
export const nightly = kind({
  name: 'nightly',
  table: 'Sys',
  version: 1,
  schema: z.object({ day: localDate }),
  at: (_scope: null, key: { shard: string }) => ({ pk: sagaPartition, rk: `night|${key.shard}` }),
});
