import type { OrgId } from '#contracts/core/idDateAndZoneSchemas.ts';
import { boundedMemo } from '#contracts/boundedMapAndMemos.ts';
import { digestOf } from './hashesAndDerivedIds.ts';

/**
 * Returns the shard of an organisation, '00' to '15'. All work of an organisation is in one shard. The function must
 * never change, because stored keys contain its result.
 */
export const shardOf = (orgId: OrgId, shards = 16): string => String(shardNumber(orgId) % shards).padStart(2, '0');

// The shard is cached, because the key of every message and every due row contains it.
const shardNumber = boundedMemo((orgId: OrgId) => Number.parseInt(digestOf(orgId).slice(0, 8), 16), {
  capacity: 10_000,
});
