import { z } from 'zod';
import { instant, memberId, orgId } from '#contracts/ids.ts';
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
