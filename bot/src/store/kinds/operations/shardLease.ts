import { z } from 'zod';
import { instant } from '#contracts/core/idDateAndZoneSchemas.ts';
import { listedKind } from '../../recordKindsAndAccess.ts';

/** Prefix of presence rows. Each running instance writes a presence row to the partition of the shard leases. */
export const presencePrefix = 'i:';

/**
 * The lease of a shard: the instance `owner` works on it until `until`. A lease only avoids double work. If two
 * instances work on a shard for a moment, each run still opens once, because the second insert of its row fails, and
 * the ETag of an outbox row lets only one instance claim it.
 */
export const shardLease = listedKind({
  name: 'shardLease',
  table: 'Sys',
  version: 1,
  schema: z.object({
    owner: z.string(),
    until: instant,
    /** In a presence row: the storage accounts in the settings of the instance. */
    accounts: z.array(z.string()).readonly().nullish(),
  }),
  partition: () => 'lease',
  rowKey: (key: { shard: string }) => key.shard,
});
