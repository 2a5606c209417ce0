import { z } from 'zod';
import { instant, orgId } from '#contracts/core/idDateAndZoneSchemas.ts';
import type { OrgId } from '#contracts/core/idDateAndZoneSchemas.ts';
import { orgStates } from '#contracts/organisations/organisationCalls.ts';
import { shardOf } from '../../../domain/core/shardOf.ts';
import { kind } from '../../recordKindsAndAccess.ts';

export const orgShards: readonly string[] = Array.from({ length: 16 }, (_, shard) => String(shard).padStart(2, '0'));

export const orgPartition = (shard: string): string => `org-${shard}`;

/**
 * Index of all organisations, in 16 partitions. Work on all organisations (month close, nightly work, search index) and the lists
 * of superadmins read it page by page.
 */
export const orgIndex = kind({
  name: 'orgIndex',
  table: 'Dir',
  version: 1,
  schema: z.object({ orgId, name: z.string(), state: z.enum(orgStates), trialEndsAt: instant }),
  at: (_scope: null, key: { orgId: OrgId }) => ({ pk: orgPartition(shardOf(key.orgId)), rk: key.orgId }),
});
