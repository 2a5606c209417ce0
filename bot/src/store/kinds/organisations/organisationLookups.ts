import { z } from 'zod';
import { memberId, orgId, teamId } from '#contracts/core/idDateAndZoneSchemas.ts';
import type { MemberId } from '#contracts/core/idDateAndZoneSchemas.ts';
import { hashKey } from '../../../domain/core/hashesAndDerivedIds.ts';
import { kind } from '../../recordKindsAndAccess.ts';

/** Maps an Entra tenant to its organisation. The insert fails if the tenant already has an organisation. */
export const tenantOrg = kind({
  name: 'tenantOrg',
  table: 'Dir',
  version: 1,
  schema: z.object({ orgId, tid: z.string() }),
  at: (_scope: null, key: { tid: string }) => ({ pk: `tid:${hashKey(key.tid.toLowerCase())}`, rk: 'o' }),
});

/**
 * Maps a Teams thread to its team. The key consists of the tenant and the thread id, because an activity from Teams
 * does not contain the id of an organisation.
 */
export const threadTeam = kind({
  name: 'threadTeam',
  table: 'Dir',
  version: 1,
  schema: z.object({ orgId, teamId }),
  at: (_scope: null, key: { tid: string; threadId: string }) => ({
    pk: `thr:${hashKey(key.tid.toLowerCase())}|${hashKey(key.threadId)}`,
    rk: 't',
  }),
});

/** Maps a member to the organisation, for invitation links, which contain only the member's id. */
export const memberOrg = kind({
  name: 'memberOrg',
  table: 'Dir',
  version: 1,
  schema: z.object({ orgId, memberId }),
  at: (_scope: null, key: { memberId: MemberId }) => ({ pk: `mem:${key.memberId}`, rk: 'o' }),
});
